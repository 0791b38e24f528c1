#pragma once

#include <string_view>

#include "diagnostics/diagnostics.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reads one source text into a tree. After an error it goes on at the next top-level key, so the tree
// holds every top-level entry that could be read; an entry that could not has a poisoned value.
// `text` must outlive the tree. Any bytes are safe: limits are checked before yaml-cpp sees them.
// Linear in the size of the text.
Tree read_tree(std::string_view text, uint32_t file, Diagnostics& diagnostics);

}  // namespace ishi::compiler
