#include "format/written_text.h"

#include <algorithm>
#include <iterator>

#include "source/sources.h"
#include "syntax/characters.h"

namespace ishi::compiler {

WrittenText::WrittenText(std::string_view text, const Tree& tree)
    : text_(text), comments_(comments_of(text, tree)) {
  for (size_t line = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; line < text.size();
       line = next_line(text, line))
    line_begins_.push_back(line);
  for (const Allowance& allowance : tree.allowances) {
    if (allowance.reach == Allowance::Reach::line) silenced_lines_.push_back(allowance.covers);
  }
}

size_t WrittenText::line_begin(size_t place) const {
  const auto behind = std::ranges::upper_bound(line_begins_, place);
  return behind == line_begins_.begin() ? place : *std::prev(behind);
}

size_t WrittenText::line_stop(size_t place) const {
  const auto behind = std::ranges::upper_bound(line_begins_, place);
  size_t stop = behind == line_begins_.end() ? text_.size() : *behind;
  while (stop > place && (text_[stop - 1] == '\n' || text_[stop - 1] == '\r')) --stop;
  return stop;
}

size_t WrittenText::column_of_line(size_t place) const {
  const size_t begin = line_begin(place);
  return skip_blanks(text_, begin) - begin;
}

std::vector<std::string_view> WrittenText::comments_between(size_t begin, size_t end) const {
  std::vector<std::string_view> found;
  const auto first = std::ranges::lower_bound(comments_, begin, {}, &Comment::begin);
  for (auto comment = first; comment != comments_.end() && comment->begin < end; ++comment)
    found.push_back(comment->text);
  return found;
}

size_t WrittenText::next_comment(size_t place) const {
  const auto next = std::ranges::lower_bound(comments_, place, {}, &Comment::begin);
  return next == comments_.end() ? std::string_view::npos : next->begin;
}

std::string_view WrittenText::comment_at(size_t place) const {
  return std::ranges::lower_bound(comments_, place, {}, &Comment::begin)->text;
}

bool WrittenText::has_comment_behind(size_t place) const {
  const size_t stop = line_stop(place);
  const size_t sign = std::min(next_comment(place), stop);
  return sign < stop &&
         text_.substr(place, sign - place).find_first_not_of(" \t}],") == std::string_view::npos;
}

size_t WrittenText::first_code(size_t place) const {
  while (place < text_.size()) {
    if (text_[place] == '#')
      place = line_stop(place);
    else if (is_blank_or_end(text_[place]) || is_closing(text_[place]) || text_[place] == ',')
      ++place;
    else
      break;
  }
  return place;
}

bool WrittenText::is_silenced_as_line(Span span) const {
  const auto behind = std::ranges::upper_bound(silenced_lines_, span.begin, {}, &Span::begin);
  return behind != silenced_lines_.begin() && span.end <= std::prev(behind)->end;
}

bool WrittenText::is_block_scalar(const Node& node) const {
  return node.kind == NodeKind::scalar && (text_[node.span.begin] == '|' || text_[node.span.begin] == '>');
}

bool WrittenText::has_lines(const Node& node) const {
  return node.kind == NodeKind::scalar && line_stop(node.span.begin) < node.span.end;
}

}  // namespace ishi::compiler
