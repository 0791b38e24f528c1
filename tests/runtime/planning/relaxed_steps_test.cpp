#include "planning/relaxed_steps.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "runtime/planning/step_table.h"
#include "trials.h"

// The estimate of a search: what it says of steps that count, use up and bring about, and that a search with
// it finds the same plans as one without.

namespace ishi::testing::relaxed_steps_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A step of a world of whole numbers, each held in 0..most.
struct Change {
  uint32_t key;
  float by;
  bool sets = false;
};
struct Range {
  uint32_t key;
  float low, high;
};
struct Act {
  std::vector<Range> needs;
  std::vector<Change> changes;
  float seconds = 1;
};

// What RelaxedSteps is told of it, if `is_informed`; else nothing is estimated.
struct Numbers {
  std::vector<Act> acts;
  std::vector<Range> goal;
  float most = 100;
  bool is_informed = true;
  // One of the ranges is enough.
  std::vector<Range> or_goal = {};
  RelaxedSteps relaxed = {};

  void prepare() {
    relaxed = {};
    for (const Act& act : acts) {
      relaxed.add_step(step_cost(act.seconds));
      for (const Range& need : act.needs) relaxed.needs(relaxed.between(need.key, need.low, need.high));
      for (const Change& change : act.changes) {
        if (change.sets)
          relaxed.sets(change.key, change.by, change.by);
        else
          relaxed.adds(change.key, change.by, change.by, 0, most);
      }
    }
    RelaxedSteps::Part all = RelaxedSteps::kAlways, any = RelaxedSteps::kNever;
    for (const Range& range : goal)
      all = relaxed.both(all, relaxed.between(range.key, range.low, range.high));
    for (const Range& range : or_goal)
      any = relaxed.either(any, relaxed.between(range.key, range.low, range.high));
    relaxed.aim_at(or_goal.empty() ? all : relaxed.both(all, any));
  }

  [[nodiscard]] uint32_t steps() const { return static_cast<uint32_t>(acts.size()); }
  static bool lies(const Range& range, const float* state) {
    return state[range.key] >= range.low && state[range.key] <= range.high;
  }
  [[nodiscard]] bool reached(const float* state) const {
    const auto is_so = [&](const Range& range) { return lies(range, state); };
    return std::all_of(goal.begin(), goal.end(), is_so) &&
           (or_goal.empty() || std::any_of(or_goal.begin(), or_goal.end(), is_so));
  }
  bool apply(uint32_t step, const float* state, float* next, float& seconds) const {
    const Act& act = acts[step];
    if (!std::all_of(act.needs.begin(), act.needs.end(),
                     [&](const Range& need) { return lies(need, state); }))
      return false;
    for (const Change& change : act.changes)
      next[change.key] =
          std::fmin(std::fmax(change.sets ? change.by : state[change.key] + change.by, 0.0f), most);
    seconds = act.seconds;
    return true;
  }
  [[nodiscard]] uint64_t estimate(const float* state) { return is_informed ? relaxed.estimate(state) : 0; }
};

double seconds_left(Numbers problem, const State& state) {
  problem.prepare();
  const uint64_t left = problem.estimate(state.data());
  return left == kNoWayOn ? -1 : static_cast<double>(left / kMicrosecond) / 1e6;
}

uint32_t situations(Numbers problem, const State& initial, uint32_t steps) {
  problem.prepare();
  OwnedSearch owned({.nodes = 2048, .values = static_cast<uint32_t>(initial.size()), .depth = 64});
  REQUIRE(owned.run(problem, initial) == PlanStatus::found);
  REQUIRE(owned.plan().size() == steps);
  return owned.search.expanded();
}

TEST_CASE("a counter costs its steps, and of steps of several sizes the best mixture") {
  const Numbers by_one{.acts = {{{}, {{0, 1}}, 2}}, .goal = {{0, 18, kInfinity}}};
  CHECK(seconds_left(by_one, {0}) == 36);
  CHECK(seconds_left(by_one, {17}) == 2);
  const Numbers mixed{.acts = {{{}, {{0, 1}}, 1}, {{}, {{0, 5}}, 4}}, .goal = {{0, 20, kInfinity}}};
  CHECK(seconds_left(mixed, {0}) == 16);
  CHECK(seconds_left(mixed, {17}) == 2.4);
  const Numbers down{.acts = {{{}, {{0, -3}}, 1}}, .goal = {{0, 0, 10}}};
  CHECK(seconds_left(down, {30}) == 7);
}

