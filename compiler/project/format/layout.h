#pragma once

#include <string>
#include <string_view>

#include "format/format.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// The text of a tree without poisoned nodes, laid out, with LF at line ends. `text` is what it was read from.
// Nothing is proved of it. Linear in the text, but for groups of lines that do not fit (quadratic in the
// lines of one group).
[[nodiscard]] std::string layout_of(std::string_view text, const Tree& tree, const FormatOptions& options);

}  // namespace ishi::compiler
