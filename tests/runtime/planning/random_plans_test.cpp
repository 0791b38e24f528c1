#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "runtime/planning/step_table.h"
#include "trials.h"

// Searches of random problems against looking at every plan, cut into pieces, and copied in the middle.

namespace ishi::testing::random_plans_test {
namespace {

struct RandomProblem {
  explicit RandomProblem(uint32_t seed, bool hostile = false) : random_(seed), hostile_(hostile) {
    shape = {.nodes = 4096, .values = 1 + pick(12), .depth = 1 + pick(8)};
    for (uint32_t i = 0; i < shape.values; ++i) initial.push_back(hostile && pick(3) == 0 ? value() : 0);
    const uint32_t most_needs = pick(4), costs = pick(4), steps = 1 + pick(20);
    for (uint32_t i = 0; i < steps; ++i) {
      Step step{.needs = {}, .effects = {}, .seconds = cost(costs)};
      for (uint32_t k = 0; k < pick(most_needs + 1); ++k) step.needs.push_back({key(), value()});
      for (uint32_t k = 0; k < 1 + pick(2); ++k) {
        const bool adds = pick(4) == 0;
        step.effects.push_back({key(), adds && pick(2) == 0 ? -1.0f : value(), adds});
      }
      table.list.push_back(step);
    }
    const State end = end_of_a_walk();
    for (uint32_t k = 0; k < shape.values; ++k) {
      if (pick(end[k] != initial[k] ? 2 : 30) == 0) table.goal.push_back({k, end[k]});
    }
    if (pick(2) == 0) return;
    table.least_seconds = std::numeric_limits<float>::max();
    for (const Step& step : table.list) {
      table.least_seconds = step.seconds > 0 ? std::min(step.seconds, table.least_seconds) : 0;
    }
  }

  uint32_t pick(uint32_t count) { return random_() % count; }

  PlanShape shape;
  State initial;
  StepTable table;

 private:
  // Where some steps lead that may be taken: what holds there can mostly be reached.
  State end_of_a_walk() {
    State state = initial;
    for (uint32_t i = 0; i < 12 * shape.depth; ++i) {
      State next = state;
      float seconds = 0;
      if (table.apply(pick(table.steps()), state.data(), next.data(), seconds)) state = next;
    }
    return state;
  }

  uint32_t key() { return pick(shape.values); }

  float value() {
    constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
    if (hostile_ && pick(3) == 0) {
      constexpr float kHostile[] = {kNotANumber, -kNotANumber, -0.0f, std::numeric_limits<float>::infinity(),
                                    std::numeric_limits<float>::denorm_min()};
      return kHostile[pick(5)];
    }
    return pick(3) == 0 ? static_cast<float>(pick(4)) : 1.0f;
  }

  float cost(uint32_t kind) {
    constexpr float kFew[] = {0, 1, 2};
    constexpr float kDecimal[] = {0.1f, 0.2f, 0.3f, 0.4f};
    constexpr float kHostile[] = {
        std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity(), -1,
        std::numeric_limits<float>::max(),       1e-30f};
    if (hostile_ && pick(2) == 0) return kHostile[pick(6)];
    switch (kind) {
      case 0: return kFew[pick(3)];
      case 1: return kDecimal[pick(4)];
      case 2: return 1;
      default: return static_cast<float>(pick(1u << 20)) * 0x1p-18f;
    }
  }

  std::mt19937 random_;
  bool hostile_;
};

// Looks at every plan in the order of the text; of the shortest of the cheapest it keeps the first.
class Exhaustive {
 public:
  explicit Exhaustive(RandomProblem& problem) : p_(problem) {
    std::copy(p_.initial.begin(), p_.initial.end(), states_[0].begin());
    look(0);
  }

  bool found = false, given_up = false;
  Plan plan;
  uint64_t cost = ~uint64_t{0};

 private:
  using Values = std::array<float, 12>;

  static uint64_t microseconds(float seconds) {
    if (std::isnan(seconds) || seconds < 0) return 0;
    return static_cast<uint64_t>(std::llround(std::fmin(double{seconds} * 1e6, 0x1p48 - 1)));
  }

  // Of what lies behind the last of the states so far.
  void look(uint64_t so_far) {
    Values& state = states_[way_.size()];
    for (float& value : state) value = value == 0 && std::signbit(value) ? 0.0f : value;
    const auto is_state = [&](const Values& passed) {
      return std::equal(passed.begin(), passed.end(), state.begin(), same_bits);
    };
    const auto own = states_.begin() + static_cast<ptrdiff_t>(way_.size());
    const bool is_worse = so_far > cost || (so_far == cost && way_.size() >= plan.size());
    if (given_up || (found && is_worse) || std::any_of(states_.begin(), own, is_state)) return;
    if (p_.table.reached(state.data())) {
      found = true;
      plan = way_;
      cost = so_far;
      return;
    }
    if (way_.size() == p_.shape.depth) return;
    given_up = ++looks_ > 5000;
    for (uint32_t step = 0; step < p_.table.steps(); ++step) {
      Values& next = states_[way_.size() + 1];
      next = state;
      float seconds = 0;
      if (!p_.table.apply(step, state.data(), next.data(), seconds)) continue;
      way_.push_back(static_cast<uint8_t>(step));
      look(so_far + microseconds(seconds));
      way_.pop_back();
    }
  }

