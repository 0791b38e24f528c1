#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ishi::compiler {

// A picture within a text of Markdown, as a `data:` address, for editors that show pictures. `width`: in
// pixels, as VS Code reads it behind the address; 0: its own.
[[nodiscard]] std::string embedded_picture(std::string_view label, std::string_view svg, uint32_t width = 0);

}  // namespace ishi::compiler
