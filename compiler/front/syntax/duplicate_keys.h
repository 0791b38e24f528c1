#pragma once

#include "diagnostics/diagnostics.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reports every entry of a mapping whose key an earlier one has, and takes it out. O(n log n).
void remove_duplicate_keys(Node& mapping, Diagnostics& diagnostics);

}  // namespace ishi::compiler
