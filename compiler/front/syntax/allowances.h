#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// The findings that comments of a text silence (`# ishi: allow IS401 -- reason`), in its order. `tree` is
// that of the text: it tells comments from texts in quotes and blocks, and where entries end. Reports (5xx)
// comments that mean to silence and do not, without which findings would come as a surprise; comments that
// happen to begin with `ishi` are left alone. Comments of entries that could not be read are not looked at.
// One look at each `#`; where something is silenced, O(nodes) besides.
[[nodiscard]] std::vector<Allowance> read_allowances(std::string_view text, const Tree& tree, uint32_t file,
                                                     Diagnostics& diagnostics);

}  // namespace ishi::compiler
