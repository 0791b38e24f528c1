#pragma once

#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// What an entry that `extends` another one has of it, and does not say itself, behind the other one's name.
[[nodiscard]] std::vector<InlayHint> inherited_hints(const CheckedFile& checked);

// What plain numbers measure: places on a curve's `input`, which are written as shares of it.
[[nodiscard]] std::vector<InlayHint> unit_hints(const CheckedFile& checked);

}  // namespace ishi::compiler
