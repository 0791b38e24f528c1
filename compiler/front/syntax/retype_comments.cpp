#include <fmt/format.h>

#include <algorithm>

#include "syntax/retyper.h"

// Comments of other languages, and what is left of a merge.

namespace ishi::compiler {

namespace {

// A line that git writes into a file whose versions it could not bring together: seven of one sign.
bool is_merge_mark(std::string_view text, size_t begin, char sign) {
  const size_t end = begin + 7;
  return text.size() >= end && text.substr(begin, 7).find_first_not_of(sign) == std::string_view::npos &&
         is_blank_or_end(character_at(text, end));
}

// The line from `begin` on that has such a mark; npos if there is none.
size_t find_merge_mark(std::string_view text, size_t begin, char sign) {
  for (size_t line = begin; line < text.size(); line = next_line(text, line)) {
    if (is_merge_mark(text, line, sign)) return line;
  }
  return std::string_view::npos;
}

}  // namespace

// A comment at the cursor, also of another language: whether the line ends with it.
bool Retyper::read_comment() {
  const bool is_apart = out_.text.empty() || is_blank_or_end(out_.text.back());
  if (at(pos_) == '/' && is_apart) {
    if (at(pos_ + 1) == '*') return read_block_comment();
    if (at(pos_ + 1) != '/') return false;
    comment_ = out_.text.size();
    read_line_comment();
    return true;
  }
  const bool is_plain = at(pos_) == '#';
  if (is_plain ? !is_apart : plain_at(pos_) != '#') return false;
  comment_ = out_.text.size();
  if (!is_plain) change(pos_ + size_at(pos_), "#", is_apart ? "#" : " #");
  copy_to(line_end(in_, pos_));
  return true;
}

// `// …`
void Retyper::read_line_comment() {
  const size_t begin = pos_;
  const size_t end = line_end(in_, pos_);
  const size_t text = in_.find_first_not_of('/', begin);
  const size_t behind = std::min(text, end);
  const std::string_view words = in_.substr(behind, end - behind);
  auto found = diagnostics_.report(Code::foreign_comment, span(begin, behind),
                                   "a comment begins with `#`, not with `//`");
  // Somebody may mean a division that leaves no rest: `hp // max_hp`.
  const size_t before = in_.find_last_not_of(" \t", begin - 1);
  const bool is_behind_operand = begin > 0 && before != std::string_view::npos && before >= line_ &&
                                 (is_word(in_[before]) || in_[before] == ')');
  const size_t first = words.find_first_not_of(" \t");
  const bool may_divide = is_behind_operand && first != std::string_view::npos &&
                          words.find(' ', first) == std::string_view::npos;
  found.help(may_divide ? "write `#` before a comment, and one `/` to divide" : "write `#`");
  found.edit(span(begin, behind), words.empty() || is_blank(words[0]) ? "#" : "# ");
  if (may_divide) found.guess();
  put(behind, "#");
  copy_to(end);
}

// `/* … */`, over one line or several. False if the line goes on behind it.
bool Retyper::read_block_comment() {
  const size_t begin = pos_;
  const size_t close = in_.find("*/", begin + 2);
  const bool is_closed = close != std::string_view::npos;
  const size_t end = is_closed ? close + 2 : line_end(in_, begin);
  const size_t rest = skip_any_spaces(end);
  auto found =
      diagnostics_.report(Code::foreign_comment, span(begin, begin + 2),
                          "a comment begins with `#` and ends with its line, not with `/*` and `*/`");
  if (!is_line_end(at(rest))) {
    found.help("write `#` and the comment at the end of the line");
    put(end, "");
    return false;
  }
  found.help("write `#` before each of its lines");
  if (!is_closed) {
    put(end, "");
    return true;
  }
  comment_ = out_.text.size();
  const auto replace = [&](size_t from, size_t to, std::string_view plain) {
    copy_to(from);
    found.edit(span(from, to), std::string(plain));
    put(to, plain);
  };
  replace(begin, begin + 2, "#");
  for (size_t line = next_line(in_, begin); line < close; line = next_line(in_, line)) {
    const size_t content = skip_blanks(in_, line);
    if (is_line_end(at(content)) || content >= close) continue;
    const bool has_star = at(content) == '*';
    replace(content, has_star ? content + 1 : content, has_star ? "#" : "# ");
  }
  replace(trim_end(in_, std::max(begin + 2, pos_), close), end, "");
  return true;
}

// The lines between the marks are two versions of the same: the first is read.
bool Retyper::read_merge() {
  if (merge_end_ != kNowhere && (is_merge_mark(in_, pos_, '=') || is_merge_mark(in_, pos_, '|'))) {
    put(merge_end_, "");
    merge_end_ = kNowhere;
    return true;
  }
  const bool begins = is_merge_mark(in_, pos_, '<');
  if (!begins && !is_merge_mark(in_, pos_, '=') && !is_merge_mark(in_, pos_, '>')) return false;
  const size_t middle = begins ? find_merge_mark(in_, pos_, '=') : std::string_view::npos;
  const size_t last = middle == std::string_view::npos ? middle : find_merge_mark(in_, middle, '>');
  auto found = diagnostics_.report(
      Code::merge_conflict, span(pos_, line_end(in_, pos_)),
      begins ? "two versions of these lines stand here, which a merge has not brought together"
             : "this line is left of a merge");
  if (last != std::string_view::npos) {
    found.label(span(middle, line_end(in_, middle)), "the other version begins here")
        .label(span(last, line_end(in_, last)), "and ends here")
        .help("keep one of the two, and delete the lines with the marks");
    merge_end_ = next_line(in_, last);
  } else {
    found.help("delete the line");
  }
  put(next_line(in_, pos_), "");
  return true;
}

}  // namespace ishi::compiler
