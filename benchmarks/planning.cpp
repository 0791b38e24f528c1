// What planning costs: the cheapest of the camper's plans has five of twenty tasks. `per_plan` is the time of
// act alone, from the round that begins the search to the one that gives its first task; with the usual
// options that may take several frames. Each plan is then carried out, so it is known to be the one that was
// meant. By hand it is the cheapest-first search that one finds in textbooks, over structs, with a heap and a
// hash table of the standard library.

#include <algorithm>
#include <array>
#include <queue>
#include <unordered_map>
#include <utility>

#include "agents.h"
#include "ishi/tools.h"

namespace ishi::benchmarks {
namespace {

constexpr std::array kCheapest = {TaskId::of("take_rod"), TaskId::of("go_river"), TaskId::of("catch_fish"),
                                  TaskId::of("go_camp"), TaskId::of("cook_fish")};
constexpr uint32_t kMostFrames = 100;

struct Camper : Agents {
  Camper() : Agents(ISHI_CAMPER_BLOB, "camper", 1) {}

  // As it was in the beginning: what the plan that was carried out has changed.
  void starve() {
    for (const char* key : {"place", "rod", "fish", "fed"})
      population.column<uint8_t>(id_of("blackboard", key))[slots[0]] = 0;
    population.column<uint8_t>(id_of("blackboard", "fire"))[slots[0]] = 1;
  }

  // Thinks, and acts until there is a plan; how many seconds acting took.
  double plan() {
    double time = 0;
    const uint64_t plans = population.act_counters().plans;
    const auto is_found = [&] { return population.act_counters().plans > plans; };
    for (uint32_t i = 0; i < kMostFrames && !is_found(); ++i, ++frames) {
      begin_frame();
      think();
      while (!is_found() && population.wants_act()) {
        const double begin = thread_seconds();
        act();
        time += thread_seconds() - begin;
      }
      end_frame();
    }
    return time;
  }

