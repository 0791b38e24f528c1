#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler {

// The changes from one text to another in the unified format of `diff -u`, with three lines around each
// change, for `patch` and people. `path` stands in its head. Empty if the texts are the same. O(lines ×
// changed lines); beyond 2000 changed lines everything between the first and the last one is one change.
[[nodiscard]] std::string unified_diff(std::string_view path, std::string_view before,
                                       std::string_view after);

}  // namespace ishi::compiler
