#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler {

// "if(a, b, c)" for `a ? b : c`, as other languages write it; empty for any other text.
[[nodiscard]] std::string meant_ternary(std::string_view text);

}  // namespace ishi::compiler
