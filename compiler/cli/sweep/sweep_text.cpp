#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/terminal.h"
#include "cli/sweep/print_swept.h"
#include "sweep/edge.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kCells = 60;

// A letter for each decision: the first of its name that is free.
class Legend {
 public:
  explicit Legend(const Swept& swept) : decisions_(swept.decisions()) {
    for (const SweptDecision& decision : decisions_) {
      names_.push_back(swept.name_of(decision));
      letters_ += letter_for(decision.option == kNone && decision.chosen.empty() ? "." : names_.back());
      widest_ = std::max(widest_, names_.back().size());
    }
  }

  [[nodiscard]] char letter(const SweptDecision& decision) const { return letters_[index(decision)]; }
  [[nodiscard]] std::string painted(char letter) const {
    const size_t place = letters_.find(letter);
    return paint(std::string_view(&letters_[place], 1), kColors[place % std::size(kColors)],
                 use_color(stdout));
  }
  // "f flee    ".
  [[nodiscard]] std::string entry(const SweptDecision& decision) const {
    const std::string& name = names_[index(decision)];
    return painted(letter(decision)) + " " + shown(name) + std::string(widest_ - name.size(), ' ');
  }
  [[nodiscard]] const std::string& name(const SweptDecision& decision) const {
    return names_[index(decision)];
  }
  [[nodiscard]] const std::vector<SweptDecision>& decisions() const { return decisions_; }

 private:
  static constexpr Color kColors[] = {Color::red, Color::green, Color::cyan, Color::yellow, Color::none};

  [[nodiscard]] size_t index(const SweptDecision& decision) const {
    return static_cast<size_t>(std::ranges::find(decisions_, decision) - decisions_.begin());
  }

  [[nodiscard]] char letter_for(const std::string& name) const {
    const auto is_free = [&](char c) { return letters_.find(c) == std::string::npos; };
    for (const char c : name) {
      if (c > ' ' && c < '\x7f' && c != '_' && is_free(c)) return c;
    }
    for (char c = 'A'; c <= 'Z'; ++c) {
      if (is_free(c)) return c;
    }
    for (char c = '0'; c <= '9'; ++c) {
      if (is_free(c)) return c;
    }
    return '?';
  }

  std::vector<SweptDecision> decisions_;
  std::vector<std::string> names_;
  std::string letters_;
  size_t widest_ = 0;
};

class SweepText {
 public:
  explicit SweepText(const Swept& swept) : swept_(swept), axis_(swept.axes[0]), legend_(swept) {
    for (const SweptProfile& profile : swept.profiles) {
      if (!has_two()) widest_ = std::max(widest_, profile.title().size());
    }
    if (has_two()) {
      for (const SweptRow& row : swept.profiles[0].rows)
        widest_ = std::max(widest_, second_text(row.second).size());
    }
  }

  void print() {
    print_head();
    for (const SweptProfile& profile : swept_.profiles) {
      fmt::print("\n");
      if (has_two())
        print_map(profile);
      else if (axis_.kind == Axis::Kind::words)
        print_words(profile);
      else
        print_line(profile);
    }
    if (has_two()) print_legend();
    print_proof();
  }

 private:
  [[nodiscard]] bool has_two() const { return swept_.axes.size() == 2; }

  void print_head() const {
    std::string along = swept_.axes[0].name;
    if (has_two()) along += fmt::format(" and {}", swept_.axes[1].name);
    std::string given;
    for (const std::string& one : swept_.given) given += (given.empty() ? ", with " : ", ") + one;
    if (!swept_.running.empty()) given += fmt::format(", while it runs {}", swept_.running);
    fmt::print("{} along {}{}\n", swept_.agent, along, shown(given));
  }

  [[nodiscard]] std::string second_text(float value) const {
    const Axis& axis = swept_.axes[1];
    return axis.kind == Axis::Kind::number ? show(value, axis.quantity, axis.unit) : axis.text(value);
  }

  [[nodiscard]] std::string margin(const std::string& text) const {
    return "  " + shown(text) + std::string(widest_ - text.size(), ' ') + (widest_ == 0 ? "" : "  ");
  }

  // The number of cells of a line, and the part of the axis that one of them shows.
  [[nodiscard]] size_t cells() const {
    const uint32_t count = axis_.count();
    return count == 0 || count > kCells ? kCells
                                        : count * std::max<size_t>(1, std::min<size_t>(6, kCells / count));
  }
  [[nodiscard]] double place_of(double cell) const {
    const bool is_single = axis_.count() != 0 && axis_.count() <= kCells;
    const double low = axis_.low, high = static_cast<double>(axis_.high) + (is_single ? 1 : 0);
    return low + (high - low) * cell / static_cast<double>(cells());
  }

