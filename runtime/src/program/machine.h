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

// The positions of a set's members along some axes, padded to whole vectors.
struct NearMembers {
  const float* axes[3];
  uint32_t axis_count;
  uint32_t count;
};
// The pairs of one agent, the one in this lane, among those that run at once.
struct PairRun {
  uint32_t lane, first, end;
};
struct PairBest {
  float score;
  uint32_t number;  // counted from the first of a run
};
// The loops over pairs of an agent and a member (views/member_pairs.h). What they write may reach up to a
// whole vector beyond the last pair.
struct PairLoops {
  // Sets the bits of the members whose squared distance from `at` is at most `most`; how many they are.
  uint32_t (*find_near)(const NearMembers& members, const float* at, float most, uint64_t* words);
  // Lists the rows of those whose bits are set; how many.
  uint32_t (*list_near)(uint64_t bits, const uint32_t* rows, uint32_t* out);
  // Brings a value of the agents to their pairs.
  void (*spread)(const float* from, const PairRun* runs, uint32_t count, float* to);
  // The best of so many scores, the first of equals, or the last.
  PairBest (*best[2])(const float* scores, uint32_t count);
};

// Targets of a sense, in columns; up to whole vectors there is room behind them.
struct SightTargets {
  const float* position[3];
  const float* reach;
};
// The observer.
struct SightFrom {
  float position[3], facing[3];
  float edge;          // the cosine of half the field times the length of the facing
  float most_squared;  // no one farther away counts
};

// A bit for each of 64 targets: whether it is in reach, and of those whether it is in the field.
struct InSight {
  uint64_t near, in_field;
  alignas(64) float squared[64];  // the distances
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

  PairLoops pairs;
  // Looks at up to 64 targets from the first on.
  using FindInSight = void (*)(const SightTargets& targets, const SightFrom& from, size_t first, size_t count,
                               InSight& found);
  FindInSight find_in_sight;
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
