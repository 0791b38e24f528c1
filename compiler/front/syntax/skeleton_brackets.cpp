#include <fmt/format.h>

#include <algorithm>

#include "syntax/bracket_reader.h"
#include "syntax/skeleton_reader.h"

// The text in { } and [ ].

namespace ishi::compiler {
namespace {

// A dash, or a name without any signs that occur within brackets, and its colon.
bool looks_like_entry(const RepairedText& in, size_t begin) {
  if (in.is_dash(begin)) return true;
  const std::optional<NameInText> name = in.find_name(begin);
  if (!name) return false;
  const std::string_view text = std::string_view(in.text).substr(name->begin, name->end - name->begin);
  return text.find_first_of(",{}[]") == std::string_view::npos;
}

}  // namespace

BracketReader::Ended BracketReader::read() {
  const size_t begin = in_.pos;
  const size_t reports = in_.diagnostics.all().size();
  if (!open_bracket()) return Ended::too_deep;
  while (!brackets_.empty()) {
    if (in_.pos >= in_.end || is_line_end(in_.at(in_.pos))) {
      in_.pos = std::min(next_line(in_.text, in_.pos), in_.end);
      if (begin_bracket_line()) continue;
      refuse_unclosed();
      return Ended::unclosed;
    }
    if (is_blank(in_.at(in_.pos))) {
      ++in_.pos;
    } else if (in_.at(in_.pos) == '#' && is_blank_or_end(in_.at(in_.pos - 1))) {
      in_.pos = line_end(in_.text, in_.pos);
    } else if (in_.at(in_.pos) == ',') {
      read_comma();
    } else if (is_closing(in_.at(in_.pos))) {
      close_bracket();
    } else if (is_colon(in_.pos)) {
      read_colon();
    } else if (!read_node()) {
      return Ended::too_deep;
    }
  }
  if (damaged_at_) {
    in_.diagnostics.retract_to(*damaged_at_);
    in_.erase_value(begin, in_.pos);
  }
  has_fault_ = in_.diagnostics.all().size() > reports;
  return Ended::closed;
}

// Looks at a line inside of brackets. False if they must have ended before it: the text ends, or the
// line stands where a name or an item outside of them does.
bool BracketReader::begin_bracket_line() {
  in_.line_begin = in_.pos;
  if (in_.pos >= in_.end || in_.is_marker(in_.pos)) return false;
  const size_t content = skip_blanks(in_.text, in_.pos);
  if (is_line_end(in_.at(content)) || in_.at(content) == '#') return true;
  const auto lines_up = [&](const BlockLevel& level) { return level.column == content - in_.pos; };
  if (std::any_of(levels_.begin(), levels_.end(), lines_up) && looks_like_entry(in_, content)) return false;
  if (has_tab(in_.text, in_.pos, content)) {
    in_.tabs.add(in_.pos, content);
    in_.mark_fault(in_.pos);
  }
  in_.pos = content;
  return true;
}

bool BracketReader::open_bracket() {
  if (in_.at(in_.pos) == '{' && refuse_list_in_braces(in_)) {
    if (!brackets_.empty()) end_node(in_.pos);
    return true;
  }
  if (levels_.size() + brackets_.size() >= kMostLevels) {
    in_.report(Code::nesting_too_deep, in_.pos, in_.pos + 1,
               fmt::format("this is nested more than {} levels deep", kMostLevels))
        .help("give parts of it names of their own, and use the names here");
    return false;
  }
  Bracket bracket;
  bracket.open = in_.pos;
  bracket.is_mapping = in_.at(in_.pos) == '{';
  bracket.reports = in_.diagnostics.all().size();
  brackets_.push_back(bracket);
  ++in_.pos;
  return true;
}

void BracketReader::close_bracket() {
  if (brackets_.back().is_mapping != (in_.at(in_.pos) == '}')) mend_wrong_bracket();
  const Bracket& bracket = brackets_.back();
  if (bracket.is_mapping && bracket.wants == Wants::colon_or_comma) refuse_lone_name();
  if (bracket.wants == Wants::item && bracket.after_comma) {
    in_.report(Code::trailing_comma, bracket.comma, bracket.comma + 1, "nothing follows this comma")
        .help("delete the comma")
        .edit(in_.span(bracket.comma, bracket.comma + 1), "");
  }
  ++in_.pos;
  brackets_.pop_back();
  if (brackets_.empty()) return;
  end_node(in_.pos);
  brackets_.back().may_touch_colon = true;
}

void BracketReader::read_comma() {
  Bracket& bracket = brackets_.back();
  if (bracket.wants == Wants::item) return refuse_empty_item();
  if (bracket.is_mapping && bracket.wants == Wants::colon_or_comma) refuse_lone_name();
  bracket.wants = Wants::item;
  bracket.after_comma = true;
  bracket.comma = in_.pos++;
}

bool BracketReader::is_colon(size_t begin) const {
  if (in_.at(begin) != ':') return false;
  const char next = in_.at(begin + 1);
  if (is_blank_or_end(next) || next == ',' || is_closing(next)) return true;
  return brackets_.back().wants == Wants::colon_or_comma && brackets_.back().may_touch_colon;
}

void BracketReader::read_colon() {
  Bracket& bracket = brackets_.back();
  switch (bracket.wants) {
    case Wants::colon_or_comma:
      refuse_bracket_name();
      bracket.wants = Wants::value;
      ++in_.pos;
      return;
    case Wants::item:
      in_.report(Code::complex_key, in_.pos, in_.pos + 1, "a name is missing before this `:`")
          .help("write `name: value`");
      damage();
      ++in_.pos;
      return;
    case Wants::value:
      in_.report(Code::second_colon, in_.pos, in_.pos + 1, "a second `:` where the value should begin")
          .help("delete it")
          .edit(in_.span(in_.pos, in_.pos + 1), "");
      in_.mark_fault(in_.pos);
      in_.text[in_.pos++] = ' ';
      return;
    case Wants::comma: refuse_colon_in_value(); return;
  }
}

// A name, an item or a value. False if the whole had to be given up.
bool BracketReader::read_node() {
  const char c = in_.at(in_.pos);
  Bracket& bracket = brackets_.back();
  if (in_.is_dash(in_.pos)) {
    refuse_dash();
    return true;
  }
  const bool wants_node = bracket.wants == Wants::item || bracket.wants == Wants::value;
  bool is_text = false;
  if (wants_node && (c == '&' || c == '*' || c == '!')) {
    const bool is_merged =
        bracket.wants == Wants::value && is_merge_name(in_, bracket.node_begin, bracket.node_end);
    is_text = mend_property(in_, is_merged, std::nullopt);
    if (!is_text) return true;
  }
  if (!begin_node()) return true;
  if (is_text) {
    read_bracket_plain();
  } else if (is_opening(c)) {
    return open_bracket();
  } else if (is_quote(c)) {
    read_bracket_quoted();
  } else if (c == '?' || !in_.starts_plain(in_.pos)) {
    refuse_node(Code::reserved_character,
                c == '#'   ? "a `#` begins a comment only behind a space"
                : c == '`' ? "a value cannot begin with a backtick"
                           : fmt::format("a value cannot begin with `{}`", c),
                c == '#' ? "put a space before it, or put the value in quotes"
                : c == '>'
                    ? "a condition begins with what is compared: hp > 0.5; a range has two ends: 0.5..10"
                    : "put the value in quotes");
  } else {
    read_bracket_plain();
  }
  return true;
}

// Makes room for a node at the cursor. False if none can stand there; that has been reported and mended.
bool BracketReader::begin_node() {
  Bracket& bracket = brackets_.back();
  switch (bracket.wants) {
    case Wants::item: bracket.wants = Wants::colon_or_comma; break;
    case Wants::value: bracket.wants = Wants::comma; break;
    case Wants::colon_or_comma:
    case Wants::comma: {
      const bool is_new_line = has_line_end(in_.text, bracket.node_end, in_.pos);
      const bool is_text = in_.starts_plain(in_.pos) && in_.at(in_.pos) != '?';
      const bool goes_on = is_text && is_new_line && bracket.is_mapping && bracket.wants == Wants::comma &&
                           bracket.is_text_open && !is_next_item();
      if (goes_on) return true;  // as one text with the line before
      const bool is_item =
          is_next_item() ||
          (is_new_line && (is_text || is_opening(in_.at(in_.pos)) || is_quote(in_.at(in_.pos))));
      if (!is_item) {
        refuse_text_behind();
        return false;
      }
      refuse_missing_comma(in_, bracket.node_end, in_.pos);
      bracket.wants = Wants::colon_or_comma;
      break;
    }
  }
  bracket.node_begin = in_.pos;
  bracket.is_text_open = false;
  bracket.may_touch_colon = false;
  return true;
}

// True if what stands at the cursor, behind a complete node, looks like the next item: a name and its
// colon, or brackets or quotes behind such.
bool BracketReader::is_next_item() const {
  const size_t end = brackets_.back().node_end;
  if (end == in_.pos) return false;
  const bool is_closed = is_closing(in_.text[end - 1]) || is_quote(in_.text[end - 1]);
  if (is_closed && (is_opening(in_.at(in_.pos)) || is_quote(in_.at(in_.pos)))) return true;
  const size_t word = word_end(in_.text, in_.pos);
  return word > in_.pos && in_.at(word) == ':' && is_blank_or_end(in_.at(word + 1));
}

void BracketReader::end_node(size_t end) { brackets_.back().node_end = end; }

// Plain text up to the sign or the line's end that ends it.
void BracketReader::read_bracket_plain() {
  Bracket& bracket = brackets_.back();
  const size_t begin = in_.pos;
  if ((bracket.wants == Wants::comma || !bracket.is_mapping) && refuse_call_with_names(in_)) {
    in_.pos = begin + 1;
    while (is_blank(in_.at(in_.pos))) ++in_.pos;  // what the call was
    return end_node(in_.pos);
  }
  size_t i = begin;
  size_t parentheses = 0;
  for (;; ++i) {
    const char c = in_.at(i);
    if (is_line_end(c) || c == ',' || c == '?' || is_opening(c) || is_closing(c)) break;
    if (c == '#' && i > begin && is_blank(in_.at(i - 1))) break;
    const char next = in_.at(i + 1);
    if (c == ':' && (is_blank_or_end(next) || next == ',' || is_closing(next))) break;
    if (c == '(') ++parentheses;
    if (c == ')' && parentheses > 0) --parentheses;
  }
  const size_t end = trim_end(in_.text, begin, i);
  if (in_.at(i) == ',' && parentheses > 0) {
    if (const std::optional<size_t> whole = swallowed_end(in_, begin)) return refuse_swallowed_comma(*whole);
  }
  // `hp:{ … }`
  const size_t word = word_end(in_.text, begin);
  if (bracket.wants == Wants::colon_or_comma && word > begin && word + 1 == i && in_.at(word) == ':' &&
      is_opening(in_.at(i))) {
    refuse_glued(in_, begin, word);
    const size_t rest = rest_end(in_, i);
    in_.erase_after_name(word, rest);
    bracket.wants = Wants::comma;
    in_.pos = rest;
    return end_node(rest);
  }
  bracket.is_text_open = is_line_end(in_.at(i));
  in_.pos = i;
  end_node(end);
}

void BracketReader::read_bracket_quoted() {
  const size_t begin = in_.pos;
  const size_t end = quote_end(in_.text, begin);
  if (end == std::string::npos) {
    refuse_open_quote(in_);
    damage();
    in_.pos = line_end(in_.text, begin);
  } else {
    check_escapes(in_, begin, end);
    in_.pos = end;
  }
  end_node(in_.pos);
  brackets_.back().may_touch_colon = true;
}

}  // namespace ishi::compiler