  // The decision that has most of each cell; but each has one at least.
  [[nodiscard]] std::string strip(const SweptLine& line) const {
    const size_t count = cells();
    const bool is_single = axis_.count() != 0 && axis_.count() <= kCells;
    std::string letters(count, '?');
    for (size_t cell = 0; cell < count; ++cell) {
      const double begin = place_of(static_cast<double>(cell)), end = place_of(static_cast<double>(cell) + 1);
      double most = -1;
      for (const SweptStretch& stretch : line.stretches) {
        const double last = static_cast<double>(stretch.last) + (is_single ? 1 : 0);
        const double share = std::min(end, last) - std::max(begin, static_cast<double>(stretch.first));
        if (share > most) {
          most = share;
          letters[cell] = legend_.letter(stretch.decision);
        }
      }
    }
    for (const SweptStretch& stretch : line.stretches) {
      const double middle = (static_cast<double>(stretch.first) + stretch.last) / 2;
      const double part =
          (middle - axis_.low) / std::max(1e-30, place_of(static_cast<double>(count)) - axis_.low);
      const auto cell =
          std::min(count - 1, static_cast<size_t>(std::max(0.0, part * static_cast<double>(count))));
      if (letters.find(legend_.letter(stretch.decision)) == std::string::npos)
        letters[cell] = legend_.letter(stretch.decision);
    }
    return letters;
  }

  [[nodiscard]] std::string painted(const std::string& letters) const {
    std::string text;
    for (const char letter : letters) text += legend_.painted(letter);
    return text;
  }

  // The numbers below a strip: its ends, and what is between them as far as there is room.
  [[nodiscard]] std::string ruler() const {
    const size_t count = cells();
    std::string text(count + 24, ' ');
    const bool is_single = axis_.count() != 0 && axis_.count() <= kCells;
    const size_t marks = is_single ? axis_.count() : 5;
    size_t free = 0;
    for (size_t mark = 0; mark < marks; ++mark) {
      const bool is_last = mark + 1 == marks;
      double value = axis_.low + (static_cast<double>(axis_.high) - axis_.low) * static_cast<double>(mark) /
                                     static_cast<double>(std::max<size_t>(1, marks - 1));
      if (axis_.kind == Axis::Kind::whole) value = std::round(value);
      const std::string number = show(value, axis_.quantity, axis_.unit);
      size_t at = is_single ? mark * count / marks : mark * count / (marks - 1);
      if (!is_single && mark > 0) at -= std::min(at, is_last ? number.size() : number.size() / 2);
      if (at < free && !(mark == 0)) continue;
      text.replace(at, number.size(), number);
      free = at + number.size() + 1;
    }
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }

  void print_line(const SweptProfile& profile) const {
    const SweptLine& line = profile.rows[0].line;
    fmt::print("{}{}\n", margin(profile.title()), painted(strip(line)));
    fmt::print("{}{}\n", margin(""), paint(ruler(), Color::dim, use_color(stdout)));
    for (size_t i = 0; i < line.stretches.size(); ++i)
      fmt::print("{}{}  {}\n", margin(""), legend_.entry(line.stretches[i].decision),
                 where_text(axis_, line, i));
    if (profile.hysteresis) print_hysteresis(*profile.hysteresis);
  }

  void print_hysteresis(const Hysteresis& hysteresis) const {
    fmt::print("{}with the inertia of what runs, while {}\n", margin(""), axis_.name);
    const auto print = [&](std::string_view way, const std::vector<Switch>& changes, bool is_rising) {
      std::string text;
      for (const Switch& change : changes) {
        const float neighbour = std::nextafter(change.at, is_rising ? -INFINITY : INFINITY);
        const Edge edge =
            is_rising ? edge_between(axis_, neighbour, change.at) : edge_between(axis_, change.at, neighbour);
        text += text.empty() ? legend_.name(change.from) : "";
        const std::string at = axis_.kind == Axis::Kind::whole ? axis_.text(change.at) : edge.text;
        text += fmt::format(" → {} at {}", legend_.name(change.to), at);
      }
      if (text.empty()) text = "stays as it begins";
      fmt::print("{}  {}  {}\n", margin(""), way, text);
    };
    print("rises", hysteresis.rising, true);
    print("falls", hysteresis.falling, false);
  }

