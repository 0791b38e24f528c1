#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <ranges>

#include "cli/asked_situation.h"
#include "cli/batch.h"
#include "cli/exit_code.h"
#include "cli/terminal.h"
#include "language/unit.h"
#include "testing/simulation.h"

namespace ishi::compiler::cli {
namespace {

constexpr double kLongest = 24 * 3600;  // seconds

// "10s" in seconds; nothing after a message.
std::optional<double> read_duration(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const UnitRow* const unit = find_unit(std::string_view(end, text.data() + text.size()));
  const bool valid = error == std::errc() && unit != nullptr && unit->quantity == Quantity::duration;
  const double seconds = valid ? number * unit->factor : 0;
  if (valid && seconds > 0 && seconds <= kLongest) return seconds;
  complain("--for takes a time up to 24h with its unit, such as 500ms, 10s or 2min, but here is {}", text);
  return std::nullopt;
}

class Player {
 public:
  explicit Player(const PlayOptions& options) : options_(options) {}

  int run() {
    const auto seconds = read_duration(options_.duration);
    if (!seconds) return kUsage;
    if (const int code = asked_.read(); code != kGood) return report(code);
    simulation_.emplace(asked_.asset(), asked_.model(), asked_.situation());
    Status status = simulation_->open(options_.seed);
    if (status) print_head();
    const auto frames = static_cast<uint64_t>(std::ceil(*seconds * kFramesPerSecond));
    // A bar for what takes long; a terminal that shows the timeline needs none.
    std::optional<Progress> progress;
    if (!is_terminal(stdout)) progress.emplace("playing", frames / kFramesPerSecond);
    for (uint64_t frame = 0; frame < frames && status; ++frame) {
      status = simulation_->frame();
      print_frame(frame);
      if (progress && frame % kFramesPerSecond == kFramesPerSecond - 1) progress->advance();
    }
    if (!status) {
      complain("internal error: the runtime refused the situation: {}", describe(status.code));
      return kFound;
    }
    print_end();
    return report(kGood);
  }

 private:
  using Kind = SimulatedEvent::Kind;

  int report(int code) {
    if (code == kUsage && !asked_.diagnostics().has_errors()) return code;  // it has been said
    Findings findings;
    findings.add(asked_.diagnostics().sorted(), asked_.sources());
    findings.print_errors(options_.path);
    return code;
  }

  void print_head() const {
    const std::string profile =
        asked_.profile_name().empty() ? "" : fmt::format(" (importance {})", asked_.profile_name());
    fmt::print("{}{} for {}\n", paint(asked_.agent().name.text, Color::bold, color_), profile,
               options_.duration);
  }

  void print_frame(uint64_t frame) {
    const double seconds = static_cast<double>(frame) / kFramesPerSecond;
    for (const SimulatedEvent& event : simulation_->events()) {
      if (event.kind == Kind::option_chosen) {
        print_choice(seconds, event.index);
      } else {
        print_event(seconds, event);
      }
    }
  }

  // The time, where it differs from the line before.
  std::string stamp(double seconds) {
    const std::string text = fmt::format("{:>8.2f}s", seconds);
    std::string shown = text == last_stamp_ ? fmt::format("{:{}}", "", text.size()) : text;
    last_stamp_ = text;
    return shown;
  }

  void print_choice(double seconds, uint32_t chosen) {
    ++choices_;
    fmt::print("\n{}  {}\n", stamp(seconds),
               paint(fmt::format("chooses {}", option_name(chosen)), Color::bold, color_));
    const std::vector<float>& scores = simulation_->scores();
    std::vector<uint32_t> order(scores.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, std::greater<>(), [&](uint32_t i) { return scores[i]; });
    size_t width = 0;
    float greatest = 1;
    for (const uint32_t i : order) {
      width = std::max(width, option_name(i).size());
      if (std::isfinite(scores[i])) greatest = std::max(greatest, scores[i]);
    }
    for (const uint32_t i : order) {
      const bool eligible = std::isfinite(scores[i]);
      const double cooldown = simulation_->cooldown_left(i);
      std::string line;
      if (!eligible) {
        line = fmt::format("{:<{}}        – not eligible", option_name(i), width);
      } else if (cooldown > 0) {
        line = fmt::format("{:<{}} {:>8.4f} – cools down, {:.2f}s more", option_name(i), width, scores[i],
                           cooldown);
      } else {
        line = score_line(option_name(i), width, scores[i], greatest, i == chosen);
      }
      if (rank_of(i) != 0) line += fmt::format("  rank {}", rank_of(i));
      const Color shade = i == chosen ? Color::green : eligible ? Color::none : Color::dim;
      fmt::print("{:>11}  {}\n", "", paint(line, shade, color_));
    }
  }

  void print_event(double seconds, const SimulatedEvent& event) {
    const std::string words = words_of(event);
    const bool ends = event.kind == Kind::option_ended || event.kind == Kind::option_failed ||
                      event.kind == Kind::option_left;
    const Color shade = event.kind == Kind::option_failed || event.kind == Kind::task_aborted ? Color::red
                        : event.kind == Kind::key_changed                                     ? Color::cyan
                                                                                              : Color::none;
    fmt::print("{}  {}{}\n", stamp(seconds), ends ? "" : "  ", paint(words, shade, color_));
  }

  [[nodiscard]] std::string words_of(const SimulatedEvent& event) {
    const Asset& asset = asked_.asset();
    const auto task = [&] { return std::string(asset.name(ishi::Kind::tasks, event.index)); };
    switch (event.kind) {
      case Kind::option_chosen: break;
      case Kind::option_left: return fmt::format("{} is left", option_name(event.index));
      case Kind::option_ended: return fmt::format("{} is over", option_name(event.index));
      case Kind::option_failed: return fmt::format("{} has failed", option_name(event.index));
      case Kind::task_started:
        ++tasks_;
        return event.text.empty() ? fmt::format("▶ {}", task())
                                  : fmt::format("▶ {} {{ {} }}", task(), event.text);
      case Kind::task_completed: return fmt::format("✔ {}", task());
      case Kind::task_aborted: return fmt::format("✘ {} is aborted", task());
      case Kind::wait_started: return "… waits";
      case Kind::wait_ended: return "✔ has waited";
      case Kind::key_changed: return fmt::format("{}: {}", asset.key(event.index).name, event.text);
    }
    return {};
  }

  void print_end() {
    fmt::print("\n{} choices, {} tasks in {}\n", choices_, tasks_, options_.duration);
    const uint16_t option = simulation_->option();
    if (choices_ == 0 && option == kNoOption) {
      fmt::print("it never chose anything; `ishi why` says why\n");
    }
  }

  [[nodiscard]] int32_t rank_of(uint32_t option) const {
    return asked_.model().actions[asked_.agent().value.actions[option].index].value.rank.value;
  }

  [[nodiscard]] std::string_view option_name(uint32_t option) const {
    return asked_.agent().value.actions[option].text;
  }

  const PlayOptions& options_;
  const bool color_ = use_color(stdout);
  AskedSituation asked_{options_};
  std::optional<Simulation> simulation_;
  std::string last_stamp_;
  size_t choices_ = 0;
  size_t tasks_ = 0;
};

}  // namespace

int run_play(const PlayOptions& options) { return Player(options).run(); }

}  // namespace ishi::compiler::cli
