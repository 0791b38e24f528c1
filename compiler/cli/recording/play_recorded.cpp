#include "cli/recording/play_recorded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/play/run_tally.h"
#include "cli/play/timeline.h"
#include "cli/play/timeline_printer.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "recording/injection_text.h"
#include "recording/recorded_decision.h"
#include "recording/recorded_run.h"
#include "simulate/restarts.h"
#include "workspace/ask/play_json.h"

namespace ishi::compiler::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

// The options of `play` that change a situation, which a recording is not.
bool has_options_of_runs(const PlayOptions& options) {
  const std::string_view option = !options.at.empty()        ? "--at"
                                  : !options.fail.empty()    ? "--fail"
                                  : options.step             ? "--step"
                                  : !options.picture.empty() ? "--svg"
                                  : !options.map.empty()     ? "--map"
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

// Indices are used again: whether another agent has the name of one that is no more, up to a frame.
std::string later_life(record::Replay& replay, const FrameTimes& times, const RecordedName& who, size_t from,
                       size_t last) {
  for (size_t at = from; at <= last && replay.seek(at); ++at) {
    for (const Entity& entity : replay.entities()) {
      if (entity.index == who.id.index && replay.population_of(entity) == who.population)
        return fmt::format("; another one is called {} from {} on: --from shows it", who.text,
                           times.text(replay.frames()[at].microseconds));
    }
  }
  return "";
}

// The timeline of an agent, and its lines or their JSON. Where the game gives the agent another asset,
// another part begins.
class RecordedPlay {
 public:
  // All outlive this; the replay stands at the first frame.
  RecordedPlay(RecordingFile& file, const PlayOptions& options, Topics topics, const RecordedName& who)
      : file_(file),
        options_(options),
        who_(who),
        run_(file.replay, who, [this](const Asset& asset) { return find_model(asset); }) {
    printer_.show_only(options.quiet ? Topics::none() : topics);
    if (options.full) printer_.show_repetitions();
    tally_.add_agent(who.text);
  }

  int play(size_t first, size_t last) {
    record::Replay& replay = file_.replay;
    const auto frames = replay.frames();
    if (find_model(*replay.asset(who_.population)) == nullptr) return kUsage;
    if (!is_json())
      fmt::print("{} from {} to {}\n", paint(who_.text, Color::bold, use_color(stdout)),
                 file_.times.text(frames[first].microseconds), file_.times.text(frames[last].microseconds));
    first_ = first;
    bool was_there = true;
    size_t at = first;
    for (; at <= last; ++at) {
      if (frames[at].follows_gap && at > first && !is_json())
        fmt::print("{:>9}  {}\n", "", "here frames are lost; what follows goes on from a save");
      tell_injections(at);
      if (at > first && frames[at].follows < frames[at - 1].frame)
        tell_return(frames[at - 1].frame, frames[at].follows);
      if (!run_.play(at)) {
        end_ = fmt::format("the frame cannot be played: {}", difference_text(replay));
        break;
      }
      was_there = run_.is_there();
      if (!was_there && !parts_.empty())
        parts_.back().json.note_leaving(who_.text, frames[at].frame, run_.seconds());
      if (!was_there) {
        end_ = "is no more" + later_life(replay, file_.times, who_, at, last);
        break;
      }
      if (run_.lacks_sources()) {
        end_ = "the game was given another asset here, whose sources were not found";
        break;
      }
      if (run_.agent() != nullptr) note(at);
    }
    finish(std::min(at, last));
    return end_.empty() || !was_there ? kGood : kFound;
  }

 private:
  struct FoundSource {
    RecordedSource source;
    std::span<const std::byte> blob;  // that it becomes, in the recording
  };
  // As long as the agent has one asset.
  struct Part {
    Part(const RecordedRun& run, std::string_view kind, const RecordedSource& source, size_t first)
        : timeline(run.model(), *run.agent(), false),
          json(run.model(), run.asset()),
          kind(kind),
          source(source.path),
          first(first) {}
    Timeline timeline;
    PlayJson json;
    std::string kind, source;
    size_t first;
  };

  [[nodiscard]] bool is_json() const { return options_.format == Format::json; }

  // The game restored a snapshot.
  void tell_return(uint64_t frame, uint64_t to) {
    if (is_json()) return returns_.push_back({{"after_frame", frame}, {"to_frame", to}});
    fmt::print("{:>9}  here the game went back to frame {}{}\n", "", to,
               std::exchange(has_returned_, true) ? "" : ": the frames in brackets did not count");
  }

  // Notes what viewers of the running game changed before a frame.
  void tell_injections(size_t at) {
    for (const record::Injection& one : file_.replay.injections()) {
      if (one.frame != at) continue;
      const std::string text = injection_text(file_.replay, one);
      if (is_json())
        injections_.push_back({{"before_frame", file_.replay.frames()[at].frame}, {"text", text}});
      else
        fmt::print("{:>9}  {}\n", file_.times.name(at), text);
    }
  }

  // The model of its sources, which are found once; null after a message on stderr.
  const Model* find_model(const Asset& asset) {
    const auto blob = file_.replay.blob(asset);
    if (sources_.empty() || !std::ranges::equal(sources_.back().blob, blob)) {
      RecordedSource source = find_source(file_, asset, options_.root, options_.more_roots);
      if (source.file == nullptr) return nullptr;
      sources_.push_back({std::move(source), blob});
    }
    return &sources_.back().source.file->program->model;
  }

  void note(size_t at) {
    if (parts_.size() < run_.asset_count()) begin_part(at);
    restarts_.note(*run_.agent(), at);
    if (is_json()) return parts_.back().json.note(*run_.agent());
    const auto frames = file_.replay.frames();
    const uint64_t ends = at + 1 < frames.size() ? frames[at + 1].microseconds : frames[at].microseconds;
    tally_.note(0, *run_.agent(), static_cast<double>(ends - frames[at].microseconds) / 1e6);
    printer_.print_frame(parts_.back().timeline, run_.seconds(), file_.times.name(at));
    noted_ = at;
  }

  void begin_part(size_t at) {
    if (!parts_.empty() && !is_json()) {
      printer_.print_end(parts_.back().timeline, file_.times.name(noted_));
      fmt::print("\n{:>9}  here the game was given another version of {}\n", file_.times.name(at),
                 shown(sources_.back().source.path));
    }
    Part& part =
        parts_.emplace_back(run_, file_.replay.agent_name(who_.population), sources_.back().source, at);
    if (!options_.keys) part.timeline.fold_keys();
  }

  void finish(size_t last) {
    if (is_json()) return fmt::print("{}", json_text(json_of(last)));
    if (!parts_.empty()) printer_.print_end(parts_.back().timeline, file_.times.name(noted_));
    if (!end_.empty()) fmt::print("{:>9}  {}\n", file_.times.name(last), end_);
    size_t choices = 0, tasks = 0;
    for (const Part& part : parts_) choices += part.timeline.choices(), tasks += part.timeline.tasks();
    fmt::print("\n{} choice{}, {} task{} in {:.2f}s\n", choices, choices == 1 ? "" : "s", tasks,
               tasks == 1 ? "" : "s", seconds_between(first_, last));
    if (choices > 0) fmt::print("{}", tally_.table());
    const auto time_of = [&](double seconds) {
      return file_.times.seconds(static_cast<uint64_t>(std::llround(seconds * 1e6)));
    };
    if (const auto again = restarts_.of(0))
      fmt::print("note: {}\n", restarting_text(*again, time_of(again->from), time_of(again->until)));
  }

  // The first part; what comes after another asset was given stands in it.
  [[nodiscard]] OrderedJson json_of(size_t last) const {
    OrderedJson all, then = OrderedJson::array();
    for (size_t i = 0; i < parts_.size(); ++i) {
      const size_t end = i + 1 < parts_.size() ? parts_[i + 1].first : last;
      OrderedJson agents = OrderedJson::array();
      agents.push_back({{"name", who_.text}, {"agent", parts_[i].kind}});
      OrderedJson part = parts_[i].json.json(seconds_between(parts_[i].first, end), agents);
      if (i == 0) {
        all = std::move(part);
        continue;
      }
      part["source"] = parts_[i].source;
      part["from"] = static_cast<double>(file_.replay.frames()[parts_[i].first].microseconds) / 1e6;
      then.push_back(std::move(part));
    }
    if (!then.empty()) all["then"] = std::move(then);
    if (!returns_.empty()) all["went_back"] = returns_;
    if (!injections_.empty()) all["changed_by_viewers"] = injections_;
    if (!end_.empty()) all["ends"] = end_;
    return all;
  }

  [[nodiscard]] double seconds_between(size_t first, size_t last) const {
    const auto frames = file_.replay.frames();
    return static_cast<double>(frames[last].microseconds - frames[first].microseconds) / 1e6;
  }

  RecordingFile& file_;
  const PlayOptions& options_;
  const RecordedName& who_;
  std::deque<FoundSource> sources_;
  RecordedRun run_;
  std::deque<Part> parts_;
  TimelinePrinter printer_;
  RunTally tally_;
  Restarts restarts_;
  size_t first_ = 0, noted_ = 0;                // frames, by their places
  bool has_returned_ = false;                   // the note about rollbacks was printed
  OrderedJson returns_ = OrderedJson::array();  // rollbacks of the game to an earlier frame
  OrderedJson injections_ = OrderedJson::array();
  std::string end_;  // why nothing is shown of the rest
};

}  // namespace

int play_recorded(const PlayOptions& options) {
  if (has_options_of_runs(options)) return kUsage;
  const std::optional<Topics> topics = read_topics(options.only);
  if (!topics) return kUsage;
  if (options.agent.empty()) {
    complain("{} is a recording: say whose timeline with --agent, such as --agent guard#17", options.path);
    return kUsage;
  }
  int code = kGood;
  const auto file = open_recording(options.path, {}, true, code);
  if (file == nullptr) return code;
  static_cast<void>(tell_damage(*file));
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
  const auto who = find_agent(*file, "--from", options.agent);
  return who ? RecordedPlay(*file, options, *topics, *who).play(*first, *last) : kUsage;
}

}  // namespace ishi::compiler::cli
