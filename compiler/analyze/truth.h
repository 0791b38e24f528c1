#pragma once

#include <cstdint>

#include "analyze/prover.h"
#include "analyze/ranges.h"

namespace ishi::compiler {

// True if a condition is true in no situation, or in all. What is not known counts as `sometimes`.
enum class Holds : uint8_t { sometimes, never, always };

// Of an operation of a program that is 0 or 1, over all situations.
[[nodiscard]] Holds find_truth(const AnalyzedProgram& program, uint32_t condition, Budget& budget);

}  // namespace ishi::compiler
