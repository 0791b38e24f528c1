#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

// Places in a text as editors count them: lines and columns from 0, columns in the units of an encoding.

namespace ishi::compiler {

enum class PositionEncoding : uint8_t { utf8, utf16 };

struct TextPosition {
  uint32_t line = 0;
  uint32_t column = 0;

  friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

// The lines of a text, which end with \n, \r\n or \r. The text must outlive it. What is no UTF-8 counts a
// unit a byte.
class TextPositions {
 public:
  explicit TextPositions(std::string_view text);

  // The byte at which a position lies. A column beyond the line's end is its end, before the line break; a
  // line beyond the last one is the end of the text; inside of a character is its beginning. O(the line).
  [[nodiscard]] uint32_t offset(TextPosition position, PositionEncoding encoding) const;
  // Offsets beyond the end count as the end. O(log lines + the line).
  [[nodiscard]] TextPosition position(uint32_t offset, PositionEncoding encoding) const;

  [[nodiscard]] uint32_t line_count() const { return static_cast<uint32_t>(starts_.size()); }
  // The bytes of a line without its line break.
  [[nodiscard]] std::string_view line(uint32_t number) const;
  [[nodiscard]] uint32_t start_of(uint32_t line) const { return starts_[line]; }
  [[nodiscard]] uint32_t line_of(uint32_t offset) const;

 private:
  std::string_view text_;
  std::vector<uint32_t> starts_;
};

// The number of bytes of the character at `at`: 1 for what is no UTF-8.
[[nodiscard]] uint32_t character_length(std::string_view text, size_t at);

}  // namespace ishi::compiler
