// What acting costs: walkers whose tasks run on, and walkers all of whose tasks end in every frame; the same
// of woodcutters, whose tasks stand in a tree of goals with conditions that could come true in every frame.
// The time is that of act alone, from begin_act to end_act, and of asking for the time, some hundred
// nanoseconds.

#include <span>

#include "agents.h"
#include "ishi/tools.h"

namespace ishi::benchmarks {
namespace {

// Four frames, in which all think once; the tasks that they start are added.
void start_all(Agents& agents, std::vector<Token>& running) {
  for (int i = 0; i < 4; ++i) {
    agents.begin_frame();
    agents.think();
    for (const Start& start : agents.act().starts) running.push_back(start.token);
    agents.end_frame();
  }
}

// The round of a frame, from begin_act to end_act alone.
void act_timed(Agents& agents, benchmark::State& state) {
  const double begin = thread_seconds();
  agents.act();
  state.SetIterationTime(thread_seconds() - begin);
}

void act_running(benchmark::State& state) {
  Agents agents(ISHI_WALKER_BLOB, "walker", static_cast<uint32_t>(state.range(0)));
  std::vector<Token> running;
  start_all(agents, running);
  uint64_t looked_at = 0;
  for (auto _ : state) {
    agents.begin_frame();
    act_timed(agents, state);
    agents.end_frame();
    looked_at += agents.slots.size();
  }
  report(state, "per_agent", looked_at);
}

// Each agent's task ends, and what follows it begins: the next step, or after another thought the next
// option.
void act_ending(benchmark::State& state) {
  Agents agents(ISHI_WALKER_BLOB, "walker", static_cast<uint32_t>(state.range(0)));
  std::vector<Token> running;
  uint64_t ended = 0;
  for (auto _ : state) {
    start_all(agents, running);  // not measured
    agents.begin_frame();
    for (const Token& token : running) require(agents.population.report(token, Ending::completed));
    ended += running.size();
    running.clear();
    act_timed(agents, state);
    for (const Start& start : agents.commands.starts) running.push_back(start.token);
    agents.end_frame();
  }
  report(state, "per_ending", ended);
  state.counters["state_bytes"] = static_cast<double>(Tools(agents.population).agent_bytes().bodies);
}

// Nothing happens to the agents, each of which could be thirsty or late.
void act_goals_running(benchmark::State& state) {
  Agents agents(ISHI_WOODCUTTER_BLOB, "woodcutter", static_cast<uint32_t>(state.range(0)));
  std::vector<Token> running;
  start_all(agents, running);
  uint64_t looked_at = 0;
  for (auto _ : state) {
    agents.begin_frame();
    act_timed(agents, state);
    agents.end_frame();
    looked_at += agents.slots.size();
  }
  const ActCounters counters = agents.population.act_counters();
  if (counters.started != agents.slots.size() || counters.completed + counters.failed + counters.aborted > 0)
    state.SkipWithError("a task does not run on");
  Column<float> thirst;
  require(agents.population.column(id_of("blackboard", "thirst"), thirst));
  for (const uint32_t slot : agents.slots) thirst[slot] = 1;
  agents.begin_frame();
  agents.act();
  agents.end_frame();
  const uint64_t aborted = agents.population.act_counters().aborted;
  if (aborted != agents.slots.size()) state.SkipWithError("an agent is thirsty and works on");
  report(state, "per_agent", looked_at);
  state.counters["state_bytes"] = static_cast<double>(Tools(agents.population).agent_bytes().bodies);
}

// Each agent's task ends, and its goals go on: to the next task, to the next goal, to the next round. That
// begins in the frame after its last task has ended, so three tasks take four frames.
void act_goals_ending(benchmark::State& state) {
  Agents agents(ISHI_WOODCUTTER_BLOB, "woodcutter", static_cast<uint32_t>(state.range(0)));
  std::vector<Token> running;
  start_all(agents, running);
  uint64_t ended = 0;
  for (auto _ : state) {
    agents.begin_frame();
    for (const Token& token : running) require(agents.population.report(token, Ending::completed));
    ended += running.size();
    running.clear();
    act_timed(agents, state);
    for (const Start& start : agents.commands.starts) running.push_back(start.token);
    agents.end_frame();
  }
  const ActCounters counters = agents.population.act_counters();
  if (counters.completed != ended || counters.failed + counters.aborted > 0)
    state.SkipWithError("a task did not end well");
  if (ended < agents.slots.size() * (state.iterations() * 3 / 4)) state.SkipWithError("work does not go on");
  report(state, "per_ending", ended);
  state.counters["state_bytes"] = static_cast<double>(Tools(agents.population).agent_bytes().bodies);
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::act_running)
    ->Name("act/running")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->UseManualTime();
BENCHMARK(ishi::benchmarks::act_ending)->Name("act/ending")->Arg(100)->Arg(1000)->Arg(10000)->UseManualTime();
BENCHMARK(ishi::benchmarks::act_goals_running)
    ->Name("act/goals/running")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->UseManualTime();
BENCHMARK(ishi::benchmarks::act_goals_ending)
    ->Name("act/goals/ending")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->UseManualTime();
