#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "source/read_file.h"

// The one layout of source files: two spaces a level, names of a section with their values in one column, { }
// on one line where they fit, quotes where YAML needs them. The order of the text, comments and line breaks
// between entries stay.

namespace ishi::compiler {

struct FormatOptions {
  // The longest line that a { } or [ ] may make, in characters, 40..1000; comments behind it do not count. A
  // longer one becomes a block.
  size_t width = 120;
};

inline constexpr size_t kLeastFormatWidth = 40;
inline constexpr size_t kMostFormatWidth = 1000;

struct FormattedText {
  enum class Outcome : uint8_t {
    unchanged,  // it is laid out like this already
    changed,
    unreadable,  // it cannot be read as YAML: `diagnostics` has an error; `text` is the given one
    unproved,    // the new text would not say the same, which is a fault of ours; `text` is the given one
  };

  Outcome outcome = Outcome::unchanged;
  std::string text;
  std::string doubt;  // of `unproved`: "a comment would move"
};

// Lays a source text out. The new text is read again before it is returned: same names, values and order,
// same comments in the same places. A text with a fault of syntax is left alone; nothing else may be wrong
// with it is no matter. Line ends stay of the kind of the first one; a byte order mark goes; the last line
// gets its end. Any bytes are safe; texts above 1 MiB are unreadable. Linear, some milliseconds for 10 kB.
// Any thread.
[[nodiscard]] FormattedText format_text(std::string_view text, uint32_t file, const FormatOptions& options,
                                        Diagnostics& diagnostics);

// True if two versions of the file at `path` compile to the same stripped blob, or the first does not
// compile. Files that they include are read through `reader`. Takes two compilations without analysis.
[[nodiscard]] bool compiles_to_same_blob(const std::string& path, std::string_view before,
                                         std::string_view after, const FileReader& reader);

}  // namespace ishi::compiler
