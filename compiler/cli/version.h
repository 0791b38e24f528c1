#pragma once

#include <string_view>

namespace ishi::compiler::cli {

// The tool's version, such as "0.3.0".
[[nodiscard]] std::string_view tool_version();

}  // namespace ishi::compiler::cli
