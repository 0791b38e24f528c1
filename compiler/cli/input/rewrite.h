#pragma once

#include <string>
#include <string_view>

#include "cli/input/inputs.h"

namespace ishi::compiler::cli {

// Gives a source the text `after` in the place of `before`, which was read from it; of a link, the file that
// it leads to. Whole at every moment (replace_whole). An empty string, or why it was left as it is.
[[nodiscard]] std::string rewrite_input(const Input& input, std::string_view before, std::string_view after);

}  // namespace ishi::compiler::cli
