#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>

#include "cli/exit_code.h"
#include "cli/input/asked_situation.h"
#include "cli/input/batch.h"
#include "cli/output/terminal.h"
#include "cli/play/stepper.h"
#include "language/unit.h"
#include "simulate/simulation.h"

namespace ishi::compiler::cli {
namespace {

class Player {
 public:
  explicit Player(const PlayOptions& options) : options_(options) {}

  int run() {
    if (const int code = asked_.read(); code != kGood) return report(code);
    simulation_.emplace(asked_.asset(), asked_.model(), asked_.situation());
    Status status = simulation_->open(options_.seed);
    if (status) print_head();
    const uint64_t frames = frames_of(asked_.situation().course.seconds);
    // A bar for what takes long; a terminal that shows the timeline needs none.
    std::optional<Progress> progress;
    if (!is_terminal(stdout) && !options_.step) progress.emplace("playing", frames / kFramesPerSecond);
    std::optional<Stepper> stepper;
    if (options_.step) stepper.emplace(asked_.asset(), simulation_->agent());
    for (uint64_t frame = 0; frame < frames && status; ++frame) {
      status = simulation_->frame();
      const bool is_news = print_frame();
      if (stepper && !is_news && stepper->is_due()) print_nothing();
      if (stepper && (is_news || stepper->is_due()) && !stepper->wait()) break;
      if (progress && frame % kFramesPerSecond == kFramesPerSecond - 1) progress->advance();
    }
    if (!status) {
      complain("internal error: the runtime refused the situation: {}", describe(status.code));
      return kFound;
    }
    print_repetition();
    print_end();
    return report(kGood);
  }

 private:
  using EventKind = SimulatedEvent::Kind;

  int report(int code) {
    if (code == kUsage && !asked_.diagnostics().has_errors()) return code;  // it has been said
    Findings findings;
    findings.add(asked_.verdict(), asked_.sources(), options_.path);
    findings.print_errors(options_.path);
    return code;
  }

  void print_head() const {
    const std::string profile =
        asked_.profile_name().empty() ? "" : fmt::format(" (importance {})", asked_.profile_name());
    fmt::print("{}{} for {}\n", paint(asked_.agent().name.text, Color::bold, color_), profile, duration());
  }

  // What happened in a frame; whether anything of it was told. What an agent does again in the same way,
  // frame after frame, is told once.
  bool print_frame() {
    const double seconds = simulation_->seconds();
    frame_text_.clear();
    frame_sense_.clear();
    for (const SimulatedEvent& event : simulation_->agent().events()) {
      if (event.kind == EventKind::option_chosen) {
        print_choice(seconds, event.index, event.text);
      } else {
        print_event(seconds, event);
      }
    }
    if (frame_text_.empty()) return false;
    if (frame_sense_ == last_sense_) {
      ++repeated_;
      repeated_until_ = seconds;
      return false;
    }
    print_repetition();
    fmt::print("{}", frame_text_);
    last_sense_ = frame_sense_;
    return true;
  }

  // The moment that the person wanted to see is one in which nothing happens.
  void print_nothing() {
    print_repetition();
    fmt::print("{}  {}\n", stamp(simulation_->seconds()), paint("nothing new", Color::dim, color_));
  }

  void print_repetition() {
    if (repeated_ > 0) {
      fmt::print("{:>11}  {}\n", "",
                 paint(fmt::format("… {} time{} more until {:.2f}s", repeated_, repeated_ == 1 ? "" : "s",
                                   repeated_until_),
                       Color::dim, color_));
      last_stamp_.clear();
    }
    repeated_ = 0;
  }

  // A line of the frame at hand, and the same without its time.
  void line(const std::string& stamp, const std::string& text) {
    frame_text_ += fmt::format("{}  {}\n", stamp, text);
    frame_sense_ += text + '\n';
  }

  // The time, where it differs from the line before.
  std::string stamp(double seconds) {
    const std::string text = fmt::format("{:>8.2f}s", seconds);
    std::string shown = text == last_stamp_ ? fmt::format("{:{}}", "", text.size()) : text;
    last_stamp_ = text;
    return shown;
  }

