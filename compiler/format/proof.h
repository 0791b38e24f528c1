#pragma once

#include <string>
#include <string_view>

#include "syntax/tree.h"

namespace ishi::compiler {

struct ReadText {
  std::string_view text;
  const Tree& tree;
};

// What a text says that the other, laid out anew, does not, in words for a sentence; empty if they say the
// same: names, values (expressions but for their blanks) and order, the comments, in their order and beside
// the same names and values, and what comments silence. Both were read without errors. Linear.
[[nodiscard]] std::string lost_by_layout(const ReadText& before, const ReadText& after);

}  // namespace ishi::compiler
