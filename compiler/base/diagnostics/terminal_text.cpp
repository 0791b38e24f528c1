#include "diagnostics/terminal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ishi::compiler {

namespace {

constexpr char32_t kInvalid = 0xFFFFFFFF;
constexpr size_t kTabStop = 4;
constexpr std::string_view kEllipsis = "…";

struct Character {
  char32_t code = kInvalid;
  size_t bytes = 1;
};

// The character that begins at the start of a text that is not empty; a byte that begins none is
// `kInvalid`.
Character decode(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || bytes > text.size()) return {};
  char32_t code = byte(0) & (0xFFu >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  return {code, bytes};
}

struct CodeRange {
  char32_t first;
  char32_t last;
};

// Unicode 15, EastAsianWidth.txt: the blocks whose characters are W or F, joined where only unassigned
// code points lie between them.
constexpr std::array kWide = std::to_array<CodeRange>({{0x1100, 0x115F},
                                                       {0x2E80, 0x303E},
                                                       {0x3041, 0x4DBF},
                                                       {0x4E00, 0xA4CF},
                                                       {0xA960, 0xA97F},
                                                       {0xAC00, 0xD7A3},
                                                       {0xF900, 0xFAFF},
                                                       {0xFE30, 0xFE6F},
                                                       {0xFF01, 0xFF60},
                                                       {0xFFE0, 0xFFE6},
                                                       {0x1F300, 0x1F64F},
                                                       {0x1F680, 0x1F6FF},
                                                       {0x1F900, 0x1F9FF},
                                                       {0x20000, 0x3FFFD}});

// Marks that stand on the character before them.
constexpr std::array kCombining = std::to_array<CodeRange>({{0x0300, 0x036F},
                                                            {0x1AB0, 0x1AFF},
                                                            {0x200C, 0x200D},
                                                            {0x20D0, 0x20FF},
                                                            {0x3099, 0x309A},
                                                            {0xFE00, 0xFE0F}});

// Controls, direction marks and overrides, line separators, and characters without any width.
constexpr std::array kUnprintable = std::to_array<CodeRange>({{0x00, 0x1F},
                                                              {0x7F, 0x9F},
                                                              {0x061C, 0x061C},
                                                              {0x200B, 0x200B},
                                                              {0x200E, 0x200F},
                                                              {0x2028, 0x202E},
                                                              {0x2060, 0x206F},
                                                              {0xFEFF, 0xFEFF},
                                                              {0xFFF9, 0xFFFB}});

template <size_t kSize>
bool is_in(const std::array<CodeRange, kSize>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](CodeRange range) { return range.first <= code && code <= range.last; });
}

struct Shown {
  std::string text;
  size_t columns = 1;
};

Shown show(Character character, std::string_view bytes) {
  if (character.code == kInvalid) {
    return {fmt::format("<0x{:02X}>", static_cast<unsigned char>(bytes[0])), 6};
  }
  if (is_in(kUnprintable, character.code)) {
    std::string text = fmt::format("<U+{:04X}>", static_cast<uint32_t>(character.code));
    const size_t columns = text.size();
    return {std::move(text), columns};
  }
  const size_t columns = is_in(kCombining, character.code) ? 0 : is_in(kWide, character.code) ? 2 : 1;
  return {std::string(bytes), columns};
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The beginning of a cut line, so that about `characters` are seen before `begin`.
size_t window_start(std::string_view line, size_t begin, size_t characters) {
  size_t start = begin;
  while (start > 0 && characters > 0) {
    --start;
    if (!is_continuation(line[start])) --characters;
  }
  return start;
}

}  // namespace

ShownLine show_line(std::string_view line, size_t begin, size_t end, size_t most_columns) {
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  ShownLine shown;
  size_t column = 0;
  // A line that may not fit begins a third of the width before the range.
  const bool may_not_fit = line.size() > most_columns && end > most_columns / 2;
  const size_t start = may_not_fit ? window_start(line, begin, most_columns / 3) : 0;
  if (start > 0) {
    shown.text += kEllipsis;
    column = 1;
  }
  size_t marked_end = 0;
  size_t i = start;
  for (; i < line.size() && column < most_columns;) {
    const Character character = decode(line.substr(i));
    if (i <= begin) shown.marked_column = column;
    Shown piece = show(character, line.substr(i, character.bytes));
    if (character.code == '\t')
      piece = {std::string(kTabStop - column % kTabStop, ' '), kTabStop - column % kTabStop};
    shown.text += piece.text;
    column += piece.columns;
    i += character.bytes;
    if (i <= end || (i > begin && marked_end == 0)) marked_end = column;
  }
  if (i >= line.size() && begin >= line.size()) shown.marked_column = column;
  if (i < line.size()) shown.text += kEllipsis;
  shown.marked_width = begin < end && marked_end > shown.marked_column ? marked_end - shown.marked_column : 1;
  return shown;
}

std::string printable(std::string_view text, size_t most_bytes) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    if (result.size() >= most_bytes) return result.append(kEllipsis);
    const Character character = decode(text.substr(i));
    if (character.code == '\n') {
      result += '\n';
    } else if (character.code == '\t') {
      result += ' ';
    } else {
      result += show(character, text.substr(i, character.bytes)).text;
    }
    i += character.bytes;
  }
  return result;
}

std::string printable_line(std::string_view text) {
  std::string result = printable(text);
  for (size_t end = result.find('\n'); end != std::string::npos; end = result.find('\n', end))
    result.replace(end, 1, "<U+000A>");
  return result;
}

std::string printable_json(std::string_view json) {
  std::string result;
  for (size_t i = 0; i < json.size();) {
    const Character character = decode(json.substr(i));
    const bool is_layout = character.code == '\n';
    if (!is_layout && character.code != kInvalid && is_in(kUnprintable, character.code))
      result += fmt::format("\\u{:04x}", static_cast<uint32_t>(character.code));
    else
      result += json.substr(i, character.bytes);
    i += character.bytes;
  }
  return result;
}

}  // namespace ishi::compiler
