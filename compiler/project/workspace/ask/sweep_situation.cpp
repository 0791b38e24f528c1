#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "lower/lower.h"
#include "simulate/profiles_of.h"
#include "sweep/sweep.h"
#include "workspace/ask/swept.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kRows = 21;  // of a map whose second axis is no list of values

// "hp,ammo" and repeated options, each with a range of its own perhaps.
std::vector<std::string> split(const std::vector<std::string>& over) {
  std::vector<std::string> parts;
  for (const std::string& one : over) {
    size_t begin = 0;
    for (size_t comma = one.find(','); comma != std::string::npos; comma = one.find(',', begin)) {
      parts.push_back(one.substr(begin, comma - begin));
      begin = comma + 1;
    }
    parts.push_back(one.substr(begin));
  }
  return parts;
}

}  // namespace

class SweepInPieces::Sweeping {
 public:
  Sweeping(const AskedSituation& asked, const std::vector<std::string>& over, std::string_view importance)
      : asked_(asked), importance_(importance), situation_(asked.situation()), swept_{asked, {}, {}, {},
                                                                                      {},    {}, {}, {}} {
    swept_.agent = std::string(asked_.agent().name.text);
    swept_.running = asked_.question().running;
    swept_.state = asked_.question().state;
    fault_ = asked_.agent().value.select.draws()
                 ? fmt::format(
                       "{} draws lots among its best, so what it chooses is chance; ishi why shows "
                       "the chances",
                       swept_.agent)
                 : find_axes(split(over));
    if (!fault_.empty()) return;
    note_given();
    Diagnostics nothing_new;  // it has been compiled
    lowered_ = lower(asked_.model(), kNone, nothing_new);
    profiles_ = profiles();
    seconds_ = seconds();
  }

  bool go_on() {
    if (!fault_.empty() || profile_ == profiles_.size() || is_stopped(asked_.question().stop)) return false;
    if (current_.rows.size() < seconds_.size()) {
      const float second = seconds_[current_.rows.size()];
      current_.rows.push_back({second, sweep_line(question(), second)});
      return true;
    }
    const bool is_map = swept_.axes.size() == 2 && swept_.axes[1].count() == 0;
    if (is_map && map_ == nullptr) map_ = std::make_unique<MapSweep>(question());
    if (is_map && map_->go_on()) return true;
    if (is_map) current_.map = map_->take();
    map_.reset();
    if (swept_.axes.size() == 1) current_.hysteresis = sweep_hysteresis(question(), current_.rows[0].line);
    keep();
    return true;
  }

  tl::expected<Swept, std::string> take() {
    if (!fault_.empty()) return tl::unexpected(std::move(fault_));
    return std::move(swept_);
  }

 private:
  [[nodiscard]] const QuestionWords& words() const { return asked_.question().words; }

  // The fault of the axes; empty: none.
  std::string find_axes(const std::vector<std::string>& over) {
    if (over.size() > 2)
      return fmt::format("{} takes one key or two, but here are {}: {}", words().over, over.size(),
                         fmt::join(over, ", "));
    for (const std::string& one : over) {
      auto axis = find_axis(asked_.model(), one, situation_, words());
      if (!axis) return axis.error();
      swept_.axes.push_back(std::move(*axis));
    }
    std::vector<Axis>& axes = swept_.axes;
    if (axes.size() == 2 && axes[0].name == axes[1].name)
      return fmt::format("{} names {} twice; name two different keys", words().over, axes[0].name);
    // Lines go along what has many values.
    if (axes.size() == 2 && axes[0].count() != 0 && axes[1].count() == 0) std::swap(axes[0], axes[1]);
    return {};
  }

  void note_given() {
    const SituationQuestion& question = asked_.question();
    for (const std::string& set : question.set) {
      const std::string key = set.substr(0, set.find('='));
      const bool is_swept =
          std::ranges::any_of(swept_.axes, [&](const Axis& axis) { return axis.name == key; });
      if (is_swept)
        swept_.idle.push_back(fmt::format("{} {} changes nothing: {} is swept", words().set, set, key));
      else
        swept_.given.push_back(set);
    }
    const auto note = [&](std::string_view what, const std::string& name) {
      if (!name.empty()) swept_.given.push_back(fmt::format(fmt::runtime(what), name));
    };
    note("the situation of \"{}\"", question.test);
    note("the scene {}", question.scene);
    note("in the state {}", question.state);
  }

