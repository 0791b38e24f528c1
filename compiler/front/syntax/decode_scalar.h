#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ishi::compiler {

// The value of a scalar whose text does not show it by itself: one with escapes, of several lines, or a
// block scalar. `column`: of the name or dash to which it belongs; `in_brackets`: it stands in { } or [ ],
// and `column` means nothing. Nothing if it cannot be read. This is all that yaml-cpp does.
std::optional<std::string> decode_scalar(std::string_view text, size_t column, bool in_brackets);

}  // namespace ishi::compiler
