#include <catch2/catch.hpp>
#include <limits>

#include "runtime/allocations.h"
#include "runtime/planning/step_table.h"

// Which plan is found, and what a search says of itself.

namespace ishi::testing::plan_search_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

// Turns a key from 0 to 1; needs that others are 1.
Step raises(uint32_t key, float seconds, std::vector<Need> needs = {}) {
  needs.push_back({key, 0});
  return {.needs = needs, .effects = {{key, 1}}, .seconds = seconds};
}

// The plan for keys that are 0 at first; one of 99s if there is none.
Plan plan_for(StepTable problem, uint32_t depth = 8, uint32_t keys = 4) {
  OwnedSearch owned({.nodes = 500, .values = keys, .depth = depth});
  const PlanStatus status = owned.run(problem, State(keys));
  return status == PlanStatus::found ? owned.plan() : Plan{99, static_cast<uint8_t>(status)};
}
const Plan kNoPlan = {99, static_cast<uint8_t>(PlanStatus::none)};

// One key that counts up by a step, as far as `goal`.
struct Counter {
  float goal = 0;
  static uint32_t steps() { return 1; }
  static uint64_t estimate(const float*) { return 0; }
  [[nodiscard]] bool reached(const float* state) const { return state[0] == goal; }
  static bool apply(uint32_t, const float* state, float* next, float& seconds) {
    next[0] = state[0] + 1;
    seconds = 0.5f;
    return true;
  }
};

TEST_CASE("steps are put in the order in which one makes the other possible") {
  CHECK(plan_for({.list = {raises(0, 1, {{1, 1}}), raises(1, 1, {{2, 1}}), raises(2, 1)},
                  .goal = {{0, 1}}}) == Plan{2, 1, 0});
}

TEST_CASE("the cheapest plan is found, however many steps it has") {
  const Step at_once{.needs = {}, .effects = {{0, 1}, {1, 1}}, .seconds = 5};
  CHECK(plan_for({.list = {at_once, raises(0, 2), raises(1, 2)}, .goal = {{0, 1}, {1, 1}}}) == Plan{1, 2});
  CHECK(plan_for({.list = {at_once, raises(0, 2), raises(1, 4)}, .goal = {{0, 1}, {1, 1}}}) == Plan{0});
}

TEST_CASE("what is reached from the start needs no steps") {
  StepTable problem{.list = {raises(0, 1)}, .goal = {{0, 0}}};
  OwnedSearch owned({.nodes = 4, .values = 1, .depth = 3});
  CHECK(owned.run(problem, {0}) == PlanStatus::found);
  CHECK(owned.plan().empty());
  CHECK(owned.search.cost_microseconds() == 0);
  CHECK(owned.search.expanded() == 0);
  CHECK(plan_for({.list = {}, .goal = {}}, 0).empty());
}

TEST_CASE("there may be no plan") {
  CHECK(plan_for({.list = {raises(0, 1)}, .goal = {{1, 1}}}) == kNoPlan);
  CHECK(plan_for({.list = {}, .goal = {{0, 1}}}) == kNoPlan);
  StepTable problem{.list = {raises(0, 1)}, .goal = {{1, 1}}};
  OwnedSearch owned({.nodes = 8, .values = 2, .depth = 8});
  CHECK(owned.run(problem, {0, 0}) == PlanStatus::none);
  CHECK_FALSE(owned.search.is_cut());
}