TEST_CASE("steps that set a value come last, and adding goes on from there") {
  const Numbers refill{.acts = {{{}, {{0, 1}}, 1}, {{}, {{0, 12, true}}, 3}}, .goal = {{0, 14, kInfinity}}};
  CHECK(seconds_left(refill, {0}) == 5);
  CHECK(seconds_left(refill, {13}) == 1);
}

TEST_CASE("what a step needs is brought about before it, and what it uses up for all of its uses") {
  // Seven thefts, each of which needs 50 of energy and uses up 5.
  const Numbers thief{.acts = {{{}, {{1, 2}}, 1}, {{{1, 50, kInfinity}}, {{0, 1}, {1, -5}}, 1}},
                      .goal = {{0, 7, kInfinity}}};
  CHECK(seconds_left(thief, {0, 30}) == 32);
  CHECK(seconds_left(thief, {6, 50}) == 1);
}

TEST_CASE("a value that is held at the end of its range is used up no further") {
  const Numbers hungry{.acts = {{{}, {{1, 1}}, 1}, {{{1, 1, kInfinity}}, {{0, 1}, {1, -5}}, 1}},
                       .goal = {{0, 3, kInfinity}}};
  CHECK(seconds_left(hungry, {0, 1}) == 5);
  CHECK(situations(hungry, {0, 1}, 5) < 10);
}

TEST_CASE("what no step can bring about has no way on") {
  const Numbers none{.acts = {{{}, {{1, 1}}, 1}, {{}, {{0, -1}}, 1}}, .goal = {{0, 5, kInfinity}}};
  CHECK(seconds_left(none, {0, 0}) == -1);
  // Three shots are needed, there are two.
  const Numbers shots{.acts = {{{{1, 1, kInfinity}}, {{0, 1}, {1, -1}}, 1}}, .goal = {{0, 3, kInfinity}}};
  CHECK(seconds_left(shots, {0, 2}) == -1);
  CHECK(seconds_left(shots, {0, 3}) == 3);
  CHECK(seconds_left(shots, {1, 2}) == 2);
}

TEST_CASE("conditions that must hold together cost their sum, where no step serves two of them") {
  const Numbers apart{.acts = {{{}, {{0, 1}}, 1}, {{}, {{1, 1}}, 1}}, .goal = {{0, 6, 9}, {1, 4, 9}}};
  CHECK(seconds_left(apart, {0, 0}) == 10);
  const Numbers shared{.acts = {{{}, {{0, 1}, {1, 1}}, 1}}, .goal = {{0, 6, 9}, {1, 4, 9}}};
  CHECK(seconds_left(shared, {0, 0}) == 6);
  const Numbers one_of{
      .acts = {{{}, {{0, 1}}, 1}, {{}, {{1, 1}}, 1}}, .goal = {}, .or_goal = {{0, 6, 9}, {1, 4, 9}}};
  CHECK(seconds_left(one_of, {0, 0}) == 4);
}

TEST_CASE("who does not use up what a step needs makes that no cheaper for who does") {
  // As the thief above; singing needs energy, too.
  const Numbers singer{.acts = {{{}, {{1, 2}}, 1},
                                {{{1, 50, kInfinity}}, {{2, 1}}, 1},
                                {{{1, 50, kInfinity}}, {{0, 1}, {1, -5}}, 1}},
                       .goal = {{0, 7, kInfinity}}};
  CHECK(seconds_left(singer, {0, 30, 0}) == 32);
}

TEST_CASE("a step that serves two conditions of the goal serves one of a step, which pays it alone") {
  const Numbers apart{.acts = {{{}, {{0, 1}, {1, 1}}, 1},
                               {{}, {{3, 1}}, 4},
                               {{{0, 6, kInfinity}, {3, 1, kInfinity}}, {{2, 1}}, 1}},
                      .goal = {{0, 6, kInfinity}, {1, 4, kInfinity}, {2, 1, kInfinity}}};
  CHECK(seconds_left(apart, {0, 0, 0, 0}) == 11);
}

