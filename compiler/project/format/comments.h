#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/tree.h"

// The text between the names and values of a source text.

namespace ishi::compiler {

struct Comment {
  uint32_t begin = 0;      // of its `#`
  std::string_view text;   // with it, without blanks behind it
  size_t leaves = 0;       // how many names and scalars stand before it
  size_t line_leaves = 0;  // how many stand before its line
  bool is_inner = false;   // between a name and what it is the name of
};

// The names and scalars of a tree without poisoned nodes, in the order of the text.
[[nodiscard]] std::vector<Span> leaves_of(const Tree& tree);

// The comments of a text that was read without errors. Linear.
[[nodiscard]] std::vector<Comment> comments_of(std::string_view text, const Tree& tree);

}  // namespace ishi::compiler