  RandomProblem& p_;
  std::array<Values, 9> states_ = {};  // at the start and after each step of the way
  Plan way_;
  uint32_t looks_ = 0;
};

TEST_CASE("the plan is the first of the shortest of the cheapest of all, in thousands of random problems") {
  const bool hostile = GENERATE(false, true);
  uint32_t compared = 0, found = 0, long_plans = 0;
  for (uint32_t seed = 0; seed < trials(3600); ++seed) {
    RandomProblem problem(seed, hostile);
    const Exhaustive all(problem);
    if (all.given_up) continue;
    OwnedSearch owned(problem.shape);
    INFO("seed " << seed);
    REQUIRE(owned.run(problem.table, problem.initial) == (all.found ? PlanStatus::found : PlanStatus::none));
    REQUIRE(owned.plan() == all.plan);
    REQUIRE(owned.search.cost_microseconds() == (all.found ? all.cost : 0));
    ++compared;
    found += all.found ? 1 : 0;
    long_plans += all.plan.size() > 2 ? 1 : 0;
  }
  CHECK(long_plans > sightings(400));
  WARN(compared << " problems: " << found << " have a plan, " << long_plans << " one of three steps or more");
}

// How a search ended, and a hash of all that it asked, in order.
struct Ending {
  PlanStatus status;
  Plan plan;
  uint64_t cost, asked;
  uint32_t expanded, stored;
  bool operator==(const Ending&) const = default;
};

Ending ending_of(const OwnedSearch& owned, const StepTable& table) {
  const PlanSearch& search = owned.search;
  return {search.status(), owned.plan(),      search.cost_microseconds(),
          table.asked,     search.expanded(), search.stored()};
}

TEST_CASE("cut into pieces, copied and restored in the middle, a search is the same") {
  uint32_t endings[4] = {};
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    RandomProblem problem(seed, seed % 2 == 0);
    problem.shape.nodes = 1 + problem.pick(200);
    problem.table.asked = 0;
    StepTable table = problem.table;
    OwnedSearch whole(problem.shape);
    whole.run(table, problem.initial);
    const Ending expected = ending_of(whole, table);
    ++endings[static_cast<uint32_t>(expected.status)];

    table = problem.table;
    OwnedSearch blocks[] = {OwnedSearch(problem.shape), OwnedSearch(problem.shape)};
    blocks[0].search.begin(problem.initial.data());
    uint32_t pieces = 0;
    while (blocks[pieces % 2].search.expand(table, problem.pick(4)) == PlanStatus::running) {
      OwnedSearch& from = blocks[pieces % 2];
      OwnedSearch& to = blocks[++pieces % 2];
      std::memcpy(to.memory.data(), from.memory.data(), PlanSearch::bytes(problem.shape));
      std::memset(from.memory.data(), 0xa5, PlanSearch::bytes(problem.shape));
    }
    INFO("seed " << seed);
    REQUIRE(ending_of(blocks[pieces % 2], table) == expected);
  }
  CHECK(endings[static_cast<uint32_t>(PlanStatus::none)] > 50);
  CHECK(endings[static_cast<uint32_t>(PlanStatus::found)] > 50);
  CHECK(endings[static_cast<uint32_t>(PlanStatus::full)] > 50);
}

// Answers anything, each time something else.
struct Whim {
  std::mt19937 random;
  uint32_t pick(uint32_t count) { return random() % count; }
  float any_float() { return std::bit_cast<float>(static_cast<uint32_t>(random())); }

  uint32_t steps() { return pick(100); }
  uint64_t estimate(const float*) { return pick(10) == 0 ? kNoWayOn : uint64_t{random()} << pick(64); }
  bool reached(const float*) { return pick(200) == 0; }
  bool apply(uint32_t, const float*, float* next, float& seconds) {
    next[pick(3)] = pick(2) == 0 ? any_float() : static_cast<float>(pick(3));
    seconds = any_float();
    return pick(3) != 0;
  }
};

TEST_CASE("whatever a problem answers, its search ends after as many states as there are nodes") {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Whim whim{std::mt19937(seed)};
    const PlanShape shape{.nodes = 1 + whim.pick(300), .values = 3, .depth = whim.pick(kPlanDepth + 1)};
    OwnedSearch owned(shape);
    const State initial = {whim.any_float(), whim.any_float(), whim.any_float()};
    owned.search.begin(initial.data());
    while (owned.search.expand(whim, 1) == PlanStatus::running) {
      REQUIRE(owned.search.expanded() <= owned.search.stored());
    }
    REQUIRE(owned.search.stored() <= shape.nodes);
    REQUIRE(owned.plan().size() <= shape.depth);
    for (const uint8_t step : owned.plan()) REQUIRE(step < kPlanSteps);
  }
}

}  // namespace
}  // namespace ishi::testing::random_plans_test