TEST_CASE("counters are found without trying each order of their steps") {
  Numbers counters{.acts = {}, .goal = {}};
  for (uint32_t key = 0; key < 3; ++key) {
    counters.acts.push_back({{}, {{key, 1}}, 1});
    counters.goal.push_back({key, 18, kInfinity});
  }
  CHECK(situations(counters, {0, 0, 0}, 54) == 54);
  const Numbers thief{.acts = {{{}, {{1, 2}}, 1},
                               {{{1, 25, kInfinity}}, {{2, -2}}, 1},
                               {{{1, 50, kInfinity}, {2, 0, 50}}, {{0, 1}, {1, -5}, {2, 5}}, 1}},
                      .goal = {{0, 7, kInfinity}}};
  CHECK(situations(thief, {0, 30, 70}, 57) < 100);
}

TEST_CASE("more parts, effects and steps than there is room for leave an estimate that is never too high") {
  Numbers wide{.acts = {}, .goal = {{0, 3, kInfinity}}};
  for (uint32_t i = 0; i < 64; ++i) {
    Act act{.needs = {}, .changes = {{0, 1}}, .seconds = 1};
    for (uint32_t key = 1; key < 8; ++key) {
      act.needs.push_back({key, 0, 5});
      act.changes.push_back({key, -1});
    }
    wide.acts.push_back(act);
  }
  CHECK(seconds_left(wide, {0, 9, 9, 9, 9, 9, 9, 9}) <= 3);
  CHECK(seconds_left(wide, {0, 9, 9, 9, 9, 9, 9, 9}) == 1);
}

struct RandomNumbers {
  explicit RandomNumbers(uint32_t seed) : random_(seed) {
    const uint32_t keys = 1 + pick(4);
    problem.most = static_cast<float>(pick(2) == 0 ? 1 + pick(12) : 10 + pick(10));
    for (uint32_t key = 0; key < keys; ++key)
      initial.push_back(static_cast<float>(pick(2) == 0 ? 0 : amount()));
    const uint32_t acts = 1 + pick(6), costs = pick(3);
    for (uint32_t i = 0; i < acts; ++i) {
      Act act{.needs = {}, .changes = {}, .seconds = cost(costs)};
      for (uint32_t k = pick(2) * pick(3); k > 0; --k) act.needs.push_back(range(keys));
      for (uint32_t key = 0; key < keys; ++key) {
        if (pick(keys) > 0 && pick(2) == 0) continue;
        const bool sets = pick(6) == 0;
        const float by = sets ? amount() : static_cast<float>(static_cast<int>(pick(6)) - 2);
        act.changes.push_back({key, by, sets});
      }
      problem.acts.push_back(act);
    }
    for (uint32_t k = 1 + pick(2); k > 0; --k) problem.goal.push_back(range(keys));
    if (pick(4) == 0) problem.or_goal = {range(keys), range(keys)};
  }

  uint32_t pick(uint32_t count) { return random_() % count; }
  float amount() { return static_cast<float>(pick(static_cast<uint32_t>(problem.most) + 1)); }
  Range range(uint32_t keys) {
    const float a = amount(), b = amount();
    switch (pick(4)) {
      case 0: return {pick(keys), a, a};
      case 1: return {pick(keys), -kInfinity, a};
      case 2: return {pick(keys), a, kInfinity};
      default: return {pick(keys), std::fmin(a, b), std::fmax(a, b)};
    }
  }
  float cost(uint32_t kind) {
    return kind == 0   ? 1.0f
           : kind == 1 ? static_cast<float>(pick(4))
                       : static_cast<float>(pick(1000)) * 0.001f;
  }

  Numbers problem;
  State initial;

 private:
  std::mt19937 random_;
};