  // `whom`: the name of the entity that it is for; empty if it is for none.
  void print_choice(double seconds, uint32_t chosen, std::string_view whom) {
    ++choices_;
    frame_text_ += '\n';
    line(stamp(seconds), paint(fmt::format("chooses {}{}", option_name(chosen),
                                           whom.empty() ? "" : fmt::format(" for {}", shown(whom))),
                               Color::bold, color_));
    const Thought& thought = simulation_->agent().thought();
    std::vector<uint32_t> order(thought.agent.options.count);
    std::vector<float> scores(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) {
      order[i] = i;
      scores[i] = thought.score(asked_.asset(), i);
    }
    std::ranges::stable_sort(order, std::greater<>(), [&](uint32_t i) { return scores[i]; });
    size_t width = 0;
    float greatest = 1;
    for (const uint32_t i : order) {
      width = std::max(width, option_name(i).size());
      if (std::isfinite(scores[i])) greatest = std::max(greatest, scores[i]);
    }
    for (const uint32_t i : order) {
      const bool eligible = std::isfinite(scores[i]);
      const double cooldown = thought.cooldowns[i];
      std::string text;
      if (!thought.competes(asked_.asset(), i)) {
        text = fmt::format("{:<{}}        – not of this state", option_name(i), width);
      } else if (!eligible) {
        text = fmt::format("{:<{}}        – not eligible", option_name(i), width);
      } else if (cooldown > 0) {
        text = fmt::format("{:<{}} {:>8.4f} – cools down, {:.2f}s more", option_name(i), width, scores[i],
                           cooldown);
      } else {
        text = score_line(option_name(i), width, scores[i], greatest, i == chosen);
      }
      if (rank_of(i) != 0) text += fmt::format("  rank {}", rank_of(i));
      const Color shade = i == chosen ? Color::green : eligible ? Color::none : Color::dim;
      line(fmt::format("{:>11}", ""), paint(text, shade, color_));
    }
    const std::string carried = levels();
    if (!carried.empty()) line(fmt::format("{:>11}", ""), paint(carried, Color::dim, color_));
  }

  // "hunger 0.52, rest 0.10": what the agent carries.
  [[nodiscard]] std::string levels() const {
    std::string text;
    for (uint32_t motive = 0; motive < asked_.asset().count(ishi::Kind::motives); ++motive) {
      const auto level = simulation_->agent().level(motive);
      if (!level) continue;
      text +=
          fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", asked_.asset().motive(motive).name, *level);
    }
    return text;
  }

  void print_event(double seconds, const SimulatedEvent& event) {
    const std::string words = words_of(event);
    const bool ends = event.kind == EventKind::option_ended || event.kind == EventKind::option_failed ||
                      event.kind == EventKind::option_left || event.kind == EventKind::state_changed;
    line(stamp(seconds),
         std::string(ends ? 0 : 2 + 2 * event.depth, ' ') + paint(words, shade_of(event), color_));
  }

  static Color shade_of(const SimulatedEvent& event) {
    switch (event.kind) {
      case EventKind::option_failed:
      case EventKind::task_failed: return Color::red;
      case EventKind::node_changed:
        return event.change.change == NodeChange::failed || event.change.change == NodeChange::aborted
                   ? Color::red
                   : Color::none;
      case EventKind::key_changed:
      case EventKind::noticed:
      case EventKind::forgotten:
      case EventKind::fact_changed: return Color::cyan;
      case EventKind::event_posted:
      case EventKind::state_changed: return Color::yellow;
      default: return Color::none;
    }
  }

  // What a node is called.
  [[nodiscard]] std::string node_name(const NodeInfo& node) const {
    const Asset& asset = asked_.asset();
    switch (node.kind) {
      case ishi::NodeKind::task: return std::string(asset.name(ishi::Kind::tasks, node.subject));
      case ishi::NodeKind::goal: return std::string(asset.name(ishi::Kind::goals, node.subject));
      case ishi::NodeKind::wait: return "the wait";
      case ishi::NodeKind::walk: return "the walk";
      case ishi::NodeKind::plan: return "the plan";
      case ishi::NodeKind::interjection: return "what broke in";
      case ishi::NodeKind::set: return std::string(verb_of(node));
      case ishi::NodeKind::emit: return "`emit`";
      default: return "the body";
    }
  }

  [[nodiscard]] std::string_view verb_of(const NodeInfo& set) const {
    if (set.assignments.count == 0) return "`set`";
    switch (asked_.asset().assignment(set.assignments.first).target) {
      case ishi::Target::remember: return "`remember`";
      case ishi::Target::forget: return "`forget`";
      default: return "`set`";
    }
  }

  static std::string_view why_of(NodeCause cause, ishi::NodeKind kind) {
    switch (cause) {
      case NodeCause::until: return "its `until` holds";
      case NodeCause::while_false: return "its `while` no longer holds";
      case NodeCause::timeout: return "its `timeout` is over";
      case NodeCause::forgotten: return "what it is for is forgotten";
      case NodeCause::search_full: return "it would take too long to find one";
      case NodeCause::requirement:
        return kind == ishi::NodeKind::goal   ? "its `when` does not hold"
               : kind == ishi::NodeKind::plan ? "there is none"
                                              : "its `requires` does not hold";
      default: return {};
    }
  }

