// What planning costs: the cheapest of the camper's plans has five of twenty tasks. `per_plan` is the time of
// act alone, from the round that begins the search to the one that gives its first task; with the usual
// options that may take several frames. Each plan is then carried out, so it is known to be the one that was
// meant.

#include <algorithm>
#include <array>
#include <chrono>

#include "guards.h"

namespace ishi::benchmarks {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr std::array kCheapest = {id_of("tasks", "take_rod"), id_of("tasks", "go_river"),
                                  id_of("tasks", "catch_fish"), id_of("tasks", "go_camp"),
                                  id_of("tasks", "cook_fish")};
constexpr uint32_t kMostFrames = 100;

struct Camper : Agents {
  Camper() : Agents(ISHI_CAMPER_BLOB, "camper", 1) {}

  // As it was in the beginning: what the plan that was carried out has changed.
  void starve() {
    for (const char* key : {"place", "rod", "fish", "fed"})
      population.column<uint8_t>(id_of("blackboard", key))[slots[0]] = 0;
    population.column<uint8_t>(id_of("blackboard", "fire"))[slots[0]] = 1;
  }

  // Thinks, and acts until there is a plan; how long acting took.
  Seconds plan() {
    Seconds time{};
    const uint64_t plans = population.act_counters().plans;
    const auto is_found = [&] { return population.act_counters().plans > plans; };
    for (uint32_t i = 0; i < kMostFrames && !is_found(); ++i, ++frames) {
      begin_frame();
      think();
      while (!is_found() && population.wants_act()) {
        const auto begin = std::chrono::steady_clock::now();
        act();
        time += std::chrono::steady_clock::now() - begin;
      }
      end_frame();
    }
    return time;
  }

  // Does the tasks one after the other, a frame each; which they were.
  std::vector<uint64_t> carry_out() {
    std::vector<uint64_t> tasks;
    while (!commands.starts.empty() && tasks.size() < kMostFrames) {
      const Start start = commands.starts[0];
      tasks.push_back(start.task);
      require(population.apply_effects(start.token));
      require(population.report(start.token, Ending::completed));
      begin_frame();
      act();
      end_frame();
    }
    return tasks;
  }

  uint64_t frames = 0;  // of planning
};

void plan(benchmark::State& state) {
  Camper camper;
  for (auto _ : state) {
    camper.starve();
    state.SetIterationTime(camper.plan().count());
    const std::vector<uint64_t> tasks = camper.carry_out();
    if (!std::equal(tasks.begin(), tasks.end(), kCheapest.begin(), kCheapest.end())) {
      state.SkipWithError("not the cheapest plan");
      return;
    }
  }
  const ActCounters counters = camper.population.act_counters();
  const auto plans = static_cast<double>(counters.plans);
  report(state, "per_plan", counters.plans);
  state.counters["situations"] = static_cast<double>(counters.planned_situations) / plans;
  state.counters["frames"] = static_cast<double>(camper.frames) / plans;
  state.counters["state_bytes"] = static_cast<double>(camper.population.agent_bytes().bodies);
  state.counters["search_bytes"] = static_cast<double>(camper.population.plan_search_bytes());
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::plan)->Name("plan/5_of_20")->UseManualTime();
