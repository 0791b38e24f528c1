#pragma once

#include <cstdint>
#include <span>

#include "ishi/program.h"
#include "ishi/types.h"
#include "program/block_sum.h"
#include "program/chunk.h"
#include "program/curve.h"
#include "program/operations.h"

// The vector machine: the loops over the lanes of a chunk that decide how fast a population thinks, compiled
// for each instruction set that Highway knows here. All of them give the same bits.

namespace ishi {

using curves::CurveLoop;
using curves::kCurveLoops;

[[nodiscard]] CurveLoop loop_of(const curves::Curve& curve);
// True if what its kind gives, without anything around it, is what such a curve gives. Loops for these are
// shorter; only some kinds have them.
[[nodiscard]] bool is_bare(const curves::Curve& curve);

struct PackInput;
struct Pack;
using PackRun = void (*)(const PackInput& input, const Pack& pack);

// The loops for the operations of a pack; null where they are run one by one.
struct PackLoops {
  PackRun elementwise;
  uint32_t operations;  // the elementwise ones that it runs: a bit for each
  PackRun curve[kCurveLoops];
  PackRun compound[Compound::kMost + 1][Compound::kMost + 1];
  PackRun number;  // of `load_number`
};

// The loops for one instruction set.
struct Machine {
  InstructionSet instruction_set;  // `best` if a game cannot ask for it
  operations::OfElementwise<Instruction::Run> elementwise;
  // The instruction's `parameter` is the curve's index.
  Instruction::Run curve[kCurveLoops];
  Instruction::Run bare_curve[kCurveLoops];
  Instruction::Run load_number;  // a key of agents
  PickOfEntities pick_of_entities;
  RowsOfCandidates rows_of_candidates;
  // By how many factors and terms it has; the instruction's `parameter` is the compound's index.
  Instruction::Run compound[Compound::kMost + 1][Compound::kMost + 1];

  // Sets a flag for lanes whose first operand times the number in `parameter`, with inertia, comes up to the
  // second one.
  Instruction::Run hope;

  // kernels::keep_best; the second where the last wins ties.
  Instruction::Run keep_best[2];

  // For snapshots.
  CopyBlocks copy_blocks;
  SumBlocks sum_blocks;

  PackLoops packs;  // none of them: those of `machine_of_packs`

  // Contestants compete; they come from the lowest rank to the highest, within one in the order of options.
  // What is best starts anew with each rank; what a lane has found in a lower one stays unless something is
  // above the minimum. What runs gets its inertia; NaN and minus infinity never win.
  using Compete = void (*)(const Chunk& chunk, std::span<const Contestant> contestants);
  Compete compete;           // the first wins ties
  Compete compete_alike;     // the same where all have one rank and nothing is chosen before
  Compete compete_for_last;  // the last does
};

// The shortest one for a curve.
[[nodiscard]] Instruction::Run loop_of(const Machine& machine, const curves::Curve& curve);

// The one whose loops run packs best where chunks are run by this one.
[[nodiscard]] const Machine& machine_of_packs(const Machine& machine);

// Those that this processor can run, the best first, found once.
[[nodiscard]] std::span<const Machine* const> machines();
// The one for an instruction set among them; null if there is none.
[[nodiscard]] const Machine* find_machine(std::span<const Machine* const> machines, InstructionSet set);

}  // namespace ishi
