#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"

// The first look at a source text: at its bytes alone.

namespace ishi::compiler {

// A source text may have so many bytes …
inline constexpr size_t kMostTextBytes = size_t{1024} * 1024;
// … and so many blocks, lists and brackets inside one another; the file's own entries are the first level.
inline constexpr size_t kMostLevels = 64;

struct ScannedText {
  // The same bytes at the same places, with blanks (or, beside a word, letters) where there was a byte
  // order mark or a character that was refused. It is UTF-8, has no NUL, and '\r' only before '\n'.
  std::string text;
  // The beginning of the first line: behind the byte order mark.
  uint32_t begin = 0;
  // The places of refused characters, ascending. A value that holds one of them has been reported.
  std::vector<uint32_t> refused;
};

// True if a text may hold a character: no controls but tab and line feed, no direction overrides, nothing
// without width that only looks like nothing.
[[nodiscard]] bool is_allowed_character(char32_t code);

// True if a text is UTF-8 on one line: of allowed characters, without tab and line feed. Names are.
[[nodiscard]] bool is_one_line(std::string_view text);

// Nothing if the text cannot be read at all: it is too large, or it is not UTF-8. All that is refused is
// reported; of each kind of bad character the first, with the number of the others. Linear.
std::optional<ScannedText> scan_text(std::string_view text, uint32_t file, Diagnostics& diagnostics);

}  // namespace ishi::compiler
