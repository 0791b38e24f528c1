#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Text as a terminal shows it: how many columns a character takes, and what stands for characters that
// must not reach a terminal raw.

namespace ishi::compiler {

// A piece of a source line, ready to print, and where in it a range of the line's bytes is seen.
struct ShownLine {
  std::string text;
  size_t marked_column = 0;  // columns before the range
  size_t marked_width = 1;   // columns of the range, at least one
};

// Shows a line around the bytes [begin, end) of it, at most `most_columns` columns and an ellipsis at
// each cut end. Tabs become spaces up to the next multiple of four. Linear in what is shown, not in the
// line.
[[nodiscard]] ShownLine show_line(std::string_view line, size_t begin, size_t end, size_t most_columns);

// Any text made safe to print: the same characters, with `<U+202E>` or `<0x82>` for those that a
// terminal would obey or cannot show. Line ends stay; what is longer than `most_bytes` is cut.
[[nodiscard]] std::string printable(std::string_view text, size_t most_bytes = 2000);

// The same for what stands on one line, such as a file's name: line ends are shown, too.
[[nodiscard]] std::string printable_line(std::string_view text);

// A JSON text in which the characters that a terminal would obey or cannot show are written \uXXXX, which
// means the same to whoever reads it. They can stand only inside its strings.
[[nodiscard]] std::string printable_json(std::string_view json);

}  // namespace ishi::compiler
