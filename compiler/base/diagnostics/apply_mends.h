#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"

namespace ishi::compiler {

// The text with the sure mends of its diagnostics, those of the file `file`. Of mends that overlap the first
// one counts; one that would take a comment away does not. Line ends are written as the text has them.
// `count`: how many diagnostics were mended. Linear but for sorting.
struct MendedText {
  std::string text;
  size_t count = 0;
};
[[nodiscard]] MendedText apply_mends(std::string_view text, const std::vector<Diagnostic>& diagnostics,
                                     uint32_t file);

}  // namespace ishi::compiler
