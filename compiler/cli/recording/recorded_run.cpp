#include "cli/recording/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/play/play_json.h"
#include "cli/play/timeline.h"
#include "cli/play/timeline_printer.h"
#include "cli/recording/recorded_agent.h"
#include "cli/recording/recorded_decision.h"
#include "diagnostics/render_json.h"
#include "ishi/scratch.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler {

using record::Phase;

// An agent of a recording over time: notes what it does while the game is played again, as a simulation does.
class RecordedRun final : public record::ReplayObserver {
 public:
  // All must outlive this.
  RecordedRun(record::Replay& replay, const cli::RecordedName& who, const Model& model)
      : replay_(replay), who_(who), model_(model) {}

  // Plays a frame, by its place. False if that cannot be.
  bool play(size_t frame) {
    seconds_ = static_cast<double>(replay_.frames()[frame].microseconds) / 1e6;
    frame_ = frame;
    if (agent_) agent_->begin_frame(frame, seconds_);
    replay_.observe(this);
    const bool is_played = replay_.seek(frame);
    replay_.observe(nullptr);
    if (!is_played) return false;
    is_there_ = replay_.population_of(who_.id) == who_.population;
    if (is_there_ && find()) agent_->note_changes();
    return true;
  }
  [[nodiscard]] bool is_there() const { return is_there_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  // Another one whenever the recording went on from a save; null before it lives.
  [[nodiscard]] const SimulatedAgent* agent() const { return agent_ ? &*agent_ : nullptr; }

 private:
  // The agent in the world as it is now; false if it does not live.
  bool find() {
    World& world = replay_.world();
    if (replay_.population_of(who_.id) != who_.population) return false;
    if (world.number() == number_) return true;
    agent_.reset();
    recorded_ = std::make_unique<cli::RecordedAgent>(replay_, *replay_.asset(who_.population), model_, who_);
    if (!Scratch::create(world, scratch_)) return false;
    agent_.emplace(recorded_->place(), scratch_);
    agent_->begin_frame(frame_, seconds_);
    number_ = world.number();
    return true;
  }

  [[nodiscard]] bool is_it(const ishi::Token& token) const {
    return token.population == who_.population && token.slot == agent_->place().slot();
  }

  void begins(uint32_t population, Phase phase, std::span<const uint32_t> slots) override {
    if (population != who_.population || !find()) return;
    recorded_->refresh();
    if (phase == Phase::think)
      static_cast<void>(agent_->before_thought(std::ranges::binary_search(slots, agent_->place().slot())));
    if (phase == Phase::act) agent_->before_round();
  }

  void ended(uint32_t population, Phase phase, const Commands& commands) override {
    if (population != who_.population || !agent_ || replay_.world().number() != number_) return;
    if (phase == Phase::think) static_cast<void>(agent_->after_thought());
    if (phase != Phase::act) return;
    agent_->note_round(commands, false);
    for (const Emitted& event : commands.events) {
      if (event.agent == agent_->place().self())
        agent_->note_emitted({event.agent, event.event, Audience::game, event.record});
    }
    for (const End& end : commands.ends)
      std::erase_if(running_, [&](const Running& task) { return task.token == end.token; });
    agent_->note_changes();
    for (const Start& start : commands.starts) {
      if (start.agent != agent_->place().self()) continue;
      const uint32_t task = agent_->place().asset().find(start.task);
      running_.push_back({start.token, task});
      agent_->note_start(start, task, agent_->take_depth(task));
    }
    agent_->after_round(commands);
  }

  void reported(uint32_t population, const ishi::Report& report) override {
    if (population != who_.population || !find() || !is_it(report.token)) return;
    const auto task = std::ranges::find_if(running_, [&](const Running& one) {
      return one.token.serial == report.token.serial && one.token.lane == report.token.lane;
    });
    if (task == running_.end()) return;  // it began before what is played
    if (report.ending == Ending::failed) {
      agent_->note(SimulatedEvent::Kind::task_failed, task->task);
    } else {
      std::vector<std::byte> record(AssetParts(agent_->place().asset()).task(task->task).record_size);
      const auto* const given = static_cast<const std::byte*>(report.record);
      std::copy_n(given, given == nullptr ? 0 : std::min<size_t>(record.size(), report.record_bytes),
                  record.begin());
      agent_->note_completed(task->task, record.data(), 0);
    }
    running_.erase(task);
  }
  void posted(const EventOptions&) override {}

  struct Running {
    ishi::Token token;
    uint32_t task;
  };

  record::Replay& replay_;
  const cli::RecordedName& who_;
  const Model& model_;
  std::unique_ptr<cli::RecordedAgent> recorded_;
  Scratch scratch_;
  std::optional<SimulatedAgent> agent_;
  std::vector<Running> running_;
  uint32_t number_ = 0;  // of the world that the agent lives in
  size_t frame_ = 0;
  double seconds_ = 0;
  bool is_there_ = false;
};

namespace cli {
namespace {

// The options of `play` that change a situation, which a recording is not.
bool has_options_of_runs(const PlayOptions& options) {
  const std::string_view option = !options.at.empty()        ? "--at"
                                  : !options.fail.empty()    ? "--fail"
                                  : options.step             ? "--step"
                                  : !options.picture.empty() ? "--svg"
                                  : options.seed != 0        ? "--seed"
                                                             : "";
  if (option.empty()) return has_options_of_sources(options);
  complain("{} is about a run of a source, and {} is a recording, where everything was as it was{}", option,
           options.path, option == "--at" ? "; --from says where to begin" : "");
  return true;
}

// The last frame to play.
std::optional<size_t> find_end(const RecordingFile& file, const std::string& duration, size_t first) {
  const auto frames = file.replay.frames();
  const auto length = duration.empty() ? std::optional(10.0) : read_length(duration);
  if (!length) return std::nullopt;
  const double end = static_cast<double>(frames[first].microseconds) + *length * 1e6;
  size_t last = first;
  while (last + 1 < frames.size() && static_cast<double>(frames[last + 1].microseconds) <= end) ++last;
  return last;
}

}  // namespace

int play_recorded(const PlayOptions& options) {
  if (has_options_of_runs(options)) return kUsage;
  if (options.agent.empty()) {
    complain("{} is a recording: say whose timeline with --agent, such as --agent guard#17", options.path);
    return kUsage;
  }
  int code = kGood;
  const auto file = RecordingFile::open(options.path, {}, true, code);
  if (file == nullptr) return code;
  record::Replay& replay = file->replay;
  const auto first =
      options.from.empty() ? std::optional<size_t>(0) : find_frame(*file, "--from", options.from);
  if (!first) return kUsage;
  const auto last = find_end(*file, options.duration, *first);
  if (!last) return kUsage;
  if (!replay.seek(*first)) {
    complain("{} cannot be played: {}", options.path, difference_text(replay));
    return kFound;
  }
  const auto who = find_agent(*file, options.agent);
  if (!who) return kUsage;
  const RecordedSource source = find_source(*file, *replay.asset(who->population), options.root);
  if (source.file == nullptr) return kUsage;
  const Model& model = source.file->program->model;
  const bool is_json = options.format == Format::json;
  RecordedRun run(replay, *who, model);
  std::deque<Timeline> timelines;
  TimelinePrinter printer;
  nlohmann::ordered_json agents = nlohmann::ordered_json::array();
  agents.push_back({{"name", who->text}, {"agent", replay.agent_name(who->population)}});
  std::optional<PlayJson> json;
  const auto frames = replay.frames();
  if (!is_json)
    fmt::print("{} from {} to {}\n", paint(who->text, Color::bold, use_color(stdout)),
               time_text(frames[*first].microseconds), time_text(frames[*last].microseconds));
  size_t choices = 0, tasks = 0;
  bool was_there = true;
  const Asset* asset = nullptr;
  for (size_t at = *first; at <= *last && was_there; ++at) {
    if (frames[at].follows_gap && at > *first && !is_json)
      fmt::print("{:>9}  {}\n", "", "here frames are lost; what follows goes on from a save");
    if (!run.play(at)) break;
    was_there = run.is_there();
    if (!was_there && !is_json) fmt::print("{:>8.2f}s  is no more\n", run.seconds());
    if (!was_there || run.agent() == nullptr) continue;
    if (timelines.empty()) asset = &run.agent()->place().asset();
    if (asset != &run.agent()->place().asset()) {
      complain("at {:.2f}s the game was given other assets; name a time after that with --from",
               run.seconds());
      break;
    }
    if (timelines.empty()) timelines.emplace_back(model, *run.agent(), false);
    if (is_json) {
      if (!json) json.emplace(model, run.agent()->place().asset());
      json->note(*run.agent());
    } else {
      printer.print_frame(timelines, run.seconds());
    }
  }
  for (const Timeline& timeline : timelines) choices += timeline.choices(), tasks += timeline.tasks();
  const double seconds = static_cast<double>(frames[*last].microseconds - frames[*first].microseconds) / 1e6;
  if (is_json) {
    fmt::print("{}", json_text(json ? json->json(seconds, agents) : nlohmann::ordered_json()));
    return kGood;
  }
  printer.print_repetition();
  fmt::print("\n{} choices, {} tasks in {:.2f}s\n", choices, tasks, seconds);
  return kGood;
}

}  // namespace cli
}  // namespace ishi::compiler
