#pragma once

#include <cstdint>
#include <span>

#include "ishi/asset.h"
#include "ishi/kernels.h"
#include "ishi/program.h"
#include "memory/array.h"

// The parts of a kernel (ishi/kernels.h) as instructions of a schedule.

namespace ishi {

struct Binding;
struct Chunk;
struct Instruction;

// The function of a part for an instruction set, or for the next lesser one that it was compiled for; null if
// there is none.
[[nodiscard]] KernelRun run_of(const KernelPart& part, InstructionSet set);

struct KernelInput {
  static constexpr uint32_t kNoKey = 0xffff'ffff;

  uint32_t key = kNoKey;  // whose column it reads, else it reads a register
  uint32_t at = 0;  // the register, in floats from the first; of a key the one to which it is brought where
                    // lanes are no slots in order
  const float* column = nullptr;  // the key's, else null
};

struct KernelStep {
  KernelRun run = nullptr;
  uint32_t first_input = 0, inputs = 0;
  uint32_t first_shared = 0, shared = 0;   // of `places`: among the shared values
  uint32_t first_output = 0, outputs = 0;  // of `places`: registers, in floats from the first
  uint32_t first_picked = 0, picked = 0;
  uint32_t set = kNotFound;  // whose candidates at hand it reads
};

// A column that it picks from.
struct KernelPick {
  OperationCode code = OperationCode::constant;
  uint32_t parameter = 0;
};

struct KernelSteps {
  Array<KernelStep> list;
  Array<KernelInput> inputs;
  Array<uint32_t> places;
  Array<KernelPick> picked;
  Array<EntityColumn> columns;  // parallel

  uint32_t agents = 0, rows = 0;  // the slots, and the rows of their columns with what pads them

  // Finds the columns, once they have their places.
  void bind(const Binding& binding, uint32_t its_agents, uint32_t its_rows);
  // True if nobody has the rows behind so many agents from a slot on, up to whole vectors.
  [[nodiscard]] bool are_last(uint32_t slot, uint32_t count) const {
    return slot + count == agents && slot + (count + kKernelLanes - 1) / kKernelLanes * kKernelLanes <= rows;
  }
};

// The step `parameter` of an instruction.
void run_kernel(const Chunk& chunk, const Instruction& instruction);

}  // namespace ishi