TEST_CASE(
    "with the estimate a search finds the plans that it finds without, in thousands of random problems") {
  uint32_t found = 0, fewer = 0;
  uint64_t with = 0, without = 0;
  for (uint32_t seed = 0; seed < trials(8000); ++seed) {
    RandomNumbers random(seed);
    Numbers& problem = random.problem;
    problem.prepare();
    const PlanShape shape{.nodes = 60'000,
                          .values = static_cast<uint32_t>(random.initial.size()),
                          .depth = 1 + random.pick(24)};
    OwnedSearch informed(shape), blind(shape);
    problem.is_informed = false;
    const PlanStatus expected = blind.run(problem, random.initial);
    INFO("seed " << seed);
    REQUIRE(expected != PlanStatus::full);
    problem.is_informed = true;
    REQUIRE(informed.run(problem, random.initial) == expected);
    REQUIRE(informed.search.cost_microseconds() == blind.search.cost_microseconds());
    REQUIRE(informed.plan() == blind.plan());
    // What a deeper search would find is not denied.
    if (blind.search.is_cut() && !informed.search.is_cut()) {
      OwnedSearch deeper({.nodes = shape.nodes, .values = shape.values, .depth = kPlanDepth});
      problem.is_informed = false;
      REQUIRE(deeper.run(problem, random.initial) == PlanStatus::none);
    }
    found += informed.plan().size() > 3 ? 1 : 0;
    fewer += informed.search.expanded() < blind.search.expanded() ? 1 : 0;
    with += informed.search.expanded();
    without += blind.search.expanded();
  }
  CHECK(found > sightings(400));
  WARN(found << " plans of four steps or more; " << fewer << " searches were shorter; in all " << with
             << " situations instead of " << without);
}

// What it takes to come from a state to the goal: microseconds, and of ways that take as long the fewest
// steps. By Dijkstra's algorithm; nothing if there is no way.
std::optional<std::pair<uint64_t, uint32_t>> shortest_way(const Numbers& problem, const State& initial) {
  using Length = std::pair<uint64_t, uint32_t>;
  std::map<State, Length> lengths = {{initial, {0, 0}}};
  std::set<std::pair<Length, State>> open = {{{0, 0}, initial}};
  while (!open.empty()) {
    const auto [length, state] = *open.begin();
    open.erase(open.begin());
    if (problem.reached(state.data())) return length;
    for (uint32_t step = 0; step < problem.steps(); ++step) {
      State next = state;
      float seconds = 0;
      if (!problem.apply(step, state.data(), next.data(), seconds)) continue;
      const auto microseconds = seconds > 0 ? static_cast<uint64_t>(std::llround(double{seconds} * 1e6)) : 0;
      const Length further = {length.first + microseconds, length.second + 1};
      const auto [known, is_new] = lengths.insert({next, further});
      if (!is_new && known->second <= further) continue;
      if (!is_new) open.erase({known->second, next});
      known->second = further;
      open.insert({further, next});
    }
  }
  return std::nullopt;
}

