#include <fmt/format.h>

#include <algorithm>

#include "syntax/skeleton_reader.h"

// The text in { } and [ ].

namespace ishi::compiler {

// Reads from an opening bracket to behind its closing one. False if it has none; the cursor is at the
// line then where reading goes on.
bool SkeletonReader::read_brackets() {
  brackets_.clear();
  damaged_at_.reset();
  const size_t begin = pos_;
  const size_t reports = diagnostics_.all().size();
  if (!open_bracket()) return false;
  while (!brackets_.empty()) {
    if (pos_ >= end_ || is_line_end(at(pos_))) {
      pos_ = std::min(next_line(text_, pos_), end_);
      if (begin_bracket_line()) continue;
      refuse_unclosed();
      return false;
    }
    if (is_blank(at(pos_))) {
      ++pos_;
    } else if (at(pos_) == '#' && is_blank_or_end(at(pos_ - 1))) {
      pos_ = line_end(text_, pos_);
    } else if (at(pos_) == ',') {
      read_comma();
    } else if (is_closing(at(pos_))) {
      close_bracket();
    } else if (is_colon(pos_)) {
      read_colon();
    } else if (!read_node()) {
      return false;
    }
  }
  if (damaged_at_) {
    diagnostics_.retract_to(*damaged_at_);
    erase_value(begin, pos_);
  }
  has_fault_in_brackets_ = diagnostics_.all().size() > reports;
  return true;
}

// Looks at a line inside of brackets. False if they must have ended before it: the text ends, or the
// line stands where a name or an item outside of them does.
bool SkeletonReader::begin_bracket_line() {
  line_begin_ = pos_;
  if (pos_ >= end_ || is_marker(pos_)) return false;
  const size_t content = skip_blanks(text_, pos_);
  if (is_line_end(at(content)) || at(content) == '#') return true;
  const auto lines_up = [&](const Level& level) { return level.column == content - pos_; };
  if (std::any_of(levels_.begin(), levels_.end(), lines_up) && looks_like_entry(content)) return false;
  if (has_tab(text_, pos_, content)) {
    tabs_.add(pos_, content);
    mark_fault(pos_);
  }
  pos_ = content;
  return true;
}

// A dash, or a name without any signs that occur within brackets, and its colon.
bool SkeletonReader::looks_like_entry(size_t begin) const {
  if (is_dash(begin)) return true;
  const std::optional<Name> name = find_name(begin);
  if (!name) return false;
  const std::string_view text = std::string_view(text_).substr(name->begin, name->end - name->begin);
  return text.find_first_of(",{}[]") == std::string_view::npos;
}

bool SkeletonReader::open_bracket() {
  if (at(pos_) == '{' && refuse_list_in_braces()) {
    if (!brackets_.empty()) end_node(pos_);
    return true;
  }
  if (levels_.size() + brackets_.size() >= kMostLevels) {
    report(Code::nesting_too_deep, pos_, pos_ + 1,
           fmt::format("this is nested more than {} levels deep", kMostLevels))
        .help("give parts of it names of their own, and use the names here");
    abandon_entry();
    return false;
  }
  Bracket bracket;
  bracket.open = pos_;
  bracket.is_mapping = at(pos_) == '{';
  bracket.reports = diagnostics_.all().size();
  brackets_.push_back(bracket);
  ++pos_;
  return true;
}

void SkeletonReader::close_bracket() {
  if (brackets_.back().is_mapping != (at(pos_) == '}')) mend_wrong_bracket();
  const Bracket& bracket = brackets_.back();
  if (bracket.is_mapping && bracket.wants == Wants::colon_or_comma) refuse_lone_name();
  if (bracket.wants == Wants::item && bracket.after_comma) {
    report(Code::trailing_comma, bracket.comma, bracket.comma + 1, "nothing follows this comma")
        .help("delete the comma")
        .edit(span(bracket.comma, bracket.comma + 1), "");
  }
  ++pos_;
  brackets_.pop_back();
  if (brackets_.empty()) return;
  end_node(pos_);
  brackets_.back().may_touch_colon = true;
}

void SkeletonReader::read_comma() {
  Bracket& bracket = brackets_.back();
  if (bracket.wants == Wants::item) return refuse_empty_item();
  if (bracket.is_mapping && bracket.wants == Wants::colon_or_comma) refuse_lone_name();
  bracket.wants = Wants::item;
  bracket.after_comma = true;
  bracket.comma = pos_++;
}

bool SkeletonReader::is_colon(size_t begin) const {
  if (at(begin) != ':') return false;
  const char next = at(begin + 1);
  if (is_blank_or_end(next) || next == ',' || is_closing(next)) return true;
  return brackets_.back().wants == Wants::colon_or_comma && brackets_.back().may_touch_colon;
}

void SkeletonReader::read_colon() {
  Bracket& bracket = brackets_.back();
  switch (bracket.wants) {
    case Wants::colon_or_comma:
      refuse_bracket_name();
      bracket.wants = Wants::value;
      ++pos_;
      return;
    case Wants::item:
      report(Code::complex_key, pos_, pos_ + 1, "a name is missing before this `:`")
          .help("write `name: value`");
      damage();
      ++pos_;
      return;
    case Wants::value:
      report(Code::second_colon, pos_, pos_ + 1, "a second `:` where the value should begin")
          .help("delete it")
          .edit(span(pos_, pos_ + 1), "");
      mark_fault(pos_);
      text_[pos_++] = ' ';
      return;
    case Wants::comma: refuse_colon_in_value(); return;
  }
}

// A name, an item or a value. False if the whole had to be given up.
bool SkeletonReader::read_node() {
  const char c = at(pos_);
  Bracket& bracket = brackets_.back();
  if (is_dash(pos_)) {
    refuse_dash();
    return true;
  }
  const bool wants_node = bracket.wants == Wants::item || bracket.wants == Wants::value;
  bool is_text = false;
  if (wants_node && (c == '&' || c == '*' || c == '!')) {
    const bool is_merged =
        bracket.wants == Wants::value && is_merge_name(bracket.node_begin, bracket.node_end);
    is_text = mend_property(is_merged);
    if (!is_text) return true;
  }
  if (!begin_node()) return true;
  if (is_text) {
    read_bracket_plain();
  } else if (is_opening(c)) {
    return open_bracket();
  } else if (is_quote(c)) {
    read_bracket_quoted();
  } else if (c == '?' || !starts_plain(pos_)) {
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
bool SkeletonReader::begin_node() {
  Bracket& bracket = brackets_.back();
  switch (bracket.wants) {
    case Wants::item: bracket.wants = Wants::colon_or_comma; break;
    case Wants::value: bracket.wants = Wants::comma; break;
    case Wants::colon_or_comma:
    case Wants::comma: {
      const bool is_new_line = has_line_end(text_, bracket.node_end, pos_);
      const bool is_text = starts_plain(pos_) && at(pos_) != '?';
      const bool goes_on = is_text && is_new_line && bracket.is_mapping && bracket.wants == Wants::comma &&
                           bracket.is_text_open && !is_next_item();
      if (goes_on) return true;  // as one text with the line before
      const bool is_item =
          is_next_item() || (is_new_line && (is_text || is_opening(at(pos_)) || is_quote(at(pos_))));
      if (!is_item) {
        refuse_text_behind();
        return false;
      }
      refuse_missing_comma(bracket.node_end, pos_);
      bracket.wants = Wants::colon_or_comma;
      break;
    }
  }
  bracket.node_begin = pos_;
  bracket.is_text_open = false;
  bracket.may_touch_colon = false;
  return true;
}

// True if what stands at the cursor, behind a complete node, looks like the next item: a name and its
// colon, or brackets or quotes behind such.
bool SkeletonReader::is_next_item() const {
  const size_t end = brackets_.back().node_end;
  if (end == pos_) return false;
  const bool is_closed = is_closing(text_[end - 1]) || is_quote(text_[end - 1]);
  if (is_closed && (is_opening(at(pos_)) || is_quote(at(pos_)))) return true;
  const size_t word = word_end(text_, pos_);
  return word > pos_ && at(word) == ':' && is_blank_or_end(at(word + 1));
}

void SkeletonReader::end_node(size_t end) { brackets_.back().node_end = end; }

// Plain text up to the sign or the line's end that ends it.
void SkeletonReader::read_bracket_plain() {
  Bracket& bracket = brackets_.back();
  const size_t begin = pos_;
  if ((bracket.wants == Wants::comma || !bracket.is_mapping) && refuse_call_with_names()) {
    pos_ = begin + 1;
    while (is_blank(at(pos_))) ++pos_;  // what the call was
    return end_node(pos_);
  }
  size_t i = begin;
  size_t parentheses = 0;
  for (;; ++i) {
    const char c = at(i);
    if (is_line_end(c) || c == ',' || c == '?' || is_opening(c) || is_closing(c)) break;
    if (c == '#' && i > begin && is_blank(at(i - 1))) break;
    const char next = at(i + 1);
    if (c == ':' && (is_blank_or_end(next) || next == ',' || is_closing(next))) break;
    if (c == '(') ++parentheses;
    if (c == ')' && parentheses > 0) --parentheses;
  }
  const size_t end = trim_end(text_, begin, i);
  if (at(i) == ',' && parentheses > 0) {
    if (const std::optional<size_t> whole = swallowed_end(begin)) return refuse_swallowed_comma(*whole);
  }
  // `hp:{ … }`
  const size_t word = word_end(text_, begin);
  if (bracket.wants == Wants::colon_or_comma && word > begin && word + 1 == i && at(word) == ':' &&
      is_opening(at(i))) {
    refuse_glued(begin, word);
    const size_t rest = rest_end(i);
    erase_after_name(word, rest);
    bracket.wants = Wants::comma;
    pos_ = rest;
    return end_node(rest);
  }
  bracket.is_text_open = is_line_end(at(i));
  pos_ = i;
  end_node(end);
}

void SkeletonReader::read_bracket_quoted() {
  const size_t begin = pos_;
  const size_t end = quote_end(text_, begin);
  if (end == std::string::npos) {
    refuse_open_quote();
    damage();
    pos_ = line_end(text_, begin);
  } else {
    check_escapes(begin, end);
    pos_ = end;
  }
  end_node(pos_);
  brackets_.back().may_touch_colon = true;
}

}  // namespace ishi::compiler
