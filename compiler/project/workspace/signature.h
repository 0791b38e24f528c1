#pragma once

#include <optional>

#include "workspace/answers.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The function or curve between whose parentheses a place is.
[[nodiscard]] std::optional<Signature> signature_at(const CheckedFile& now, const CheckedFile& names,
                                                    uint32_t offset);

}  // namespace ishi::compiler
