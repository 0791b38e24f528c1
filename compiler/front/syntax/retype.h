#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"

// Source texts as their writers would have typed them on a plain keyboard. What was typed otherwise is
// reported, with the edit, and the rest of the compiler reads the plain text: `score：0.05` is then one fault
// in one place.

namespace ishi::compiler {

struct RetypedText {
  // One stretch that was typed otherwise; nothing if it means nothing.
  struct Piece {
    uint32_t written_begin = 0;
    uint32_t written_end = 0;
    uint32_t plain_begin = 0;
    uint32_t plain_end = 0;
  };

  std::string text;
  std::vector<Piece> pieces;  // in the order of the text; at least one

  // The place in the written text of one in the plain text, as the begin or the end of a span. O(log pieces).
  [[nodiscard]] uint32_t written_begin(uint32_t plain) const;
  [[nodiscard]] uint32_t written_end(uint32_t plain) const;
  // The place in the plain text of one in the written text. O(log pieces).
  [[nodiscard]] uint32_t plain_place(uint32_t written) const;
  // True if a span of the plain text holds, not merely touches, a stretch that was typed otherwise.
  [[nodiscard]] bool is_touched(uint32_t plain_begin, uint32_t plain_end) const;
  // True if something between a place of the plain text and the start of its line was typed otherwise.
  [[nodiscard]] bool is_retyped_before(uint32_t plain) const;
  // The same stretches of another text of the same length.
  [[nodiscard]] std::string applied_to(std::string_view other) const;
};

// Reports characters that only look like those of the language, comments of other languages, signs before
// names and the marks of a merge, wherever the language reads them: texts (`doc`, names of tests, paths),
// quotes and comments stay as they are. Nothing if there is nothing of the kind. `text` is scanned (scan.h).
// Linear.
std::optional<RetypedText> retype(std::string_view text, uint32_t begin, uint32_t file,
                                  Diagnostics& diagnostics);

}  // namespace ishi::compiler
