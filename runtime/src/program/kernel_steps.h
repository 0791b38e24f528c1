#pragma once

#include <cstdint>
#include <span>

#include "ishi/kernels.h"
#include "memory/array.h"

// The parts of a kernel (ishi/kernels.h) as instructions of a schedule.

namespace ishi {

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
};

struct KernelStep {
  KernelRun run = nullptr;
  uint32_t first_input = 0, inputs = 0;
  uint32_t first_shared = 0, shared = 0;   // of `places`: among the shared values
  uint32_t first_output = 0, outputs = 0;  // of `places`: registers, in floats from the first
};

struct KernelSteps {
  Array<KernelStep> list;
  Array<KernelInput> inputs;
  Array<uint32_t> places;
};

// The step `parameter` of an instruction.
void run_kernel(const Chunk& chunk, const Instruction& instruction);

}  // namespace ishi
