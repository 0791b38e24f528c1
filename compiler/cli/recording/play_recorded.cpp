#include "cli/recording/play_recorded.h"

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
#include "cli/recording/recorded_decision.h"
#include "cli/recording/recorded_run.h"
#include "diagnostics/render_json.h"

namespace ishi::compiler::cli {
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

// Indices are used again: whether another agent has the name of one that is no more, up to a frame.
std::string later_life(record::Replay& replay, const RecordedName& who, size_t from, size_t last) {
  for (size_t at = from; at <= last && replay.seek(at); ++at) {
    for (const Entity& entity : replay.entities()) {
      if (entity.index == who.id.index && replay.population_of(entity) == who.population)
        return fmt::format("; another one is called {} from {} on: --from shows it", who.text,
                           time_text(replay.frames()[at].microseconds));
    }
  }
  return "";
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
  const auto who = find_agent(*file, "--from", options.agent);
  if (!who) return kUsage;
  const RecordedSource source =
      find_source(*file, *replay.asset(who->population), options.root, options.more_roots);
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
  std::string end;  // why nothing is shown of the rest
  size_t at = *first;
  for (; at <= *last && was_there; ++at) {
    if (frames[at].follows_gap && at > *first && !is_json)
      fmt::print("{:>9}  {}\n", "", "here frames are lost; what follows goes on from a save");
    if (!run.play(at)) {
      end = fmt::format("the frame cannot be played: {}", difference_text(replay));
      break;
    }
    was_there = run.is_there();
    if (!was_there) end = "is no more" + later_life(replay, *who, at, *last);
    if (run.has_other_asset()) {
      end = "the game was given another asset; --from shows what comes after that";
      break;
    }
    if (!was_there || run.agent() == nullptr) continue;
    if (timelines.empty()) {
      timelines.emplace_back(model, *run.agent(), false);
      if (!options.keys) timelines.back().fold_keys();
    }
    if (is_json) {
      if (!json) json.emplace(model, run.asset());
      json->note(*run.agent());
    } else {
      printer.print_frame(timelines, run.seconds());
    }
  }
  const size_t shown = std::min(at, *last);
  if (!is_json) printer.print_end(timelines, run.seconds());
  if (!end.empty() && !is_json) fmt::print("{:>8.2f}s  {}\n", run.seconds(), end);
  for (const Timeline& timeline : timelines) choices += timeline.choices(), tasks += timeline.tasks();
  const double seconds = static_cast<double>(frames[shown].microseconds - frames[*first].microseconds) / 1e6;
  const int result = end.empty() || !was_there ? kGood : kFound;
  if (is_json) {
    nlohmann::ordered_json all = json ? json->json(seconds, agents) : nlohmann::ordered_json();
    if (!end.empty()) all["ends"] = end;
    fmt::print("{}", json_text(all));
    return result;
  }
  fmt::print("\n{} choice{}, {} task{} in {:.2f}s\n", choices, choices == 1 ? "" : "s", tasks,
             tasks == 1 ? "" : "s", seconds);
  return result;
}

}  // namespace ishi::compiler::cli
