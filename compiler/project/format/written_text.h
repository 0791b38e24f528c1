#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "format/comments.h"
#include "syntax/tree.h"

// A source text that is to be laid out, with an index of its lines and comments: each question about a place
// takes O(log lines), however long its line is.

namespace ishi::compiler {

class WrittenText {
 public:
  // `tree` was read from `text`; both outlive this.
  WrittenText(std::string_view text, const Tree& tree);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view at(Span span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  // The beginning of a place's line, behind a byte order mark.
  [[nodiscard]] size_t line_begin(size_t place) const;
  // Its end, without the line end.
  [[nodiscard]] size_t line_stop(size_t place) const;
  // The column of the first character of the line of a place, from 0.
  [[nodiscard]] size_t column_of_line(size_t place) const;

  // The comments that begin from one place up to another, in their order.
  [[nodiscard]] std::vector<std::string_view> comments_between(size_t begin, size_t end) const;
  // The next comment that begins at or behind a place; npos if there is none.
  [[nodiscard]] size_t next_comment(size_t place) const;
  // The comment that begins at a place.
  [[nodiscard]] std::string_view comment_at(size_t place) const;
  // True if a comment stands in the rest of a line, with nothing but brackets and commas before it.
  [[nodiscard]] bool has_comment_behind(size_t place) const;
  // The first character from a place on that is no blank, closing bracket or comma, and in no comment.
  [[nodiscard]] size_t first_code(size_t place) const;

  // True if a comment at the end of its line silences something in a span, so that it must stay on one line.
  [[nodiscard]] bool is_silenced_as_line(Span span) const;

  [[nodiscard]] bool is_block_scalar(const Node& node) const;
  // A scalar with several lines.
  [[nodiscard]] bool has_lines(const Node& node) const;

 private:
  std::string_view text_;
  std::vector<Comment> comments_;
  std::vector<size_t> line_begins_;
  std::vector<Span> silenced_lines_;
};

}  // namespace ishi::compiler
