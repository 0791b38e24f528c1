#pragma once

#include <cstdint>

#include "blackboard/variable.h"
#include "ishi/program.h"
#include "program/chunk.h"

// The loops over the lanes of a chunk, one function for each operation and shape of its operands.

namespace ishi::kernels {

// An elementwise operation. Bit i of `constants` is set if operand i is a place among the shared values
// instead of a register; not all operands may be.
[[nodiscard]] Instruction::Run elementwise(OperationCode code, uint32_t constants);

// A curve; the instruction's `parameter` is its index.
[[nodiscard]] Instruction::Run curve(const curves::Curve& curve);

// An operation that reads columns: a key of the agents, `self_row`, `running`, or something of an entity
// whose row is the first operand. `storage` is that of the key or field, if the parameter is one.
[[nodiscard]] Instruction::Run load(OperationCode code, Storage storage);

// One axis of points or directions in a column, as programs read it; rows by slot. What the loads of axes
// share.
void load_components(const Chunk& chunk, const Instruction& instruction, const float* column, float fallback);

// A shared value brought to the agents; the first operand is its place.
[[nodiscard]] Instruction::Run spread(Domain from);

// The first operand becomes the level of the motive `parameter`.
[[nodiscard]] Instruction::Run store_level();

// An option, `parameter`, competes with the score in its first operand. `has_inertia`: it is in the score
// already.
[[nodiscard]] Instruction::Run compete(bool last_wins_ties, bool has_inertia);

// Where options are drawn: the score in the first operand, minus infinity where the option `parameter` may
// not be chosen yet, is kept in `out`.
[[nodiscard]] Instruction::Run keep_score();

// An operation that reads the facts of the instruction's memory. `storage` is that of the field, if it reads
// one.
[[nodiscard]] Instruction::Run load_fact(OperationCode code, Storage storage);

// Of an option that is for a fact: `begin_best` forgets the best score so far, in `out`; `keep_best` compares
// the score in its first operand, of the fact at hand, with the best in the second, whose fact is in the
// third.
[[nodiscard]] Instruction::Run begin_best();
[[nodiscard]] Instruction::Run keep_best(bool last_wins_ties);

}  // namespace ishi::kernels