  void print_words(const SweptProfile& profile) const {
    if (!profile.title().empty()) fmt::print("  {}\n", shown(profile.title()));
    size_t widest = 0;
    for (const std::string& word : axis_.words) widest = std::max(widest, word.size());
    const SweptLine& line = profile.rows[0].line;
    for (const SweptStretch& stretch : line.stretches) {
      for (float value = stretch.first; value <= stretch.last; ++value) {
        const std::string word = axis_.text(value);
        fmt::print("    {} {}{}  {}\n", axis_.name, shown(word), std::string(widest - word.size(), ' '),
                   legend_.entry(stretch.decision));
      }
    }
  }

  void print_map(const SweptProfile& profile) const {
    const std::string title = profile.title();
    fmt::print("  {}{}{}\n", shown(title), title.empty() ? "" : ": ",
               fmt::format("{} to the right, {} upwards", axis_.name, swept_.axes[1].name));
    for (size_t i = profile.rows.size(); i-- > 0;) {
      const SweptRow& row = profile.rows[i];
      const std::string label = swept_.axes[1].kind == Axis::Kind::number
                                    ? show(row.second, swept_.axes[1].quantity, swept_.axes[1].unit)
                                    : swept_.axes[1].text(row.second);
      fmt::print("  {}{}  {}\n", std::string(widest_ - std::min(widest_, label.size()), ' '), shown(label),
                 axis_.kind == Axis::Kind::words ? words_row(row.line) : painted(strip(row.line)));
    }
    fmt::print(
        "  {}  {}\n", std::string(widest_, ' '),
        paint(axis_.kind == Axis::Kind::words ? words_ruler() : ruler(), Color::dim, use_color(stdout)));
  }

  [[nodiscard]] std::string words_row(const SweptLine& line) const {
    std::string text;
    for (const SweptStretch& stretch : line.stretches) {
      for (float value = stretch.first; value <= stretch.last; ++value)
        text += legend_.painted(legend_.letter(stretch.decision)) +
                std::string(axis_.text(value).size() + 1, ' ');
    }
    return text;
  }
  [[nodiscard]] std::string words_ruler() const { return fmt::format("{}", fmt::join(axis_.words, "  ")); }

  void print_legend() const {
    fmt::print("\n");
    for (const SweptDecision& decision : legend_.decisions()) fmt::print("  {}\n", legend_.entry(decision));
    fmt::print("\nEach row is exact; --format csv has its thresholds.\n");
  }

  // The certain and the uncertain part of it.
  void print_proof() const {
    if (!has_two()) fmt::print("\n");
    double widest = 0;
    std::string of, why;
    for (const SweptProfile& profile : swept_.profiles) {
      if (profile.widest_gap() <= widest) continue;
      widest = profile.widest_gap();
      of = profile.title();
      why = profile.obstacle();
    }
    if (widest == 0 && axis_.kind == Axis::Kind::words) {
      fmt::print("Each value was decided by itself.\n");
    } else if (widest == 0) {
      fmt::print("Proved: nothing else is chosen {}.\n", has_two() ? "in these rows" : "in between");
    } else {
      fmt::print("Not all is proved: something else that is chosen over less than {}{} may be missed{}.\n",
                 show(widest, axis_.quantity, axis_.unit),
                 of.empty() ? "" : fmt::format(" (with {})", shown(of)),
                 why.empty() ? "" : fmt::format(", since {}", why));
    }
    print_proof_of_maps();
  }

  void print_proof_of_maps() const {
    double unproved = 0, finest = 0;
    for (const SweptProfile& profile : swept_.profiles) {
      if (!profile.map) continue;
      unproved = std::max(unproved, profile.map->unproved);
      finest = profile.map->finest;
    }
    if (finest == 0) return;
    fmt::print(
        "Between the rows: {:.1f} % of the map is proved, the rest was looked at in squares of 1/{} of both "
        "ranges; "
        "{}.\n",
        100 - 100 * unproved, static_cast<int>(1 / finest),
        unproved == 0 ? "nothing is missed" : "what nowhere fills one of these may be missed");
  }

  const Swept& swept_;
  const Axis& axis_;
  Legend legend_;
  size_t widest_ = 0;
};

}  // namespace

void print_swept(const Swept& swept) { SweepText(swept).print(); }

}  // namespace ishi::compiler::cli