  // Does the tasks one after the other, a frame each; which they were.
  std::vector<TaskId> carry_out() {
    std::vector<TaskId> tasks;
    while (!commands.starts.empty() && tasks.size() < kMostFrames) {
      const Start start = commands.starts[0];
      tasks.push_back(start.task);
      require(Tools(population).apply_effects(start.token));
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
    state.SetIterationTime(camper.plan());
    const std::vector<TaskId> tasks = camper.carry_out();
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
  state.counters["state_bytes"] = static_cast<double>(Tools(camper.population).agent_bytes().bodies);
  state.counters["search_bytes"] = static_cast<double>(Tools(camper.population).plan_search_bytes());
}

// --- by hand ----------------------------------------------------------------------------------------

enum Place : uint8_t { kCamp, kForest, kRiver, kVillage };

struct Camp {
  uint8_t place = kCamp;
  uint8_t fire = 1, rod = 0, axe = 0, bow = 0, fish = 0, meat = 0, berries = 0, torch = 0, wood = 0,
          coins = 0, fed = 0;
  bool operator==(const Camp&) const = default;
};

struct HashOfCamp {
  size_t operator()(const Camp& c) const {
    size_t hash = 0;
    for (const uint8_t value :
         {c.place, c.fire, c.rod, c.axe, c.bow, c.fish, c.meat, c.berries, c.torch, c.wood, c.coins, c.fed})
      hash = hash * 1'099'511'628'211 + value;
    return hash;
  }
};

struct Task {
  TaskId id;
  int seconds;
  bool (*may)(const Camp&);
  void (*change)(Camp&);
};

uint8_t up(uint8_t value, int by, int highest) { return static_cast<uint8_t>(std::min(value + by, highest)); }

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = [] {
    std::vector<Task> result;
    const auto add = [&](const char* name, int seconds, bool (*may)(const Camp&), void (*change)(Camp&)) {
      result.push_back({TaskId::of(name), seconds, may, change});
    };
    constexpr auto always = [](const Camp&) { return true; };
    constexpr auto in_camp = [](const Camp& c) { return c.place == kCamp; };
    add("go_camp", 4, always, [](Camp& c) { c.place = kCamp; });
    add("go_forest", 5, always, [](Camp& c) { c.place = kForest; });
    add("go_river", 4, always, [](Camp& c) { c.place = kRiver; });
    add("go_village", 9, always, [](Camp& c) { c.place = kVillage; });
    add("take_axe", 1, in_camp, [](Camp& c) { c.axe = 1; });
    add("take_bow", 1, in_camp, [](Camp& c) { c.bow = 1; });
    add("take_rod", 1, in_camp, [](Camp& c) { c.rod = 1; });
    add(
        "catch_by_hand", 12, [](const Camp& c) { return c.place == kRiver; }, [](Camp& c) { c.fish = 1; });
    add(
        "catch_fish", 6, [](const Camp& c) { return c.rod && c.place == kRiver; },
        [](Camp& c) { c.fish = 1; });
    add(
        "eat_raw_fish", 8, [](const Camp& c) { return c.fish != 0; }, [](Camp& c) { c.fish = 0, c.fed = 1; });
    add(
        "cook_fish", 3, [](const Camp& c) { return c.fish && c.fire && c.place == kCamp; },
        [](Camp& c) { c.fish = c.fire = 0, c.fed = 1; });
    add(
        "pick_berries", 14, [](const Camp& c) { return c.place == kForest; }, [](Camp& c) { c.berries = 1; });
    add(
        "eat_berries", 1, [](const Camp& c) { return c.berries != 0; },
        [](Camp& c) { c.berries = 0, c.fed = 1; });
    add(
        "hunt", 9, [](const Camp& c) { return c.bow && c.place == kForest; }, [](Camp& c) { c.meat = 1; });
    add(
        "roast", 3, [](const Camp& c) { return c.meat && c.fire && c.place == kCamp; },
        [](Camp& c) { c.meat = c.fire = 0, c.fed = 1; });
    add(
        "chop", 4, [](const Camp& c) { return c.axe && c.place == kForest; },
        [](Camp& c) { c.wood = up(c.wood, 1, 3); });
    add(
        "light_torch", 1, [](const Camp& c) { return c.wood > 0 && c.fire && c.place == kCamp; },
        [](Camp& c) { --c.wood, c.torch = 1; });
    add(
        "sell_wood", 1, [](const Camp& c) { return c.wood > 0 && c.place == kVillage; },
        [](Camp& c) { --c.wood, c.coins = up(c.coins, 3, 10); });
    add(
        "search_village", 5, [](const Camp& c) { return c.torch && c.place == kVillage; },
        [](Camp& c) { c.coins = up(c.coins, 6, 10); });
    add(
        "buy_meal", 1, [](const Camp& c) { return c.coins >= 6 && c.place == kVillage; },
        [](Camp& c) { c.coins = static_cast<uint8_t>(c.coins - 6), c.fed = 1; });
    return result;
  }();
  return all;
}

struct Reached {
  int seconds;
  const Task* by;
  Camp from;
};

std::vector<TaskId> plan_by_hand(size_t& situations) {
  using Entry = std::pair<int, Camp>;
  constexpr auto later = [](const Entry& a, const Entry& b) { return a.first > b.first; };
  std::priority_queue<Entry, std::vector<Entry>, decltype(later)> open(later);
  std::unordered_map<Camp, Reached, HashOfCamp> reached;
  open.push({0, Camp()});
  reached[Camp()] = {0, nullptr, {}};
  while (!open.empty()) {
    const auto [seconds, at] = open.top();
    open.pop();
    if (seconds > reached[at].seconds) continue;
    ++situations;
    if (at.fed) {
      std::vector<TaskId> plan;
      Camp back = at;
      for (const Reached* step = &reached[at]; step->by != nullptr; step = &reached[back]) {
        plan.push_back(step->by->id);
        back = step->from;
      }
      std::reverse(plan.begin(), plan.end());
      return plan;
    }
    for (const Task& task : tasks()) {
      if (!task.may(at)) continue;
      Camp next = at;
      task.change(next);
      const int cost = seconds + task.seconds;
      const auto [known, is_new] = reached.try_emplace(next, Reached{cost, &task, at});
      if (!is_new && known->second.seconds <= cost) continue;
      known->second = {cost, &task, at};
      open.push({cost, next});
    }
  }
  return {};
}

void by_hand(benchmark::State& state) {
  size_t situations = 0;
  for (auto _ : state) {
    const std::vector<TaskId> plan = plan_by_hand(situations);
    if (!std::equal(plan.begin(), plan.end(), kCheapest.begin(), kCheapest.end())) {
      state.SkipWithError("not the cheapest plan");
      return;
    }
  }
  report(state, "per_plan", state.iterations());
  state.counters["situations"] = static_cast<double>(situations) / static_cast<double>(state.iterations());
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::plan)->Name("plan/ishi/20")->UseManualTime();
BENCHMARK(ishi::benchmarks::by_hand)->Name("plan/hand/20");
