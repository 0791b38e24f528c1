#include <fmt/format.h>

#include <algorithm>

#include "syntax/bracket_reader.h"
#include "syntax/skeleton_reader.h"

// Values outside of brackets: plain text, quotes, block scalars, and what cannot begin a value.

namespace ishi::compiler {

namespace {

constexpr std::string_view kQuoteHelp = "put the whole value in quotes";

}  // namespace

// Reads the value at the cursor and all lines that it takes.
void SkeletonReader::read_value() {
  while (in_.at(in_.pos) == '&' || in_.at(in_.pos) == '*' || in_.at(in_.pos) == '!') {
    const BlockLevel& level = levels_.back();
    if (mend_property(in_, is_merge_name(in_, level.last_begin, level.last_end), level.column)) {
      levels_.back().open = false;
      return read_plain();
    }
    if (!skip_to_content()) return;
  }
  levels_.back().open = false;
  const size_t begin = in_.pos;
  const char c = in_.at(in_.pos);
  if (is_quote(c)) return read_quoted();
  if (is_opening(c)) {
    BracketReader brackets(in_, levels_);
    switch (brackets.read()) {
      case BracketReader::Ended::closed: return finish_value(begin, brackets.has_fault());
      case BracketReader::Ended::unclosed: return;
      case BracketReader::Ended::too_deep: return abandon_entry();
    }
  }
  if (c == '|' || c == '>') return read_block_scalar();
  if (is_closing(c)) {
    return refuse_value(Code::bracket_not_opened, fmt::format("this `{}` closes nothing", c),
                        fmt::format("delete it, or open it with `{}`", c == '}' ? '{' : '['));
  }
  if (in_.is_dash(in_.pos)) {
    return refuse_value(Code::misplaced_dash, "a list item cannot stand on the line of a name",
                        "begin the list on the next line, or write it as [a, b]");
  }
  if (c == ':') {
    return refuse_value(Code::second_colon, "a second `:` where the value should begin",
                        "write `name: value`; a value that holds a `:` has to be put in quotes");
  }
  if (c == '?' && !in_.starts_plain(in_.pos)) {
    return refuse_value(Code::complex_key, "a value cannot begin with `?` and a space",
                        std::string(kQuoteHelp));
  }
  if (!in_.starts_plain(in_.pos)) {
    return refuse_value(
        Code::reserved_character,
        c == '`' ? "a value cannot begin with a backtick" : fmt::format("a value cannot begin with `{}`", c),
        std::string(kQuoteHelp));
  }
  read_plain();
}

// Plain text goes on over all lines that are indented deeper than the level it belongs to.
void SkeletonReader::read_plain() {
  const size_t begin = in_.pos;
  const size_t first_end = trim_end(in_.text, begin, in_.plain_end(begin));
  while (true) {
    const size_t end = in_.plain_end(in_.pos);
    if (in_.at(end) == ':') {
      in_.pos = end;
      return refuse_second_colon(begin);
    }
    const bool has_comment = in_.at(end) == '#';
    in_.pos = next_line(in_.text, end);
    if (has_comment) return;
    size_t content = skip_blanks(in_.text, in_.pos);
    while (in_.pos < in_.end && is_line_end(in_.at(content))) {
      in_.blank(in_.pos, content);
      in_.pos = next_line(in_.text, content);
      content = skip_blanks(in_.text, in_.pos);
    }
    if (in_.pos >= in_.end || content - in_.pos <= levels_.back().column || in_.at(content) == '#') return;
    if (has_tab(in_.text, in_.pos, content)) return;
    in_.line_begin = in_.pos;
    in_.pos = content;
    if (in_.find_name(in_.pos) || in_.is_dash(in_.pos)) return refuse_below_plain(begin, first_end);
  }
}

void SkeletonReader::read_quoted() {
  const size_t begin = in_.pos;
  const size_t end = quote_end(in_.text, begin);
  if (end == std::string::npos) {
    refuse_open_quote(in_);
    return erase_value_and_below(begin);
  }
  check_escapes(in_, begin, end);
  in_.pos = end;
  finish_value(begin, false);
}

// `|` and `>` with the indented lines below.
void SkeletonReader::read_block_scalar() {
  const size_t begin = in_.pos;
  size_t header_end = begin + 1;
  size_t digit = 0;
  for (bool has_chomping = false; header_end <= begin + 2; ++header_end) {
    const char c = in_.at(header_end);
    if ((c == '+' || c == '-') && !has_chomping) {
      has_chomping = true;
    } else if (c >= '1' && c <= '9' && digit == 0) {
      digit = static_cast<size_t>(c - '0');
    } else {
      break;
    }
  }
  const size_t rest = skip_blanks(in_.text, header_end);
  if (!is_line_end(in_.at(rest)) && !(in_.at(rest) == '#' && rest > header_end)) {
    return refuse_value(Code::reserved_character,
                        fmt::format("a value cannot begin with `{}`", in_.at(begin)),
                        std::string(kQuoteHelp));
  }
  in_.pos = next_line(in_.text, rest);
  // The indentation is that of the first line with content; as yaml-cpp has it, empty lines before that
  // count, too, if they are longer.
  const size_t least = levels_.back().column + 1;
  size_t indentation = digit > 0 ? levels_.back().column + digit : least;
  bool is_known = digit > 0;
  size_t end = header_end;
  while (in_.pos < in_.end) {
    size_t content = in_.pos;
    while (in_.at(content) == ' ') ++content;
    const size_t visible = skip_blanks(in_.text, content);
    if (is_line_end(in_.at(visible))) {
      in_.blank(in_.pos, visible);
      if (!is_known) indentation = std::max(indentation, visible - in_.pos);
      in_.pos = next_line(in_.text, visible);
      continue;
    }
    if (!is_known) indentation = std::max(indentation, content - in_.pos);
    is_known = true;
    if (content - in_.pos < indentation) {
      // A tab here would be read as indentation; the line that it stands on says so.
      break;
    }
    end = line_end(in_.text, content);
    in_.pos = next_line(in_.text, end);
  }
  result_.block_scalars.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
}

// The rest of a line behind a complete value: there should be none.
void SkeletonReader::finish_value(size_t begin, bool has_fault) {
  const size_t value_end = in_.pos;
  in_.pos = skip_blanks(in_.text, value_end);
  if (is_line_end(in_.at(in_.pos)) || (in_.at(in_.pos) == '#' && in_.pos > value_end))
    return in_.finish_line();
  if (has_fault) return erase_value_and_below(begin);
  if (is_closing(in_.at(in_.pos))) return refuse_closing_bracket(begin);
  refuse_rest(begin, value_end);
}

}  // namespace ishi::compiler
