#include <fmt/format.h>

#include <algorithm>

#include "syntax/skeleton_reader.h"

// Values outside of brackets: plain text, quotes, block scalars, and what cannot begin a value.

namespace ishi::compiler {

namespace {

constexpr std::string_view kQuoteHelp = "put the whole value in quotes";

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

}  // namespace

// Reads the value at the cursor and all lines that it takes.
void SkeletonReader::read_value() {
  while (at(pos_) == '&' || at(pos_) == '*' || at(pos_) == '!') {
    const Level& level = levels_.back();
    if (mend_property(is_merge_name(level.last_begin, level.last_end))) {
      levels_.back().open = false;
      return read_plain();
    }
    if (!skip_to_content()) return;
  }
  levels_.back().open = false;
  const size_t begin = pos_;
  const char c = at(pos_);
  if (is_quote(c)) return read_quoted();
  if (is_opening(c)) {
    if (read_brackets()) finish_value(begin);
    return;
  }
  if (c == '|' || c == '>') return read_block_scalar();
  if (is_closing(c)) {
    return refuse_value(Code::bracket_not_opened, fmt::format("this `{}` closes nothing", c),
                        fmt::format("delete it, or open it with `{}`", c == '}' ? '{' : '['));
  }
  if (is_dash(pos_)) {
    return refuse_value(Code::misplaced_dash, "a list item cannot stand on the line of a name",
                        "begin the list on the next line, or write it as [a, b]");
  }
  if (c == ':') {
    return refuse_value(Code::second_colon, "a second `:` where the value should begin",
                        "write `name: value`; a value that holds a `:` has to be put in quotes");
  }
  if (c == '?' && !starts_plain(pos_)) {
    return refuse_value(Code::complex_key, "a value cannot begin with `?` and a space",
                        std::string(kQuoteHelp));
  }
  if (!starts_plain(pos_)) {
    return refuse_value(
        Code::reserved_character,
        c == '`' ? "a value cannot begin with a backtick" : fmt::format("a value cannot begin with `{}`", c),
        std::string(kQuoteHelp));
  }
  read_plain();
}

// Plain text goes on over all lines that are indented deeper than the level it belongs to.
void SkeletonReader::read_plain() {
  const size_t begin = pos_;
  const size_t first_end = trim_end(text_, begin, plain_end(begin));
  while (true) {
    const size_t end = plain_end(pos_);
    if (at(end) == ':') {
      pos_ = end;
      return refuse_second_colon(begin);
    }
    const bool has_comment = at(end) == '#';
    pos_ = next_line(text_, end);
    if (has_comment) return;
    size_t content = skip_blanks(text_, pos_);
    while (pos_ < end_ && is_line_end(at(content))) {
      blank(pos_, content);
      pos_ = next_line(text_, content);
      content = skip_blanks(text_, pos_);
    }
    if (pos_ >= end_ || content - pos_ <= levels_.back().column || at(content) == '#') return;
    if (has_tab(text_, pos_, content)) return;
    line_begin_ = pos_;
    pos_ = content;
    if (find_name(pos_) || is_dash(pos_)) return refuse_below_plain(begin, first_end);
  }
}

void SkeletonReader::read_quoted() {
  const size_t begin = pos_;
  const size_t end = quote_end(text_, begin);
  if (end == std::string::npos) {
    refuse_open_quote();
    return erase_value_and_below(begin);
  }
  check_escapes(begin, end);
  pos_ = end;
  finish_value(begin);
}

// In double quotes a backslash begins one of a few sequences. What they stand for must not be a
// character that could not be written as it is.
void SkeletonReader::check_escapes(size_t begin, size_t end) {
  if (at(begin) != '"') return;
  for (size_t i = begin + 1; i + 1 < end; ++i) {
    if (at(i) != '\\') continue;
    const char kind = at(i + 1);
    const size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    uint32_t code = 0;
    size_t valid = 0;
    while (valid < digits && is_hex(at(i + 2 + valid))) {
      const char digit = at(i + 2 + valid++);
      code = code * 16 + static_cast<uint32_t>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    }
    const bool is_plain = std::string_view("\\\"/nt").find(kind) != std::string_view::npos;
    if (is_plain || (digits > 0 && valid == digits && is_allowed_character(code))) {
      ++i;
      continue;
    }
    const bool is_code = digits > 0 && valid == digits;
    report(Code::bad_escape, i, i + 2 + valid,
           is_code
               ? fmt::format("{} stands for a character that a text may not hold", quoted(i, i + 2 + valid))
               : fmt::format("{} stands for nothing in a text in double quotes", quoted(i, i + 2)))
        .help("write `\\\\` for a backslash, or put the text in single quotes, where a backslash is one");
    text_[i] = 'x';
    mark_fault(i);
  }
}

// `|` and `>` with the indented lines below.
void SkeletonReader::read_block_scalar() {
  const size_t begin = pos_;
  size_t header_end = begin + 1;
  size_t digit = 0;
  for (bool has_chomping = false; header_end <= begin + 2; ++header_end) {
    const char c = at(header_end);
    if ((c == '+' || c == '-') && !has_chomping) {
      has_chomping = true;
    } else if (c >= '1' && c <= '9' && digit == 0) {
      digit = static_cast<size_t>(c - '0');
    } else {
      break;
    }
  }
  const size_t rest = skip_blanks(text_, header_end);
  if (!is_line_end(at(rest)) && !(at(rest) == '#' && rest > header_end)) {
    return refuse_value(Code::reserved_character, fmt::format("a value cannot begin with `{}`", at(begin)),
                        std::string(kQuoteHelp));
  }
  pos_ = next_line(text_, rest);
  // The indentation is that of the first line with content; as yaml-cpp has it, empty lines before that
  // count, too, if they are longer.
  const size_t least = levels_.back().column + 1;
  size_t indentation = digit > 0 ? levels_.back().column + digit : least;
  bool is_known = digit > 0;
  size_t end = header_end;
  while (pos_ < end_) {
    size_t content = pos_;
    while (at(content) == ' ') ++content;
    const size_t visible = skip_blanks(text_, content);
    if (is_line_end(at(visible))) {
      blank(pos_, visible);
      if (!is_known) indentation = std::max(indentation, visible - pos_);
      pos_ = next_line(text_, visible);
      continue;
    }
    if (!is_known) indentation = std::max(indentation, content - pos_);
    is_known = true;
    if (content - pos_ < indentation) {
      // A tab here would be read as indentation; the line that it stands on says so.
      break;
    }
    end = line_end(text_, content);
    pos_ = next_line(text_, end);
  }
  result_.block_scalars.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
}

// An anchor, an alias, a tag or a `!` for `not` at the cursor. Whether plain text begins here now; else
// there are blanks and the cursor is behind them.
bool SkeletonReader::mend_property(bool is_merged) {
  const size_t begin = pos_;
  size_t end = begin + 1;
  while (!is_blank_or_end(at(end)) && std::string_view(",[]{}").find(at(end)) == std::string_view::npos)
    ++end;
  const char kind = at(begin);
  if (kind == '*') {
    if (!is_merged) {
      report(Code::anchor_or_alias, begin, end,
             fmt::format("{} is an alias, and the language has none", quoted(begin, end)))
          .help("write the value out, or name it once and use `extends`");
    }
  } else if (kind == '&') {
    report(Code::anchor_or_alias, begin, end,
           fmt::format("{} is an anchor, and the language has none", quoted(begin, end)))
        .help("delete it; to use something twice, name it once and use `extends`");
  } else if (is_negation(begin)) {
    report(Code::exclamation_for_not, begin, begin + 1, "`!` does not mean `not` here")
        .help("write `not`")
        .edit(span(begin, skip_blanks(text_, begin + 1)), "not ");
  } else {
    report(Code::tag, begin, end, fmt::format("{} is a tag, and the language has none", quoted(begin, end)))
        .help("delete it: what a value is follows from where it stands");
  }
  mark_fault(begin);
  const bool is_text = kind == '*' || (kind == '!' && is_negation(begin));
  if (is_text) {
    text_[begin] = 'x';
  } else {
    blank(begin, end);
    pos_ = end;
  }
  return is_text;
}

// True if the `!` at `begin` looks like the operator of other languages and not like a tag.
bool SkeletonReader::is_negation(size_t begin) const {
  size_t i = skip_blanks(text_, begin + 1);
  if (at(i) == '(') return true;
  const size_t first = i;
  i = word_end(text_, i);
  while (i > first && at(i) == '.' && word_end(text_, i + 1) > i + 1) i = word_end(text_, i + 1);
  if (i == first || (at(first) >= 'A' && at(first) <= 'Z')) return false;
  i = skip_blanks(text_, i);
  if (is_line_end(at(i))) {
    // A tag may stand above the block that it is for.
    const size_t line = next_line(text_, i);
    const size_t content = skip_blanks(text_, line);
    const bool has_block = brackets_.empty() && content - line > levels_.back().column &&
                           (find_name(content) || is_dash(content));
    return !has_block;
  }
  if (std::string_view(",]}#)(<>=+-*/^:").find(at(i)) != std::string_view::npos) return true;
  const std::string_view next = std::string_view(text_).substr(i, word_end(text_, i) - i);
  return next == "and" || next == "or" || next == "not";
}

bool SkeletonReader::is_merge_name(size_t begin, size_t end) const { return original(begin, end) == "<<"; }

// The rest of a line behind a complete value: there should be none.
void SkeletonReader::finish_value(size_t begin) {
  const size_t value_end = pos_;
  pos_ = skip_blanks(text_, value_end);
  if (is_line_end(at(pos_)) || (at(pos_) == '#' && pos_ > value_end)) return finish_line();
  if (is_opening(at(begin)) && has_fault_in_brackets_) return erase_value_and_below(begin);
  if (is_closing(at(pos_))) return refuse_closing_bracket(begin);
  refuse_rest(begin, value_end);
}

}  // namespace ishi::compiler
