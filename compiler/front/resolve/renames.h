#pragma once

#include "diagnostics/diagnostics.h"
#include "model/renames.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// The `renamed_from` of all sections, after include and extends. Reports what cannot have been so: an
// old name that something else of its kind has, or had as well. Linear in the entries.
[[nodiscard]] Renames collect_renames(const Node& root, Diagnostics& diagnostics);

}  // namespace ishi::compiler
