#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
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

// The instructions from `first` to before `end` run once for each fact of a memory.
struct Pass {
  uint32_t memory = 0;
  uint32_t first = 0;
  uint32_t end = 0;
};

struct Schedule {
  static constexpr uint32_t kNone = 0xffff'ffff;

  Array<SharedOperation> shared;  // the first operations of the program, in order
  uint64_t shared_size = 0;       // how many values they have
  // Those for each agent, those of the passes, and those by which options that are for facts compete.
  Array<Instruction> instructions;
  Array<Pass> passes;
  uint32_t first_of_passes = 0;
  uint32_t first_behind_passes = 0;
  Array<uint32_t>
      memories;  // by operation of the program: whose facts it is about, kNone if it is about none
  Array<uint32_t>
      best_fact;           // by option: the register that says which fact it is for; kNone if it is for none
  Array<uint32_t> scores;  // by option, where options are drawn: the register that keeps its score
  uint32_t registers = 0;
  uint32_t flags = 0;
};

struct ScheduleInput {
  std::span<const blob::Operation> program;
  std::span<const Domain> domains;
  std::span<const blob::Option> options;
  std::span<const Variable> keys, fields;
  std::span<const curves::Curve> curves;
  std::span<const uint32_t> levels;         // the operations that give carried levels
  std::span<const uint32_t> level_motives;  // parallel: whose
  uint32_t memories = 0;
  std::span<const Variable> fact_fields;
  std::span<const FactField> memory_of_field;
  uint32_t teams = 1;
  uint32_t profiles = 0;
  bool last_wins_ties = false;
  bool draws = false;  // whether options are drawn
};

// False if there is no memory.
[[nodiscard]] bool make_schedule(const ScheduleInput& input, Schedule& schedule);

}  // namespace ishi
