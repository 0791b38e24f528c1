#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "recording/injection_text.h"
#include "recording/recording_file.h"

// `ishi replay`: plays a recording again, and says whether it comes to what it was.

namespace ishi::compiler::cli {
namespace {

using record::Difference;
using record::Replay;
using record::ReplaySums;
using OrderedJson = nlohmann::ordered_json;

double per_frame(uint64_t count, const ReplaySums& sums) {
  return sums.frames == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(sums.frames);
}

void print_sums(const Replay& replay) {
  const ReplaySums& sums = replay.sums();
  const double seconds = static_cast<double>(sums.microseconds) / 1e6;
  fmt::print("  agents     {} at once, in {}\n", sums.most_agents,
             counted(replay.population_count(), "population"));
  fmt::print("  time       {}, {:.1f} s of the world's\n", counted(sums.frames, "frame"), seconds);
  fmt::print("  decisions  {}, {:.1f} a frame; {} changed what an agent does\n",
             counted(sums.thoughts, "thought"), per_frame(sums.thoughts, sums), sums.switches);
  fmt::print("  tasks      {} started, {} completed, {} failed, {} aborted\n", sums.started, sums.completed,
             sums.failed, sums.aborted);
  fmt::print("  compared   {} of the state, and the decisions of every frame\n",
             sums.hashes == 1 ? "1 hash" : fmt::format("{} hashes", sums.hashes));
}

// Prints the changes that viewers of the running game made.
void print_injections(const Replay& replay) {
  constexpr size_t kMost = 20;
  const auto injections = replay.injections();
  if (injections.empty()) return;
  fmt::print("  changed    by viewers of the running game, {}:\n",
             injections.size() == 1 ? "once" : fmt::format("{} times", injections.size()));
  for (size_t i = 0; i < std::min(kMost, injections.size()); ++i) {
    const auto frames = replay.frames();
    const record::Injection& one = injections[i];
    const uint64_t frame = one.frame < frames.size() ? frames[one.frame].frame : 0;
    fmt::print("             frame {}: {}\n", frame, injection_text(replay, one));
  }
  if (injections.size() > kMost) fmt::print("             and {} more\n", injections.size() - kMost);
}

void print_losses(const ReplaySums& sums) {
  if (sums.lost_frames > 0)
    fmt::print("  lost       {} that the game could not write; what follows begins anew\n",
               counted(sums.lost_frames, "frame"));
  if (sums.is_cut)
    fmt::print("  cut        the game has not closed the recording; all whole frames were played\n");
}

constexpr std::string_view kKindNames[] = {"none",      "hash", "decisions", "refused",
                                           "malformed", "save", "hangs"};

OrderedJson json_of(const std::string& path, const Replay& replay, bool is_same) {
  const ReplaySums& sums = replay.sums();
  OrderedJson json = {{"version", 1},
                      {"recording", path},
                      {"is_same", is_same},
                      {"agents", sums.most_agents},
                      {"populations", OrderedJson::array()},
                      {"frames", sums.frames},
                      {"seconds", static_cast<double>(sums.microseconds) / 1e6},
                      {"thoughts", sums.thoughts},
                      {"thoughts_per_frame", per_frame(sums.thoughts, sums)},
                      {"switches", sums.switches},
                      {"tasks",
                       {{"started", sums.started},
                        {"completed", sums.completed},
                        {"failed", sums.failed},
                        {"aborted", sums.aborted}}},
                      {"hashes", sums.hashes},
                      {"lost_frames", sums.lost_frames},
                      {"damaged_records", sums.damaged},
                      {"is_cut", sums.is_cut},
                      {"injections", OrderedJson::array()},
                      {"difference", nullptr}};
  for (const record::Injection& one : replay.injections()) {
    const auto frames = replay.frames();
    json["injections"].push_back(
        {{"frame", one.frame < frames.size() ? OrderedJson(frames[one.frame].frame) : OrderedJson(nullptr)},
         {"text", injection_text(replay, one)}});
  }
  for (uint32_t i = 0; i < replay.population_count(); ++i)
    json["populations"].push_back(replay.agent_name(i));
  if (is_same) return json;
  const Difference& difference = replay.difference();
  const bool is_of_world = difference.population == Difference::kWorld;
  json["difference"] = {
      {"kind", kKindNames[static_cast<size_t>(difference.kind)]},
      {"frame", difference.frame},
      {"last_equal_frame", difference.last_equal_frame},
      {"population", is_of_world ? OrderedJson(nullptr) : OrderedJson(difference.population)},
      {"agent", is_of_world ? OrderedJson(nullptr) : OrderedJson(replay.agent_name(difference.population))},
      {"text", difference_text(replay)}};
  return json;
}

void print_difference(const std::string& name, const Replay& replay) {
  const Difference& difference = replay.difference();
  fmt::print("{} differs in frame {}: {}\n", name, difference.frame, difference_text(replay));
  if (difference.kind == Difference::Kind::hash && difference.last_equal_frame + 1 < difference.frame)
    fmt::print("  the state was compared after frame {} last, and was equal\n", difference.last_equal_frame);
}

}  // namespace

int run_replay(const ReplayOptions& options) {
  record::ReplayOptions played;
  played.threads = options.threads;
  played.agents_per_job = options.agents_per_job;
  played.instruction_set = options.instructions;
  World probe;
  if (!World::create({.instruction_set = options.instructions}, probe)) {
    complain("this processor, or this build, does not have these instructions");
    return kUsage;
  }
  int code = kGood;
  const auto file = open_recording(options.recording, played, false, code);
  if (file == nullptr) return code;
  Replay& replay = file->replay;
  const bool is_same = replay.run();
  const ReplaySums& sums = replay.sums();
  const int result = !is_same || sums.damaged > 0 ? kFound : kGood;
  if (options.format == Format::json) {
    fmt::print("{}", json_text(json_of(options.recording, replay, is_same)));
    return result;
  }
  const std::string name = shown(options.recording);
  if (!is_same) {
    print_difference(name, replay);
    return result;
  }
  if (sums.damaged > 0) {
    fmt::print("{} is damaged: {} not what was written; the rest is played as it was\n", name,
               sums.damaged == 1 ? "1 record is" : fmt::format("{} records are", sums.damaged));
  } else {
    fmt::print("{} is played as it was\n", name);
  }
  print_sums(replay);
  print_injections(replay);
  print_losses(sums);
  return result;
}

}  // namespace ishi::compiler::cli
