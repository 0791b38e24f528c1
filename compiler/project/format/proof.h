#pragma once

#include <string>
#include <string_view>

#include "syntax/tree.h"

namespace ishi::compiler {

struct ReadText {
  std::string_view text;
  const Tree& tree;
};

// The difference of a text that is laid out anew from the other, "a comment would move"; empty if they say
// the same: names, values (expressions but for their blanks) and order, the comments, in their order and
// beside the same names and values, and what comments silence. Both were read without errors. Linear.
[[nodiscard]] std::string lost_by_layout(const ReadText& before, const ReadText& after);

}  // namespace ishi::compiler
