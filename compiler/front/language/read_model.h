#pragma once

#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reads all sections of a file, which stand in `root` after include and extends. What cannot be read is
// reported, keeps its default, and puts in doubt the names above it (Diagnostics::is_in_doubt). The model's
// texts are slices of the tree and of the sources. `formulas`, if given, gets a copy of each formula.
[[nodiscard]] Model read_model(const Node& root, Diagnostics& diagnostics,
                               std::vector<Formula>* formulas = nullptr);

}  // namespace ishi::compiler
