#pragma once

#include <cstdint>

#include "ishi/ishi.h"

// How a history is computed. None of it may change a bit of what comes of it.

namespace determinism {

// How a phase of a population is cut into jobs: many agents each, or one or a few.
enum class Chunks { chunked, single };

// The floating-point environment in which the runtime is called: as a process has it, or one that rounds
// upward and flushes denormals.
enum class Environment { plain, hostile };

struct Way {
  uint32_t threads = 1;
  Chunks chunks = Chunks::chunked;
  ishi::InstructionSet instruction_set = ishi::InstructionSet::best;
  Environment environment = Environment::plain;
  uint32_t rollback = 0;      // after so many frames they are gone back, and played again; 0: never
  ishi::Kernels kernels{};    // by which agents score
  bool hashes_states = true;  // not only what agents do and think, but all that is kept of them
  ishi::Allocator allocator{};
};

// Of the calling thread, until it ends.
void enter(Environment environment);
// True if the calling thread still has it.
[[nodiscard]] bool is_in(Environment environment);

}  // namespace determinism
