#pragma once

#include <cstdint>
#include <span>

#include "asset/limits.h"
#include "blackboard/entity_view.h"
#include "blackboard/variable.h"
#include "ishi/types.h"

// One memory of a population: up to `capacity` facts an agent, without gaps, in the order in which they were
// first noticed. Fact i of the agent in `slot` lies in row i * stride + slot of every column, so that the
// i-th facts of neighbours are neighbours. Rows where no fact is hold defaults.

namespace ishi {

// A time of the world with a sign; the end of the range is never reached.
[[nodiscard]] inline int64_t signed_time(uint64_t microseconds) {
  constexpr uint64_t kMost = uint64_t{1} << 62;
  return static_cast<int64_t>(microseconds < kMost ? microseconds : kMost);
}

struct FactTable {
  static constexpr uint64_t kForever = ~uint64_t{0};

  uint32_t capacity = 0;
  uint32_t stride = 0;
  uint32_t thing = kAnyThing;        // the world's number of the kind that it is of
  uint32_t first_field = 0;          // of the asset's fields: those of the thing
  uint32_t thing_fields = 0;         // how many of `fields` are noticed; its own follow
  uint64_t forget_after = kForever;  // microseconds
  uint64_t agent_bytes = 0;          // of what lies here for one agent
  std::span<Variable> fields;
  uint8_t* count = nullptr;  // by slot
  EntityId* entity = nullptr;
  float* position[3] = {};
  int64_t* first_seen = nullptr;  // microseconds of the world's time; before its beginning below 0
  int64_t* last_seen = nullptr;

  [[nodiscard]] uint32_t row(uint32_t slot, uint32_t fact) const { return fact * stride + slot; }

  // Which fact of the agent is about this entity; kNotFound if none is. Linear in the facts.
  [[nodiscard]] uint32_t find(uint32_t slot, EntityId wanted) const {
    for (uint32_t i = 0; i < count[slot]; ++i) {
      if (entity[row(slot, i)] == wanted) return i;
    }
    return kNotFound;
  }

  // What programs read of a fact.
  [[nodiscard]] float place(size_t at, uint32_t axis) const { return held_component(position[axis][at], 0); }
  [[nodiscard]] float age(size_t at, uint64_t now) const {
    const int64_t since = signed_time(now) - last_seen[at];
    const double seconds = static_cast<double>(since > 0 ? since : 0) / 1e6;
    return static_cast<float>(seconds < limits::kLongAgo ? seconds : limits::kLongAgo);
  }
  [[nodiscard]] static float seconds(int64_t microseconds) {
    return static_cast<float>(static_cast<double>(microseconds) / 1e6);
  }
};

}  // namespace ishi
