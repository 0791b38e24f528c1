#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The place in a text at which somebody writes, as far as indentation, dashes, brackets and colons say so: it
// is found in texts that do not parse, too.

namespace ishi::compiler {

// A way down from a file to a place in it.
struct CursorStep {
  bool is_item = false;  // of a list, the `index`th; else the value of `key`
  uint32_t index = 0;
  std::string_view key;         // unquoted
  uint32_t begin = 0, end = 0;  // of the key in the text
};

struct Cursor {
  std::vector<CursorStep> path;  // what the place lies in; of a value its key is the last step
  bool is_key = false;           // a key stands or may be begun here; else a value
  bool may_be_key = false;       // of a value that has nothing behind its key yet, or of an item: a block
                                 // of keys could begin here
  bool in_comment = false;
  bool in_flow = false;         // between { } or [ ]
  uint32_t begin = 0, end = 0;  // span of the key or scalar at the cursor; empty if there is none yet
  bool is_quoted = false;       // it stands in quotes, which are not part of it
  bool has_colon = false;       // of a key: a colon follows
  std::vector<std::string_view> siblings;  // other keys of the mapping, or items of the list, in text order
  size_t siblings_before = 0;              // so many of them stand before the place
  uint32_t column = 0;                     // of what is begun here, in bytes
};

// Finds out where `offset` is. Linear in the top-level entry around it.
[[nodiscard]] Cursor find_cursor(std::string_view text, uint32_t offset);

}  // namespace ishi::compiler
