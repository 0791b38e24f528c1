#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "syntax/tree.h"

// Where the entries of mappings and the items of lists stand in a text, for edits that insert, take out and
// swap them and leave all other bytes as they are.
//
// An entry in brackets is its own bytes. One of a block is whole lines: its own, comment lines below it that
// are indented deeper than it, and comment lines right above it, unless a blank line or the key of the block
// stands above these: then they are a heading of what follows and stay.

namespace ishi::compiler {

struct ByteRange {
  uint32_t begin = 0, end = 0;
};

// The lines of an entry of a block, the end of the last line included. Or why it has none of its own.
[[nodiscard]] tl::expected<ByteRange, std::string> lines_of_child(std::string_view text, const Node& in,
                                                                  size_t index);
// The same without the comments above it.
[[nodiscard]] tl::expected<ByteRange, std::string> own_lines_of_child(std::string_view text, const Node& in,
                                                                      size_t index);

// "\n" or "\r\n": what most lines of the text end with.
[[nodiscard]] std::string_view line_ending_of(std::string_view text);

// An insertion: bytes at a place.
struct Insertion {
  uint32_t at = 0;
  std::string text;
  uint32_t child = 0;  // where the new entry itself begins in `text`
};
// Inserts an entry of one line behind the child `index`; `entry` is "key: value" or an item, and must fit in
// brackets where the node is written with them. The node has children.
[[nodiscard]] Insertion insert_behind(std::string_view text, const Node& in, size_t index,
                                      std::string_view entry);

}  // namespace ishi::compiler