  [[nodiscard]] std::vector<uint32_t> profiles() const {
    const bool is_all = importance_.empty() || importance_ == kAllProfiles;
    const auto count = static_cast<uint32_t>(asked_.model().importance.size());
    if (!is_all || count == 0) return {situation_.profile};
    std::vector<uint32_t> all;
    if (asked_.agent().value.importance.index == kNone) all.push_back(kNone);
    const std::vector<uint32_t> own = profiles_of(asked_.model(), asked_.situation().agent);
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }

  [[nodiscard]] std::string name_of(uint32_t profile) const {
    const auto& importance = asked_.model().importance;
    const uint32_t usual = asked_.agent().value.importance.index;
    if (profile == kNone) profile = usual;
    if (profile == kNone) return importance.empty() ? "" : std::string(kNoProfile);
    return std::string(importance[profile].name.text);
  }

  // The values of the second axis for which there are lines.
  [[nodiscard]] std::vector<float> seconds() const {
    if (swept_.axes.size() == 1) return {0};
    const Axis& axis = swept_.axes[1];
    const uint32_t count = axis.count() != 0 && axis.count() <= kRows * 2 ? axis.count() : kRows;
    std::vector<float> values;
    for (uint32_t i = 0; i < count; ++i) {
      const double part = count == 1 ? 0 : static_cast<double>(i) / (count - 1);
      const double value = axis.low + (static_cast<double>(axis.high) - axis.low) * part;
      values.push_back(static_cast<float>(axis.kind == Axis::Kind::number ? value : std::round(value)));
    }
    return values;
  }

  [[nodiscard]] SweepQuestion question() const {
    SweepQuestion question{asked_.model(), lowered_,    asked_.asset(),
                           situation_,     swept_.axes, asked_.question().stop};
    question.situation.profile = profiles_[profile_];
    return question;
  }

  // Profiles that decide alike everywhere are told together.
  void keep() {
    SweptProfile result = std::exchange(current_, {});
    result.profile = profiles_[profile_++];
    const std::string name = name_of(result.profile);
    const auto same =
        std::ranges::find_if(swept_.profiles, [&](const SweptProfile& one) { return is_same(one, result); });
    SweptProfile& kept =
        same != swept_.profiles.end() ? *same : swept_.profiles.emplace_back(std::move(result));
    if (!name.empty()) kept.names.push_back(name);
  }

  static bool is_same(const SweptProfile& a, const SweptProfile& b) {
    const auto same_stretch = [](const SweptStretch& x, const SweptStretch& y) {
      return x.first == y.first && x.last == y.last && x.decision == y.decision;
    };
    const auto same_switches = [](const std::vector<Switch>& x, const std::vector<Switch>& y) {
      return std::ranges::equal(x, y, [](const Switch& one, const Switch& other) {
        return one.at == other.at && one.to == other.to;
      });
    };
    const bool same_rows = std::ranges::equal(a.rows, b.rows, [&](const SweptRow& x, const SweptRow& y) {
      return std::ranges::equal(x.line.stretches, y.line.stretches, same_stretch);
    });
    if (!same_rows || a.hysteresis.has_value() != b.hysteresis.has_value()) return false;
    return !a.hysteresis || (same_switches(a.hysteresis->rising, b.hysteresis->rising) &&
                             same_switches(a.hysteresis->falling, b.hysteresis->falling));
  }

  const AskedSituation& asked_;
  std::string importance_;
  Situation situation_;
  Lowered lowered_;
  std::string fault_;  // empty: none
  std::vector<uint32_t> profiles_;
  std::vector<float> seconds_;  // of the lines
  size_t profile_ = 0;          // the place of the one that is being swept
  SweptProfile current_;        // what is known of it
  std::unique_ptr<MapSweep> map_;
  Swept swept_;
};

SweepInPieces::SweepInPieces(const AskedSituation& asked, const std::vector<std::string>& over,
                             std::string_view importance)
    : sweeping_(std::make_unique<Sweeping>(asked, over, importance)) {}
SweepInPieces::~SweepInPieces() = default;
bool SweepInPieces::go_on() { return sweeping_->go_on(); }
tl::expected<Swept, std::string> SweepInPieces::take() { return sweeping_->take(); }

tl::expected<Swept, std::string> sweep(const AskedSituation& asked, const std::vector<std::string>& over,
                                       std::string_view importance) {
  SweepInPieces sweeping(asked, over, importance);
  while (sweeping.go_on()) {
  }
  return sweeping.take();
}

}  // namespace ishi::compiler