TEST_CASE("a plan is as short as the shortest way, also where many steps cost nothing") {
  uint32_t found = 0, free = 0;
  for (uint32_t seed = 0; seed < trials(4000); ++seed) {
    RandomNumbers random(seed);
    Numbers& problem = random.problem;
    if (std::pow(problem.most + 1, random.initial.size()) > 10'000) continue;
    const uint32_t free_of_four = random.pick(5);
    for (Act& act : problem.acts) {
      if (random.pick(4) < free_of_four) act.seconds = random.pick(8) == 0 ? -1.0f : 0;
    }
    problem.prepare();
    const auto expected = shortest_way(problem, random.initial);
    if (expected && expected->second > kPlanDepth) continue;
    OwnedSearch owned(
        {.nodes = 20'000, .values = static_cast<uint32_t>(random.initial.size()), .depth = kPlanDepth});
    const PlanStatus status = owned.run(problem, random.initial);
    INFO("seed " << seed);
    REQUIRE(status == (expected ? PlanStatus::found : PlanStatus::none));
    if (!expected) continue;
    REQUIRE(std::pair(owned.search.cost_microseconds(), static_cast<uint32_t>(owned.plan().size())) ==
            *expected);
    found += owned.plan().size() > 3 ? 1 : 0;
    free += owned.plan().size() > 3 && expected->first == 0 ? 1 : 0;
  }
  CHECK(found > sightings(200));
  CHECK(free > sightings(50));
  WARN(found << " plans of four steps or more, " << free << " of them cost nothing");
}

TEST_CASE("a step is possible where one of two things is enough, and where a value is another one") {
  RelaxedSteps relaxed;
  relaxed.add_step(1);
  relaxed.needs(relaxed.either(relaxed.between(0, 2, 2), relaxed.between(1, 2, 2)));
  relaxed.add_step(1);
  relaxed.needs(relaxed.between(0, 2, 2));
  relaxed.add_step(1);
  relaxed.needs(relaxed.other_than(0, 2));
  relaxed.aim_at(relaxed.between(1, 9, 9));
  const auto is_possible = [&](uint32_t step, const State& state) {
    return (relaxed.possible(state.data()) >> step & 1) != 0;
  };
  CHECK(is_possible(0, {2, 0}));
  CHECK(is_possible(0, {0, 2}));
  CHECK(is_possible(1, {2, 0}));
  CHECK_FALSE(is_possible(1, {0, 2}));
  CHECK_FALSE(is_possible(2, {2, 0}));
  CHECK(is_possible(2, {0, 2}));
}

TEST_CASE("a step that can be taken is possible, and few others are") {
  uint32_t taken = 0, left_out = 0;
  for (uint32_t seed = 0; seed < trials(4000); ++seed) {
    RandomNumbers random(seed);
    random.problem.prepare();
    State state = random.initial;
    for (uint32_t i = 0; i < 20; ++i) {
      const uint64_t possible = random.problem.relaxed.possible(state.data());
      for (uint32_t step = 0; step < random.problem.steps(); ++step) {
        State next = state;
        float seconds = 0;
        const bool is_possible = (possible >> step & 1) != 0;
        INFO("seed " << seed << ", step " << step);
        if (!random.problem.apply(step, state.data(), next.data(), seconds)) {
          left_out += is_possible ? 0 : 1;
          continue;
        }
        REQUIRE(is_possible);
        ++taken;
      }
      for (float& value : state) value = random.amount();
    }
  }
  CHECK(taken > sightings(40'000));
  CHECK(left_out > sightings(40'000));
}

TEST_CASE("an estimate is the same whichever states were estimated before") {
  for (uint32_t seed = 0; seed < trials(2000); ++seed) {
    RandomNumbers random(seed);
    random.problem.prepare();
    State state = random.initial;
    for (uint32_t i = 0; i < 20; ++i) {
      Numbers anew = random.problem;
      anew.prepare();
      INFO("seed " << seed << ", state " << i);
      if (!random.problem.reached(state.data()))
        REQUIRE(random.problem.estimate(state.data()) == anew.estimate(state.data()));
      // Fractions, so that values fall on each other in a table of few.
      for (float& value : state) value = random.pick(2) == 0 ? random.amount() : random.amount() + 0.125f;
    }
  }
}

// What is left along a way never falls by more than a step costs, so no state is expanded twice.
TEST_CASE("the estimate falls by no more than what a step costs") {
  uint32_t compared = 0;
  for (uint32_t seed = 0; seed < trials(4000); ++seed) {
    RandomNumbers random(seed);
    random.problem.prepare();
    State state = random.initial;
    for (uint32_t i = 0; i < 40; ++i) {
      State next = state;
      float seconds = 0;
      const uint32_t step = random.pick(random.problem.steps());
      if (!random.problem.apply(step, state.data(), next.data(), seconds)) continue;
      if (random.problem.reached(state.data()) || random.problem.reached(next.data())) break;
      const uint64_t before = random.problem.estimate(state.data()),
                     after = random.problem.estimate(next.data());
      INFO("seed " << seed << ", step " << step);
      REQUIRE((after == kNoWayOn || (before != kNoWayOn && before <= after + step_cost(seconds))));
      ++compared;
      state = next;
    }
  }
  CHECK(compared > sightings(10'000));
}

}  // namespace
}  // namespace ishi::testing::relaxed_steps_test
