#pragma once

#include <cstdint>

#include "analyze/prover.h"
#include "analyze/ranges.h"

namespace ishi::compiler {

// The situations in which a condition is true: some, none or all. A truth that is not known is `sometimes`.
enum class Holds : uint8_t { sometimes, never, always };

// Of an operation of a program that is 0 or 1, over all situations.
[[nodiscard]] Holds find_truth(const AnalyzedProgram& program, uint32_t condition, Budget& budget);

}  // namespace ishi::compiler
