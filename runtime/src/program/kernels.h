#pragma once

#include <cstdint>

#include "blackboard/variable.h"
#include "ishi/program.h"
#include "program/chunk.h"

// The loops over the lanes of a chunk, one function for each operation and shape of its operands.

namespace ishi {
struct Machine;
}

namespace ishi::kernels {

// An operation that reads columns: a key of the agents, `self_row`, `running`, or something of an entity
// whose row is the first operand. `storage` is that of the key or field, if the parameter is one.
[[nodiscard]] Instruction::Run load(const Machine& machine, OperationCode code, Storage storage);

// The column from which an operation of this code picks; its first operand is the row of the entity. Fields
// that are integers or entities have none.
[[nodiscard]] EntityColumn column_of(const Binding& binding, OperationCode code, uint32_t parameter);

// Writes by lane, from `first` to before `end`, the row of the candidate at hand, 0 where it is gone. `rows`
// has room for whole vectors.
void rows_at_hand(const Chunk& chunk, const SetTable& table, uint32_t first, uint32_t end, uint32_t* rows);

// One axis of points or directions in a column, as programs read it; rows by slot. What the loads of axes
// share.
void load_components(const Chunk& chunk, const Instruction& instruction, const float* column, float fallback);

// A shared value brought to the agents, or that of a member of a set that they share to those who meet it;
// the first operand is its place.
[[nodiscard]] Instruction::Run spread(Domain from);

// The first operand becomes the level of the motive `parameter`.
[[nodiscard]] Instruction::Run store_level();
[[nodiscard]] Instruction::Run sum_level();

// An operation that reads a member of the instruction's set: that at hand in a pass, or the one whose number
// is in the first operand. `storage` is that of the field, if it reads one.
[[nodiscard]] Instruction::Run load_member(OperationCode code, Storage storage, bool at_hand);
[[nodiscard]] Instruction::Run spread_member();
// How many members the instruction's set has.
[[nodiscard]] Instruction::Run load_member_count();
// The first operand where it is the number of a member of the instruction's set, else -1.
[[nodiscard]] Instruction::Run load_member_number();

// What is made of all members of the instruction's set: `start_made` begins with `out`; `take_member` takes
// the first operand of the member at hand into the second; `replace_none` puts the first operand into `out`
// where there are no members.
[[nodiscard]] Instruction::Run start_made(OperationCode code);
[[nodiscard]] Instruction::Run take_member(OperationCode code);
[[nodiscard]] Instruction::Run replace_none();

// Of a choice, `parameter`: `keep_chosen` compares the score in its first operand, of the member at hand,
// with the best in the second, whose member is in the third and whose score, not raised, in `out`;
// `none_chosen` says of the member in its first operand and the score in its second what they are if there
// was none, by the best in `out`; `store_chosen` keeps the member in its first operand and the score in its
// second as chosen last.
[[nodiscard]] Instruction::Run keep_chosen();
[[nodiscard]] Instruction::Run none_chosen();
[[nodiscard]] Instruction::Run store_chosen();
[[nodiscard]] Instruction::Run load_chosen(OperationCode code);

// Of an option that is for the members of a set: `begin_best` forgets the best score so far, in `out`;
// `keep_best` compares the score in its first operand, of the member at hand, with the best in the second,
// whose member is in the third. Where each agent has candidates of its own, `begin_running` puts into `out`
// the packed one for which the option `parameter` runs, 0 for none; `keep_best` has that in `out`.
[[nodiscard]] Instruction::Run begin_best();
[[nodiscard]] Instruction::Run begin_running();
[[nodiscard]] Instruction::Run keep_best(bool last_wins_ties);

}  // namespace ishi::kernels