TEST_CASE("a plan has at most as many steps as the depth") {
  Counter problem{.goal = kPlanDepth};
  OwnedSearch owned({.nodes = kPlanDepth + 8, .values = 1, .depth = kPlanDepth});
  CHECK(owned.run(problem, {0}) == PlanStatus::found);
  CHECK(owned.plan() == Plan(kPlanDepth, 0));
  CHECK(owned.search.cost_microseconds() == uint64_t{kPlanDepth} * 500'000);
  CHECK_FALSE(owned.search.is_cut());
  problem.goal = kPlanDepth + 1;
  CHECK(owned.run(problem, {0}) == PlanStatus::none);
  CHECK(owned.search.is_cut());
  OwnedSearch no_depth({.nodes = 1, .values = 1, .depth = 0});
  CHECK(no_depth.run(problem, {0}) == PlanStatus::none);
  CHECK(no_depth.search.is_cut());
}

TEST_CASE("a way that is cheaper but too long does not hide one that is short enough") {
  // Key 0 is raised at once for 9 or by two steps for 2; key 3 needs it and one step more.
  const StepTable problem{.list = {raises(1, 1),
                                   raises(0, 1, {{1, 1}}),
                                   {.needs = {{1, 0}}, .effects = {{0, 1}, {1, 1}}, .seconds = 9},
                                   raises(3, 1, {{0, 1}})},
                          .goal = {{3, 1}}};
  CHECK(plan_for(problem, 3) == Plan{0, 1, 3});
  CHECK(plan_for(problem, 2) == Plan{2, 3});
  CHECK(plan_for(problem, 1) == kNoPlan);
}

TEST_CASE("of plans that cost the same the shortest is found, and of those the first in the text") {
  const Step at_once{.needs = {}, .effects = {{0, 1}, {1, 1}}, .seconds = 2};
  CHECK(plan_for({.list = {raises(1, 1), raises(0, 1), at_once}, .goal = {{0, 1}, {1, 1}}}) == Plan{2});
  CHECK(plan_for({.list = {at_once, raises(1, 1), raises(0, 1)}, .goal = {{0, 1}, {1, 1}}}) == Plan{0});
  CHECK(plan_for({.list = {raises(1, 1), raises(0, 1)}, .goal = {{0, 1}, {1, 1}}}) == Plan{0, 1});
  CHECK(plan_for({.list = {at_once, at_once}, .goal = {{0, 1}, {1, 1}}}) == Plan{0});
}

TEST_CASE("a step that costs nothing is taken no more often than it is needed") {
  // Hunting raises the food up to 9; eating needs some.
  const Step hunt{.needs = {}, .effects = {{0, 1, true}}, .seconds = 0};
  const Step eat{.needs = {{0, 1}}, .effects = {{1, 1}}, .seconds = 0};
  CHECK(plan_for({.list = {hunt, eat}, .goal = {{1, 1}}}) == Plan{0, 1});
  CHECK(plan_for({.list = {eat, hunt}, .goal = {{1, 1}}}) == Plan{1, 0});
  const Step bad{.needs = {}, .effects = {{2, 1}}, .seconds = -3};
  CHECK(plan_for({.list = {bad, hunt, eat}, .goal = {{1, 1}}}) == Plan{1, 2});
}

TEST_CASE("a plan does not go round in a circle, though it cost nothing") {
  const Step nothing{.needs = {}, .effects = {}, .seconds = 0};
  const Step lowers{.needs = {{1, 1}, {0, 0}}, .effects = {{1, 0}}, .seconds = 0};
  CHECK(plan_for({.list = {nothing, raises(1, 0), lowers, raises(0, 1)}, .goal = {{0, 1}, {1, 0}}}) ==
        Plan{3});
}

TEST_CASE("sums of costs are exact to the microsecond, in whatever order") {
  const std::vector<Need> all = {{0, 1}, {1, 1}, {2, 1}};
  CHECK(plan_for({.list = {raises(0, 0.1f), raises(1, 0.2f), raises(2, 0.7f)}, .goal = all}) ==
        Plan{0, 1, 2});
  const Step both{.needs = {}, .effects = {{0, 1}, {1, 1}}, .seconds = 0.3f};
  const std::vector<Need> two = {{0, 1}, {1, 1}};
  const Step longer{.needs = {}, .effects = {{0, 1}, {1, 1}}, .seconds = 0.300001f};
  CHECK(plan_for({.list = {raises(0, 0.1f), raises(1, 0.2f), longer}, .goal = two}) == Plan{0, 1});
  CHECK(plan_for({.list = {raises(0, 0.1f), raises(1, 0.2f), both}, .goal = two}) == Plan{2});
  CHECK(plan_for({.list = {both, raises(0, 0.1f), raises(1, 0.2f)}, .goal = two}) == Plan{0});
  CHECK(plan_for({.list = {raises(0, 0.1f), raises(1, 0.200001f), both}, .goal = two}) == Plan{2});
}

TEST_CASE("a cost is held between nothing and the greatest") {
  OwnedSearch owned({.nodes = 100, .values = 4, .depth = 4});
  const auto cost_of = [&](float seconds) {
    StepTable problem{.list = {raises(0, seconds), raises(1, seconds)}, .goal = {{0, 1}, {1, 1}}};
    REQUIRE(owned.run(problem, State(4)) == PlanStatus::found);
    return owned.search.cost_microseconds() / 2;
  };
  CHECK(cost_of(-1) == 0);
  CHECK(cost_of(-kInfinity) == 0);
  CHECK(cost_of(kNotANumber) == 0);
  CHECK(cost_of(std::numeric_limits<float>::denorm_min()) == 0);
  CHECK(cost_of(0.4e-6f) == 0);
  CHECK(cost_of(0.6e-6f) == 1);
  CHECK(cost_of(1e8f) == 100'000'000'000'000);
  CHECK(cost_of(std::numeric_limits<float>::max()) == kMostStepMicroseconds);
  CHECK(cost_of(kInfinity) == kMostStepMicroseconds);
}

TEST_CASE("the greatest costs add up") {
  StepTable problem{.list = {}, .goal = {}};
  constexpr uint32_t kKeys = kPlanSteps;
  for (uint32_t key = 0; key < kKeys; ++key) {
    problem.list.push_back(raises(key, kInfinity));
    if (key > 0) problem.list.back().needs.push_back({key - 1, 1});
    problem.goal.push_back({key, 1});
  }
  problem.least_seconds = kInfinity;
  OwnedSearch owned({.nodes = 100, .values = kKeys, .depth = kPlanDepth});
  REQUIRE(owned.run(problem, State(kKeys)) == PlanStatus::found);
  CHECK(owned.search.cost_microseconds() == kKeys * kMostStepMicroseconds);
}

TEST_CASE("a known least cost changes no plan and saves work") {
  StepTable problem{.list = {}, .goal = {{0, 1}, {1, 1}}};
  for (uint32_t key = 0; key < 8; ++key) problem.list.push_back(raises(key, 1));
  OwnedSearch owned({.nodes = 500, .values = 8, .depth = 8});
  REQUIRE(owned.run(problem, State(8)) == PlanStatus::found);
  const Plan plan = owned.plan();
  const uint32_t expanded = owned.search.expanded();
  problem.least_seconds = 1;
  REQUIRE(owned.run(problem, State(8)) == PlanStatus::found);
  CHECK(owned.plan() == plan);
  CHECK(owned.search.expanded() < expanded);
}

TEST_CASE("a search that needs one node more than there are is full, and can begin anew") {
  Counter problem{.goal = 6};
  OwnedSearch enough({.nodes = 6, .values = 1, .depth = 8});
  CHECK(enough.run(problem, {0}) == PlanStatus::found);
  CHECK(enough.search.stored() == 6);
  OwnedSearch small({.nodes = 5, .values = 1, .depth = 8});
  CHECK(small.run(problem, {0}) == PlanStatus::full);
  CHECK(small.plan().empty());
  CHECK(small.search.stored() == 5);
  CHECK(small.search.expand(problem, 100) == PlanStatus::full);
  problem.goal = 5;
  CHECK(small.run(problem, {0}) == PlanStatus::found);
  CHECK(small.plan() == Plan(5, 0));
}

TEST_CASE("of the ways to a state that have as many steps, only the best takes a node") {
  StepTable problem{.list = {raises(0, 2), raises(0, 3), raises(0, 1), raises(1, 1, {{0, 1}})},
                    .goal = {{1, 1}}};
  OwnedSearch owned({.nodes = 2, .values = 2, .depth = 8});
  CHECK(owned.run(problem, {0, 0}) == PlanStatus::found);
  CHECK(owned.plan() == Plan{2, 3});
  CHECK(owned.search.stored() == 2);
}

TEST_CASE("a search stops after its budget and goes on where it stopped") {
  Counter problem{.goal = 6};
  OwnedSearch owned({.nodes = 10, .values = 1, .depth = 8});
  PlanSearch& search = owned.search;
  CHECK(search.status() == PlanStatus::none);
  CHECK(search.expand(problem, 100) == PlanStatus::none);
  const float zero = 0;
  search.begin(&zero);
  CHECK(search.expand(problem, 0) == PlanStatus::running);
  CHECK(search.expanded() == 0);
  CHECK(search.expand(problem, 2) == PlanStatus::running);
  CHECK(search.expanded() == 2);
  CHECK(search.expand(problem, 4) == PlanStatus::found);
  CHECK(search.expanded() == 6);
  CHECK(search.expand(problem, 100) == PlanStatus::found);
  CHECK(search.expanded() == 6);
}

TEST_CASE("states are the same if their bits are, and -0 is 0") {
  // Raises key 0 to what is given; then from exactly that on to 3.
  const auto through = [](float made, float needed) {
    return plan_for(
        {.list = {{.needs = {{0, 0}}, .effects = {{0, made}}}, {.needs = {{0, needed}}, .effects = {{0, 3}}}},
         .goal = {{0, 3}}});
  };
  const float other = std::bit_cast<float>(std::bit_cast<uint32_t>(kNotANumber) ^ 1);
  CHECK(through(kNotANumber, kNotANumber) == Plan{0, 1});
  CHECK(through(other, other) == Plan{0, 1});
  CHECK(through(kNotANumber, other) == kNoPlan);
  CHECK(through(-0.0f, -0.0f) == kNoPlan);
  CHECK(through(-0.0f, 0.0f) == Plan{1});
  OwnedSearch owned({.nodes = 10, .values = 1, .depth = 8});
  StepTable problem{.list = {}, .goal = {{0, 0}}};
  CHECK(owned.run(problem, {-0.0f}) == PlanStatus::found);
}

TEST_CASE("a state may have no values, and then only the start can be reached") {
  StepTable problem{.list = {{}}, .goal = {}};
  OwnedSearch owned({.nodes = 1, .values = 0, .depth = 8});
  CHECK(owned.run(problem, {0}) == PlanStatus::found);
}

// Knows no step from kPlanSteps on.
struct ManySteps : Counter {
  static uint32_t steps() { return ~0u; }
  uint32_t most = 0;
  bool apply(uint32_t step, const float* state, float* next, float& seconds) {
    most = std::max(most, step);
    return Counter::apply(step, state, next, seconds);
  }
};

TEST_CASE("steps beyond the most that there may be are left out") {
  ManySteps problem{{.goal = 2}};
  OwnedSearch owned({.nodes = 10, .values = 1, .depth = 8});
  CHECK(owned.run(problem, {0}) == PlanStatus::found);
  CHECK(problem.most == kPlanSteps - 1);
}

TEST_CASE("a search allocates nothing") {
  Counter problem{.goal = 6};
  OwnedSearch owned({.nodes = 10, .values = 1, .depth = 8});
  const float zero = 0;
  const uint64_t before = Allocations::made();
  owned.search.begin(&zero);
  owned.search.expand(problem, 100);
  CHECK(Allocations::made() == before);
}

}  // namespace
}  // namespace ishi::testing::plan_search_test
