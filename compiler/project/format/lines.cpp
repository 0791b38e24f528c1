#include "format/lines.h"

#include <algorithm>

namespace ishi::compiler {

size_t width_of(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

void Lines::add_blank() {
  if (!lines_.empty() && !lines_.back().code.empty()) add("");
}

void Lines::add_comment_behind(std::string_view comment, size_t column) {
  Line& line = lines_.back();
  if (!line.comment.empty())  // of two the second has a line of its own
    return add(line.code.substr(0, line.code.find_first_not_of(' ')) + std::string(comment));
  line.comment = comment;
  line.column = column;
}

std::string Lines::text() {
  const auto is_blank = [](const Line& line) {
    return line.code.empty() && line.comment.empty() && !line.is_text;
  };
  while (!lines_.empty() && is_blank(lines_.back())) lines_.pop_back();
  std::string text;
  for (size_t begin = 0; begin < lines_.size();) {
    size_t end = begin + 1;
    size_t least = width_of(lines_[begin].code) + 1;
    if (!lines_[begin].comment.empty()) {
      const auto goes_on = [&](const Line& line) {
        return !line.comment.empty() && line.column == lines_[begin].column && line.column > 0;
      };
      for (; end < lines_.size() && goes_on(lines_[end]); ++end)
        least = std::max(least, width_of(lines_[end].code) + 1);
    }
    const bool has_room = lines_[begin].column >= least;
    const size_t column = has_room ? lines_[begin].column : least + 1;
    for (; begin < end; ++begin) {
      const Line& line = lines_[begin];
      text += line.code;
      if (!line.comment.empty()) text += std::string(column - width_of(line.code), ' ') + line.comment;
      text += '\n';
    }
  }
  return text;
}

}  // namespace ishi::compiler
