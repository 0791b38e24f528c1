#pragma once

#include "analyze/ranges.h"

namespace ishi::compiler {

// True if one operation is nowhere in a box below another, by how both are made: sums and products whose
// parts are so, rounded alike. Ranges alone cannot tell where both come near to the same. False if that is
// not known.
[[nodiscard]] bool is_at_least(const AnalyzedProgram& program, const Ranges& ranges, uint32_t greater,
                               uint32_t less);

}  // namespace ishi::compiler
