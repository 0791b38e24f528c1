#include <fmt/format.h>

#include <cinttypes>
#include <span>
#include <string>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "ishi/record/replay.h"
#include "source/whole_file.h"

// `ishi replay`: plays a recording again, and says whether it comes to what it was.

namespace ishi::compiler::cli {
namespace {

using record::Difference;
using record::Replay;
using record::ReplaySums;
using record::Step;

std::string counted(uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string whose(const Replay& replay, uint32_t population) {
  if (population == Difference::kWorld) return "the world itself";
  const std::string_view agent = replay.agent_name(population);
  return agent.empty() ? fmt::format("population {}", population)
                       : fmt::format("population {} ({})", population, shown(agent));
}

// Says in plain words which part of the state differs.
std::string described(const Replay& replay) {
  const Difference& difference = replay.difference();
  const std::string who = whose(replay, difference.population);
  switch (difference.kind) {
    case Difference::Kind::hash: return fmt::format("the state of {} is another one", who);
    case Difference::Kind::decisions:
      return fmt::format("other agents of {} are at work, or at other things", who);
    case Difference::Kind::refused:
      if (difference.status) return fmt::format("`{}` has another result for {}", difference.call, who);
      return fmt::format("`{}` is refused by {}: {}", difference.call, who, describe(difference.status));
    case Difference::Kind::malformed: return fmt::format("its bytes are no calls (`{}`)", difference.call);
    case Difference::Kind::save:
      if (difference.status) return "the save that follows it is of another world";
      return fmt::format("its {} cannot be loaded: {}", difference.call, describe(difference.status));
    case Difference::Kind::none: break;
  }
  return "nothing";
}

void print_sums(const Replay& replay) {
  const ReplaySums& sums = replay.sums();
  const double seconds = static_cast<double>(sums.microseconds) / 1e6;
  const double frames = static_cast<double>(sums.frames);
  fmt::print("  agents     {} at once, in {}\n", sums.most_agents,
             counted(replay.population_count(), "population"));
  fmt::print("  time       {}, {:.1f} s of the world's\n", counted(sums.frames, "frame"), seconds);
  fmt::print("  decisions  {}, {:.1f} a frame; {} changed what an agent does\n",
             counted(sums.thoughts, "thought"),
             sums.frames == 0 ? 0.0 : static_cast<double>(sums.thoughts) / frames, sums.switches);
  fmt::print("  tasks      {} started, {} completed, {} failed, {} aborted\n", sums.started, sums.completed,
             sums.failed, sums.aborted);
  fmt::print("  compared   {} of the state, and the decisions of every frame\n",
             sums.hashes == 1 ? "1 hash" : fmt::format("{} hashes", sums.hashes));
}

void print_losses(const ReplaySums& sums) {
  if (sums.lost_frames > 0)
    fmt::print("  lost       {} that the game could not write; what follows begins anew\n",
               counted(sums.lost_frames, "frame"));
  if (sums.is_cut)
    fmt::print("  cut        the game has not closed the recording; all whole frames were played\n");
}

}  // namespace

int run_replay(const ReplayOptions& options) {
  const auto text = read_to_end(options.recording);
  if (!text) {
    complain("{} cannot be read: {}", options.recording, text.error());
    return kUsage;
  }
  Replay replay;
  record::ReplayOptions played;
  played.threads = options.threads;
  played.agents_per_job = options.agents_per_job;
  played.instruction_set = options.instructions;
  World probe;
  if (!World::create({.instruction_set = options.instructions}, probe)) {
    complain("this processor, or this build, does not have these instructions");
    return kUsage;
  }
  const record::ReadResult result = Replay::open(std::as_bytes(std::span(*text)), played, replay);
  if (result != record::ReadResult::ok) {
    complain("{} cannot be played: {}", options.recording, describe(result));
    return result == record::ReadResult::nothing_whole ? kFound : kUsage;
  }
  const bool is_same = replay.run();
  const std::string name = shown(options.recording);
  if (!is_same) {
    const Difference& difference = replay.difference();
    fmt::print("{} differs in frame {}: {}\n", name, difference.frame, described(replay));
    if (difference.kind == Difference::Kind::hash && difference.last_equal_frame + 1 < difference.frame)
      fmt::print("  the state was compared after frame {} last, and was equal\n",
                 difference.last_equal_frame);
    return kFound;
  }
  const ReplaySums& sums = replay.sums();
  if (sums.damaged > 0) {
    fmt::print("{} is damaged: {} not what was written; the rest is played as it was\n", name,
               sums.damaged == 1 ? "1 record is" : fmt::format("{} records are", sums.damaged));
  } else {
    fmt::print("{} is played as it was\n", name);
  }
  print_sums(replay);
  print_losses(sums);
  return sums.damaged > 0 ? kFound : kGood;
}

}  // namespace ishi::compiler::cli
