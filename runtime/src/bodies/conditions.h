#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "ishi/population.h"
#include "memory/array.h"
#include "program/chunk_memory.h"
#include "program/schedule.h"
#include "views/agents.h"

// Conditions that bodies wait on: `until`, `while` and the `when` of interjections. One that reads nothing
// but columns is computed for many agents at once, and whoever waits on such conditions alone is looked at
// only when one of them has come true; who waits on another one is looked at in each frame. What happens is
// the same.

namespace ishi {

struct Condition {
  blob::Range program;
  bool wakes_if = true;  // what it must be to wake those who wait on it
  Schedule schedule;
  Array<float> shared_values;
};

struct Conditions {
  static constexpr uint32_t kMost = 64;

  Array<Condition> list;
  uint64_t* waiting =
      nullptr;  // a part of the state, by slot: a bit for each condition; null if there are none
  // By formula of the asset, twice: which condition it is if being false wakes, and if being true does.
  // kNotFound: it is none.
  Array<uint32_t> numbers;
  ChunkMemory memory;

  [[nodiscard]] bool any() const { return list.size() > 0; }
  [[nodiscard]] uint32_t number_of(uint32_t formula, bool wakes_if) const {
    return numbers[2 * size_t{formula} + (wakes_if ? 1 : 0)];
  }
};

// Finds those of an agent. False if there is no memory.
[[nodiscard]] bool find_conditions(const Tables& tables, const blob::Agent& agent, Conditions& conditions);
// Makes them ready to be computed. `input` is that of the agent's program.
[[nodiscard]] bool prepare_conditions(Agents& population, ScheduleInput input);
// Marks those who wait on a condition that has come true as awake. What agents have in common is computed
// here. In the promised floating-point environment. Some nanoseconds for each agent and condition.
void wake_waiting(Agents& population);

}  // namespace ishi
