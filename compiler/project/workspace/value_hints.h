#pragma once

#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The inherited fields of an entry that `extends` another one, behind that one's name.
[[nodiscard]] std::vector<InlayHint> inherited_hints(const CheckedFile& checked);

// Hints at the quantities of plain numbers that stand for places on a curve's `input`, written as fractions
// of it.
[[nodiscard]] std::vector<InlayHint> unit_hints(const CheckedFile& checked);

}  // namespace ishi::compiler
