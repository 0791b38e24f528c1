#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "blackboard/variable.h"
#include "ishi/program.h"
#include "memory/array.h"
#include "program/chunk.h"

// How an agent's program is run: derived from it when a population is made. What agents have in common
// is computed once a thought and for each row of its own domain; what is each agent's own becomes
// instructions over registers, of which as many are used as values are alive at one time. Operations that no
// score needs are left out.

namespace ishi {

// An operation of a domain below the agents'.
struct SharedOperation {
  uint32_t place = 0;  // of its first row among the shared values
  uint32_t rows = 1;
  Domain domain = Domain::constant;
};

struct Schedule {
  Array<SharedOperation> shared;  // the first operations of the program, in order
  uint64_t shared_size = 0;       // how many values they have
  Array<Instruction> instructions;
  uint32_t registers = 0;
  uint32_t flags = 0;
};

struct ScheduleInput {
  std::span<const blob::Operation> program;
  std::span<const Domain> domains;
  std::span<const blob::Option> options;
  std::span<const Variable> keys, fields;
  std::span<const curves::Curve> curves;
  uint32_t teams = 1;
  uint32_t profiles = 0;
  bool last_wins_ties = false;
};

// False if there is no memory.
[[nodiscard]] bool make_schedule(const ScheduleInput& input, Schedule& schedule);

}  // namespace ishi
