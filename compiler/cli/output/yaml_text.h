#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler::cli {

// A text as a YAML scalar that is read as the same text: plain where that is safe, else in quotes. `in_flow`:
// inside { } or [ ].
[[nodiscard]] std::string yaml_scalar(std::string_view text, bool in_flow);

}  // namespace ishi::compiler::cli