  // "✘ aim is aborted: its `timeout` is over"
  [[nodiscard]] std::string words_of_node(const SimulatedEvent& event) const {
    const NodeInfo node = asked_.asset().node(event.index);
    const bool is_wait = node.kind == ishi::NodeKind::wait;
    const NodeCause cause = event.change.cause;
    const std::string_view why = why_of(cause, node.kind);
    const std::string because = why.empty() ? "" : fmt::format(": {}", why);
    const std::string name = node_name(node);
    switch (event.change.change) {
      case NodeChange::began:
        return is_wait                                     ? "… waits"
               : node.kind == ishi::NodeKind::interjection ? "⚡ something breaks in"
                                                           : fmt::format("▷ {}", name);
      case NodeChange::skipped: return fmt::format("↷ {} is skipped", name);
      case NodeChange::completed:
        return is_wait && why.empty() ? "✔ has waited" : fmt::format("✔ {}{}", name, because);
      case NodeChange::failed: return fmt::format("✘ {} has failed{}", name, because);
      case NodeChange::aborted: return fmt::format("✘ {} is aborted{}", name, because);
      case NodeChange::interrupted: return fmt::format("‖ {} is interrupted", name);
      case NodeChange::tried_again: return fmt::format("↻ {} is tried again{}", name, because);
    }
    return {};
  }

  [[nodiscard]] std::string words_of(const SimulatedEvent& event) {
    const Asset& asset = asked_.asset();
    const auto task = [&] { return std::string(asset.name(ishi::Kind::tasks, event.index)); };
    const auto with_fields = [&](std::string_view name) {
      return event.text.empty() ? std::string(name) : fmt::format("{} {{ {} }}", name, event.text);
    };
    switch (event.kind) {
      case EventKind::option_chosen: break;
      case EventKind::option_left:
        return fmt::format("{} is left{}", option_name(event.index),
                           event.text.empty() ? "" : fmt::format(": {}", event.text));
      case EventKind::option_ended: return fmt::format("{} is over", option_name(event.index));
      case EventKind::option_failed: return fmt::format("{} has failed", option_name(event.index));
      case EventKind::task_started: ++tasks_; return fmt::format("▶ {}", with_fields(task()));
      case EventKind::task_completed: return fmt::format("✔ {}", task());
      case EventKind::task_failed: return fmt::format("✘ {} fails", task());
      case EventKind::node_changed: return words_of_node(event);
      case EventKind::planned: return fmt::format("⚑ plans {}", event.text);
      case EventKind::reached: return "⚑ plans nothing: it holds already";
      case EventKind::event_posted:
        return fmt::format("✉ {}", with_fields(asset.name(ishi::Kind::events, event.index)));
      case EventKind::key_changed: return fmt::format("{}: {}", asset.key(event.index).name, event.text);
      case EventKind::walks: return fmt::format("walks to {}", event.text);
      case EventKind::heads: {
        const std::string_view steering = asked_.asset().steering(event.index).name;
        return event.text == "nothing" ? fmt::format("steers {}: stands", steering)
                                       : fmt::format("steers {}: {}", steering, event.text);
      }
      case EventKind::state_changed:
        return fmt::format("⇒ {}", asked_.agent().value.states.value[event.index].name.text);
      case EventKind::noticed:
        return fmt::format("remembers {} ({})", shown(event.text), asset.name(ishi::Kind::sets, event.index));
      case EventKind::forgotten:
        return fmt::format("forgets {} ({})", shown(event.text), asset.name(ishi::Kind::sets, event.index));
      case EventKind::fact_changed: return shown(event.text);
    }
    return {};
  }

  void print_end() {
    const bool is_cut_short =
        simulation_->seconds() + 1.5 / kFramesPerSecond < asked_.situation().course.seconds;
    fmt::print("\n{} choices, {} tasks in {}\n", choices_, tasks_,
               is_cut_short ? fmt::format("{:.2f}s", simulation_->seconds()) : duration());
    const uint16_t option = simulation_->agent().option();
    if (choices_ == 0 && option == kNoOption) {
      fmt::print("it never chose anything; `ishi why` says why\n");
    }
  }

  [[nodiscard]] std::string duration() const {
    return options_.duration.empty() ? show(asked_.situation().course.seconds, Quantity::duration)
                                     : options_.duration;
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
  std::string frame_text_, frame_sense_, last_sense_;
  size_t repeated_ = 0;
  double repeated_until_ = 0;  // seconds
  size_t choices_ = 0;
  size_t tasks_ = 0;
};

}  // namespace

int run_play(const PlayOptions& options) { return Player(options).run(); }

}  // namespace ishi::compiler::cli
