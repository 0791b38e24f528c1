#pragma once

#include <string_view>

#include "diagnostics/diagnostics.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reads one source text into a tree. A fault costs the value that it stands in, which is poisoned, or the
// block of names that lost a line; at worst the top-level entry, whose name is kept with a poisoned value.
// All else is read. The root is poisoned only if there is nothing to read.
// `text` must outlive the tree. Any bytes are safe: limits are checked before yaml-cpp sees them.
// Linear in the size of the text, but for the look for duplicate keys (O(n log n)).
Tree read_tree(std::string_view text, uint32_t file, Diagnostics& diagnostics);

}  // namespace ishi::compiler
