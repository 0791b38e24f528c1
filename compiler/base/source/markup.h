#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler {

// A text as HTML and SVG take it, in elements and in attributes. Control characters become spaces.
[[nodiscard]] std::string markup_text(std::string_view text);

}  // namespace ishi::compiler
