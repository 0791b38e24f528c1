#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ishi::compiler {

// A part of a source as lists and messages show it: on one line, without comments. Of more than `most` bytes
// the beginning, up to a whole character, and "…".
[[nodiscard]] std::string one_line(std::string_view text, size_t most);

}  // namespace ishi::compiler
