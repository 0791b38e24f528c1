#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "planning/plan_search.h"

// What the tests of planning plan for: steps that need and change the values of keys.

namespace ishi::testing {

using State = std::vector<float>;
using Plan = std::vector<uint8_t>;

inline bool same_bits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

struct Need {
  uint32_t key;
  float value;  // to the bit
};

struct Effect {
  uint32_t key;
  float value;
  bool adds = false;  // to what the key holds, then held in 0..3; else it replaces that
};

struct Step {
  std::vector<Need> needs;
  std::vector<Effect> effects;
  float seconds = 1;
};

struct StepTable {
  std::vector<Step> list;
  std::vector<Need> goal;
  float least_seconds = 0;
  uint64_t asked = 0;  // a hash of what was asked, in its order

  [[nodiscard]] uint32_t steps() const { return static_cast<uint32_t>(list.size()); }
  [[nodiscard]] uint64_t estimate(const float*) const { return step_cost(least_seconds); }

  // Which NaN a sum of two is, IEEE 754 leaves open: here it is the first.
  static float sum_of(float a, float b) { return a != a ? a : a + b > 3 ? 3 : a + b > 0 ? a + b : 0; }

  static bool holds(const std::vector<Need>& needs, const float* state) {
    return std::all_of(needs.begin(), needs.end(),
                       [&](const Need& need) { return same_bits(state[need.key], need.value); });
  }
  [[nodiscard]] bool reached(const float* state) const { return holds(goal, state); }

  bool apply(uint32_t step, const float* state, float* next, float& seconds) {
    asked = (asked + step + 1) * 0x9e3779b97f4a7c15u;
    if (!holds(list[step].needs, state)) return false;
    for (const Effect& effect : list[step].effects) {
      asked = (asked ^ std::bit_cast<uint32_t>(state[effect.key])) * 0x9e3779b97f4a7c15u;
      next[effect.key] = effect.adds ? sum_of(state[effect.key], effect.value) : effect.value;
    }
    seconds = list[step].seconds;
    return true;
  }
};

// A search and its block.
struct OwnedSearch {
  explicit OwnedSearch(const PlanShape& shape)
      : memory(PlanSearch::bytes(shape) / sizeof(uint64_t) + 1),
        search(reinterpret_cast<std::byte*>(memory.data()), shape) {}

  [[nodiscard]] Plan plan() const { return {search.plan().begin(), search.plan().end()}; }
  // Begins and goes on until the search ends.
  template <PlanProblem Problem>
  PlanStatus run(Problem& problem, const State& initial) {
    search.begin(initial.data());
    return search.expand(problem, ~0u);
  }

  std::vector<uint64_t> memory;
  PlanSearch search;
};

}  // namespace ishi::testing
