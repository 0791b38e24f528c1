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

}  // namespace ishi::compiler::cli
