#include "workspace/edit/child_text.h"

#include <algorithm>

#include "mutate/text_edits.h"

namespace ishi::compiler {
namespace {

uint32_t line_begin(std::string_view text, uint32_t at) {
  const size_t found = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return found == std::string_view::npos ? 0 : static_cast<uint32_t>(found + 1);
}

// Behind the end of the line.
uint32_t line_end(std::string_view text, uint32_t at) {
  const size_t found = text.find('\n', at);
  return static_cast<uint32_t>(found == std::string_view::npos ? text.size() : found + 1);
}

std::string_view line_at(std::string_view text, uint32_t begin) {
  std::string_view line = text.substr(begin, line_end(text, begin) - begin);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == std::string_view::npos; }

// The column of a line that holds a comment and nothing else; npos of another line.
size_t comment_column(std::string_view line) {
  const size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] == '#' ? first : std::string_view::npos;
}

// The last byte of a child plus one: a key may stand behind its value's.
uint32_t end_of(const Node& in, size_t index) { return child_span(in, index).end; }

// The column of the children of a block: of their keys, or of their dashes.
uint32_t column_of(std::string_view text, const Node& in, size_t index) {
  const uint32_t begin = child_span(in, index).begin, line = line_begin(text, begin);
  if (in.kind == NodeKind::mapping) return begin - line;
  const size_t dash = text.substr(line, begin - line).rfind('-');
  return dash == std::string_view::npos ? begin - line : static_cast<uint32_t>(dash);
}

// Behind the comment lines below a child that are indented deeper.
uint32_t end_of_lines(std::string_view text, const Node& in, size_t index) {
  const uint32_t column = column_of(text, in, index);
  uint32_t end = line_end(text, end_of(in, index));
  while (end < text.size()) {
    const size_t comment = comment_column(line_at(text, end));
    if (comment == std::string_view::npos || comment <= column) break;
    end = line_end(text, end);
  }
  return end;
}

}  // namespace

tl::expected<ByteRange, std::string> own_lines_of_child(std::string_view text, const Node& in, size_t index) {
  const Span span = child_span(in, index);
  const uint32_t begin = line_begin(text, span.begin);
  const std::string_view before = text.substr(begin, span.begin - begin);
  const bool is_mapping = in.kind == NodeKind::mapping;
  const bool has_own_line = is_mapping ? is_blank(before)
                                       : before.find_first_not_of(" -") == std::string_view::npos &&
                                             before.find('-') != std::string_view::npos &&
                                             before.find('-') == before.rfind('-');
  if (!has_own_line)
    return tl::unexpected(
        std::string("it begins on the line of what holds it; write it on lines of its own first"));
  return ByteRange{begin, end_of_lines(text, in, index)};
}

tl::expected<ByteRange, std::string> lines_of_child(std::string_view text, const Node& in, size_t index) {
  auto lines = own_lines_of_child(text, in, index);
  if (!lines || index == 0) return lines;
  const uint32_t column = column_of(text, in, index);
  const uint32_t least = end_of_lines(text, in, index - 1);
  uint32_t begin = lines->begin;
  while (begin > least) {
    const uint32_t above = line_begin(text, begin - 1);
    const std::string_view line = line_at(text, above);
    if (is_blank(line)) return lines;  // a heading
    if (comment_column(line) != column) break;
    begin = above;
  }
  lines->begin = begin;
  return lines;
}

std::string_view line_ending_of(std::string_view text) {
  const auto all = std::ranges::count(text, '\n');
  std::ptrdiff_t returns = 0;
  for (size_t at = text.find("\r\n"); at != std::string_view::npos; at = text.find("\r\n", at + 2)) ++returns;
  return 2 * returns > all ? "\r\n" : "\n";
}

Insertion insert_behind(std::string_view text, const Node& in, size_t index, std::string_view entry) {
  if (in.flow) return {end_of(in, index), ", " + std::string(entry), 2};
  const std::string_view ending = line_ending_of(text);
  const std::string indent(column_of(text, in, index), ' ');
  const std::string dash = in.kind == NodeKind::mapping ? "" : "- ";
  const uint32_t at = end_of_lines(text, in, index);
  const bool is_unended = at == text.size() && !text.ends_with('\n');
  Insertion insertion{at, is_unended ? std::string(ending) : std::string(), 0};
  insertion.text += indent + dash;
  insertion.child = static_cast<uint32_t>(insertion.text.size());
  insertion.text += entry;
  if (!is_unended) insertion.text += ending;
  return insertion;
}

}  // namespace ishi::compiler
