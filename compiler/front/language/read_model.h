#pragma once

#include "diagnostics/diagnostics.h"
#include "model/stages.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reads all sections of a file, which stand in `root` after include and extends. What cannot be read is
// reported, keeps its default, and puts in doubt the names above it (Diagnostics::is_in_doubt). The model's
// texts are slices of the tree and of the sources.
[[nodiscard]] WrittenModel read_model(const Node& root, Diagnostics& diagnostics);

}  // namespace ishi::compiler
