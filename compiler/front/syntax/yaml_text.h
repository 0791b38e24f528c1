#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler {

// True if a text, written without quotes, is read as the same text; `in_flow` as below.
[[nodiscard]] bool is_plain_scalar(std::string_view text, bool in_flow);

// A text as a YAML scalar that is read as the same text: plain where that is safe, else in quotes. `in_flow`:
// inside { } or [ ].
[[nodiscard]] std::string yaml_scalar(std::string_view text, bool in_flow);

}  // namespace ishi::compiler
