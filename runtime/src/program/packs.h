#pragma once

#include <cstdint>

#include "memory/array.h"
#include "program/chunk.h"
#include "program/machine.h"
#include "program/schedule.h"

// The program of one agent alone. In a chunk the lanes of a vector are agents; here they are operations of
// one kind that do not wait for each other, and their operands are picked together from the values so far.
// Every value is computed by the same text as in a chunk, so it has the same bits. (S. Larsen and S.
// Amarasinghe 2000, Exploiting Superword Level Parallelism with Multimedia Instruction Sets.)

namespace ishi {

struct Packs;

// The data of a pack; the agent is counted within its chunk.
struct PackInput {
  const Chunk& chunk;
  const Packs& packs;
  float* values;
};

// Operations of one kind. What it has by lane is padded to whole vectors by what the last lane has.
struct Pack {
  // How many numbers the frame of a curve has, at most its kind, and a key.
  static constexpr uint32_t kFrame = 6, kCurve = 4, kHeld = 3;

  PackRun run = nullptr;
  uint32_t count = 0;       // of operations
  uint32_t padded = 0;      // a multiple of kLanes, which `out` is as well; 1 if it is single
  uint32_t out = 0;         // the first of their values
  uint32_t sources = 0;     // in `Packs::sources`: a row of lanes for each operand
  uint32_t numbers = 0;     // in `Packs::numbers`: a row of lanes for each; see `Packer::number`
  uint32_t parameters = 0;  // in `Packs::parameters`, or of a single instruction in `Packs::singles`
  uint32_t rows = 0;        // of curves: the most that one of them has
  uint8_t operation = 0;    // which of the elementwise ones; of curves without rows their CurveLoop
  uint8_t operands = 0;
};

struct Packs {
  // The register that a value is brought to when all is computed.
  struct Result {
    uint32_t value = 0;
    uint32_t to = 0;
  };

  // Shared values that lie side by side, and are copied together.
  struct SharedRun {
    uint32_t place = 0;
    uint32_t count = 0;
  };

  // The first value is 1, then come copies of shared values.
  static constexpr uint32_t kOne = 0;

  Array<SharedRun> shared;
  Array<Pack> list;
  Array<uint32_t> sources;
  Array<float> numbers;
  Array<uint32_t> parameters;
  Array<Instruction> singles;  // their operands are the first registers, what they give the next one
  Array<Pack> stores;          // single ones that give nothing
  Array<Result> results;       // the scores
  uint32_t values = 0;
  uint32_t registers = 0;  // that running them needs at least
  bool any = false;        // false: agents think in chunks only

  // Packs what `schedule` runs, which is that of `input`; none if it goes through members of sets. False if
  // there is no memory. Time and memory are linear in the instructions, times the kinds of operations that
  // they have.
  [[nodiscard]] bool make(const ScheduleInput& input, const Schedule& schedule);
};

// Runs them for the one agent of a chunk; afterwards its scores stand in the registers in which a schedule
// leaves them, and its levels are stored. `values` is aligned to cache lines and has room for `packs.values`.
void run_packs(const Chunk& chunk, const Packs& packs, float* values);

}  // namespace ishi
