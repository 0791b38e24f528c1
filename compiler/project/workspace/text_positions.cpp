#include "workspace/text_positions.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

bool continues(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

// Beyond the basic plane a character takes two units of UTF-16.
uint32_t units_of(uint32_t bytes, PositionEncoding encoding) {
  if (encoding == PositionEncoding::utf8) return bytes;
  return bytes == 4 ? 2 : 1;
}

}  // namespace

uint32_t character_length(std::string_view text, size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const uint32_t length = first < 0x80U                     ? 1
                          : first >= 0xC2U && first < 0xE0U ? 2
                          : first >= 0xE0U && first < 0xF0U ? 3
                          : first >= 0xF0U && first < 0xF5U ? 4
                                                            : 1;
  for (uint32_t i = 1; i < length; ++i) {
    if (!continues(text, at + i)) return 1;
  }
  return length;
}

TextPositions::TextPositions(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if (text[i] == '\n' || text[i] == '\r') starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

std::string_view TextPositions::line(uint32_t number) const {
  if (number >= starts_.size()) return {};
  const size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  std::string_view result = text_.substr(starts_[number], end - starts_[number]);
  while (!result.empty() && (result.back() == '\n' || result.back() == '\r')) result.remove_suffix(1);
  return result;
}

uint32_t TextPositions::line_of(uint32_t offset) const {
  return static_cast<uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) -
         1;
}

uint32_t TextPositions::offset(TextPosition position, PositionEncoding encoding) const {
  if (position.line >= starts_.size()) return static_cast<uint32_t>(text_.size());
  const std::string_view text = line(position.line);
  size_t at = 0;
  for (uint32_t column = 0; at < text.size();) {
    const uint32_t bytes = character_length(text, at);
    column += units_of(bytes, encoding);
    if (column > position.column) break;
    at += bytes;
  }
  return starts_[position.line] + static_cast<uint32_t>(at);
}

TextPosition TextPositions::position(uint32_t offset, PositionEncoding encoding) const {
  const uint32_t end = std::min(offset, static_cast<uint32_t>(text_.size()));
  TextPosition result{line_of(end), 0};
  for (uint32_t at = starts_[result.line]; at < end;) {
    const uint32_t bytes = character_length(text_, at);
    if (at + bytes > end) break;
    result.column += units_of(bytes, encoding);
    at += bytes;
  }
  return result;
}

}  // namespace ishi::compiler
