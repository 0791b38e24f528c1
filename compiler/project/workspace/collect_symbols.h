#pragma once

#include <vector>

#include "workspace/name_index.h"

namespace ishi::compiler {

// All that a program declares, in no order.
[[nodiscard]] std::vector<Symbol> collect_symbols(const Program& program, const Sources& sources);

}  // namespace ishi::compiler
