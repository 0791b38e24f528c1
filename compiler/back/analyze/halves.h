#pragma once

#include <cstdint>
#include <vector>

#include "analyze/truth.h"
#include "expression/expression.h"

namespace ishi::compiler {

// A part of a condition that might as well not be there: it always holds beside an `and`, or never beside an
// `or`.
struct Half {
  Span span;
  Holds holds = Holds::sometimes;
  uint32_t operation = 0;
};

// Of what an operation is computed from, as it is written.
[[nodiscard]] std::vector<Half> find_halves(const AnalyzedProgram& program, uint32_t operation,
                                            const Expression& written, Budget& budget);

}  // namespace ishi::compiler
