#include <fmt/format.h>

#include <algorithm>

#include "syntax/grouped_digits.h"
#include "syntax/memberships.h"
#include "syntax/skeleton_reader.h"
#include "syntax/ternary.h"

// Faults in { } and [ ]: brackets that do not match, commas and colons too few or too many.

namespace ishi::compiler {

namespace {

// The part of the rest of a line in which the likely meaning is sought.
constexpr size_t kLookAhead = 256;

char closing_of(bool is_mapping) { return is_mapping ? '}' : ']'; }

}  // namespace

// Other faults of these brackets would only follow from the one that has just been reported.
void SkeletonReader::damage() {
  if (!damaged_at_) damaged_at_ = diagnostics_.all().size();
}

// The closing bracket at the cursor is not that of the innermost pair. Either that one was forgotten and
// this closes a pair around it, or this is a slip of the hand. Afterwards it fits the innermost pair.
void SkeletonReader::mend_wrong_bracket() {
  const bool is_mapping = at(pos_) == '}';
  const auto around = std::find_if(brackets_.rbegin(), brackets_.rend(),
                                   [&](const Bracket& b) { return b.is_mapping == is_mapping; });
  // The closing brackets of the rest of the line tell how many pairs there should still be.
  ptrdiff_t closes = 0;
  const size_t stop = first_line_end(text_, pos_, std::min(text_.size(), pos_ + kLookAhead));
  for (size_t i = pos_ + 1; i < stop; ++i) closes += is_closing(text_[i]) ? 1 : is_opening(text_[i]) ? -1 : 0;
  const bool is_slip = around == brackets_.rend() || closes == static_cast<ptrdiff_t>(brackets_.size()) - 1;
  const Bracket inner = brackets_.back();
  if (is_slip) {
    const char meant = closing_of(inner.is_mapping);
    report(Code::bracket_not_closed, pos_, pos_ + 1,
           fmt::format("this `{}` should be a `{}`", at(pos_), meant))
        .label(span(inner.open, inner.open + 1), "to close this one")
        .help(fmt::format("write `{}`", meant))
        .edit(span(pos_, pos_ + 1), std::string(1, meant));
    text_[pos_] = meant;
    mark_fault(pos_);
    return;
  }
  diagnostics_.retract_to(inner.reports);
  report(Code::bracket_not_closed, inner.open, inner.open + 1,
         fmt::format("this `{}` is never closed", at(inner.open)))
      .label(span(pos_, pos_ + 1), fmt::format("this closes the {} around it", pair_of(is_mapping)))
      .help(fmt::format("close it with `{}`", closing_of(inner.is_mapping)));
  const auto first_inside = around.base();
  erase_value(first_inside->open, trim_end(text_, first_inside->open, pos_));
  brackets_.erase(first_inside, brackets_.end());
  end_node(pos_);
}

// The end of what is written between two places, behind which only blanks and comments stand.
size_t SkeletonReader::written_end(size_t begin, size_t end) const {
  size_t last = begin;
  for (size_t i = begin; i < end; ++i) {
    if (is_comment(text_, i)) i = line_end(text_, i);
    if (i < end && !is_blank_or_end(text_[i])) last = i + 1;
  }
  return last;
}

// The pairs that are still open are never closed.
void SkeletonReader::refuse_unclosed() {
  const Bracket outer = brackets_.front();
  const Bracket inner = brackets_.back();
  if (damaged_at_) {
    diagnostics_.retract_to(*damaged_at_);
  } else {
    diagnostics_.retract_to(inner.reports);
    auto found = report(Code::bracket_not_closed, inner.open, inner.open + 1,
                        fmt::format("this `{}` is never closed", at(inner.open)));
    if (inner.open != outer.open) found.label(span(outer.open, outer.open + 1), "nor is this one");
    const size_t content = skip_blanks(text_, pos_);
    if (pos_ < end_) found.label(span(content, content + 1), "something new begins here");
    std::string closing;
    for (auto bracket = brackets_.rbegin(); bracket != brackets_.rend(); ++bracket)
      closing += bracket->is_mapping ? " }" : "]";
    const size_t last = written_end(inner.open + 1, pos_);
    found.help(fmt::format("close it with `{}` where it ends", closing_of(inner.is_mapping)))
        .edit(span(last, last), closing)
        .guess();
  }
  erase_value(outer.open, pos_);
  brackets_.clear();
}

// A comma at the cursor has nothing before it.
void SkeletonReader::refuse_empty_item() {
  report(Code::empty_flow_item, pos_, pos_ + 1,
         brackets_.back().after_comma ? "nothing stands between these two commas"
                                      : "nothing stands before this comma")
      .help("delete the comma")
      .edit(span(pos_, pos_ + 1), "");
  // A row of commas is one fault.
  while (at(pos_) == ',' || is_blank(at(pos_))) {
    text_[pos_] = ' ';
    mark_fault(pos_++);
  }
}

// The latest node of { } is followed by no colon.
void SkeletonReader::refuse_lone_name() {
  const size_t begin = brackets_.back().node_begin;
  const size_t end = brackets_.back().node_end;
  const size_t shown_end = first_line_end(text_, begin, end);
  const size_t word = word_end(text_, begin);
  if (has_fault_at(begin)) return;
  if (is_opening(text_[begin])) {
    report(Code::complex_key, begin, shown_end, "inside { } a name and a `:` have to stand before this")
        .help("write `name: …`, or use [ ] for a list");
  } else if (word > begin && at(word) == ':' && word + 1 < end) {  // `hp:100`
    refuse_glued(begin, word);
    return erase_after_name(word, end);
  } else {
    const std::string_view words = original(begin, shown_end);
    const size_t before = text_.find_last_not_of(" \t\r\n", begin - 1);
    const size_t sign = text_.find_first_not_of(' ', word);
    if (refuse_decimal_comma(begin, end)) {
      return;
    }
    if (word > begin && sign < shown_end && at(sign) == '=' && at(sign + 1) != '=') {  // `who = g`
      const std::string meant = fmt::format("{}: {}", original(begin, word),
                                            original(text_.find_first_not_of(' ', sign + 1), shown_end));
      report(Code::empty_value, begin, shown_end,
             fmt::format("{} has an `=`, but a name and its value are joined by a `:`", quoted(begin, end)))
          .help(fmt::format("write `{}`", meant))
          .edit(span(begin, shown_end), meant);
      return erase_after_name(word, end);
    }
    if (words.find(' ') != std::string_view::npos && text_[before] == ',') {  // more of a text
      report(
          Code::comma_in_expression, begin, shown_end,
          fmt::format("the comma before {} ends the value, since it stands inside {{ }}", quoted(begin, end)))
          .help("put the whole text in quotes, or on a line of its own without the brackets");
    } else {
      report(Code::empty_value, begin, shown_end, fmt::format("{} has no value", quoted(begin, end)))
          .help(fmt::format(
              "write `{}: {}`{}, or use [ ] for a list; a text with a comma stands in quotes",
              words.substr(0, words.find(' ')),
              words.find(' ') == std::string_view::npos ? "…" : words.substr(words.find(' ') + 1),
              words.find(' ') == std::string_view::npos
                  ? fmt::format(" (`{}: {{}}` if there is nothing to say)", words)
                  : ""));
    }
  }
  mark_fault(end);
  // yaml-cpp takes a name without a colon only if its line does not end before the next sign.
  if (has_line_end(text_, end, pos_)) text_[end] = ':';
}

// `{ fire, rest }` at the cursor; false if it is something else.
bool SkeletonReader::refuse_list_in_braces() {
  size_t at = pos_ + 1;
  size_t words = 0;
  do {
    const size_t begin = text_.find_first_not_of(" \t\r\n", at);
    if (begin == std::string::npos) return false;
    const size_t end = word_end(text_, begin);
    if (end == begin) return false;
    ++words;
    at = text_.find_first_not_of(" \t\r\n", end);
    if (at == std::string::npos) return false;
  } while (text_[at++] == ',');
  if (words < 2 || text_[at - 1] != '}') return false;
  const size_t open = pos_;
  report(Code::empty_value, open, first_line_end(text_, open, at), "a list is written with [ ], not with { }")
      .help(fmt::format("write `[{}]`; inside {{ }} each name has a value", original(open + 1, at - 1)))
      .edit(span(open, open + 1), "[")
      .edit(span(at - 1, at), "]");
  erase_value(open, at);
  pos_ = at;
  return true;
}

// `{ score: 0,03 }`; false if it is something else.
bool SkeletonReader::refuse_decimal_comma(size_t begin, size_t end) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view digits = original(begin, end);
  if (begin < 2 || text_[begin - 1] != ',' || !is_digit(text_[begin - 2]) || digits.empty() ||
      !is_digit(digits[0]))
    return false;
  text_[begin - 1] = '.';  // one value then, of which nothing else is said
  if (begin < grouped_end_) return true;
  size_t first = begin - 1;
  while (first > 0 && (is_digit(text_[first - 1]) || (text_[first - 1] == '.' && is_digit(text_[first - 2]))))
    --first;
  if (first > 0 && (text_[first - 1] == '-' || text_[first - 1] == '+')) --first;
  // The stretch may go on: `1,000,000`.
  const size_t sign = is_digit(text_[first]) ? 0 : 1;
  end = std::max(end, first + sign + grouped_digits_length(original_.substr(first + sign)));
  grouped_end_ = end;
  auto found = report(Code::number_form, first, end, fmt::format("{} has a comma", quoted(first, end)));
  const std::optional<GroupedDigits> grouped = read_grouped_digits(original(first, end));
  if (grouped && !grouped->other.empty()) {
    found.help(
        fmt::format("write `{}` if a fraction is meant, or `{}`: a fraction is written with a point, and "
                    "digits are not grouped",
                    grouped->meant, grouped->other));
  } else {
    std::string meant = grouped ? grouped->meant : std::string(original(first, end));
    if (!grouped) std::ranges::replace(meant, ',', '.');
    const bool has_fraction = meant.find('.') != std::string::npos;
    found
        .help(fmt::format("write `{}`: {}", meant,
                          has_fraction ? "a fraction is written with a point" : "digits are not grouped"))
        .edit(span(first, end), meant);
  }
  mark_fault(text_.find_first_not_of(' ', text_.find_last_of(":{", first) + 1));
  return true;
}

void SkeletonReader::refuse_glued(size_t begin, size_t end) {
  report(Code::missing_space, end, end + 1,
         fmt::format("a space is missing behind the `:` of {}", quoted(begin, end)))
      .help(fmt::format("write `{}: …`", original(begin, end)))
      .edit(span(end + 1, end + 1), " ");
}

// Refuses what stands before the colon at the cursor unless it is a name.
void SkeletonReader::refuse_bracket_name() {
  const size_t begin = brackets_.back().node_begin;
  const size_t end = brackets_.back().node_end;
  if (is_opening(text_[begin])) {
    report(Code::complex_key, begin, first_line_end(text_, begin, end),
           "a { } block or [ ] list cannot be a name")
        .help("a name is a word in front of a `:`");
  } else if (has_line_end(text_, end, pos_)) {
    report(Code::complex_key, pos_, pos_ + 1, "a name and its `:` have to stand on one line");
  } else if (pos_ - begin > kMostNameBytes) {
    report(Code::name_too_long, begin, end,
           fmt::format("this name has {} bytes, but {} is the most", end - begin, kMostNameBytes));
  } else {
    return;
  }
  damage();
}

// The colon at the cursor stands behind a value that is complete: `a: b c: d` lacks a comma, `a: b: c` has
// a colon too many.
void SkeletonReader::refuse_colon_in_value() {
  Bracket& bracket = brackets_.back();
  const size_t begin = bracket.node_begin;
  const size_t end = bracket.node_end;
  const size_t blank_in_node = std::string_view(text_).substr(begin, end - begin).find_last_of(" \t");
  const size_t last_blank = begin + blank_in_node;
  const bool has_word = blank_in_node != std::string_view::npos && !is_quote(text_[begin]) &&
                        !is_opening(text_[begin]) && word_end(text_, last_blank + 1) == end;
  if (has_word) {
    report(Code::missing_comma, last_blank + 1, end,
           fmt::format("a comma is missing before {}", quoted(last_blank + 1, end)))
        .help("put a comma between the two")
        .edit(span(trim_end(text_, begin, last_blank), last_blank), ",");
    text_[last_blank] = ',';
    mark_fault(last_blank);
    bracket.node_begin = last_blank + 1;
    bracket.wants = Wants::value;
    ++pos_;
    return;
  }
  auto found = report(Code::second_colon, pos_, pos_ + 1, "a second `:` in one value");
  const size_t value_end = rest_end(pos_ + 1);
  found.help("put the value in quotes if the `:` belongs to it; else put a comma before the second name");
  add_quoting_edit(found, begin, trim_end(text_, begin, value_end));
  erase_value(begin, value_end);
  pos_ = value_end;
  end_node(pos_);
}

void SkeletonReader::refuse_missing_comma(size_t behind, size_t next) {
  const size_t word = word_end(text_, next);
  report(Code::missing_comma, next, word > next ? word : next + 1,
         fmt::format("a comma is missing before {}", quoted(next, word > next ? word : next + 1)))
      .help("put a comma between the two")
      .edit(span(behind, behind), ",");
  blank(behind, next);  // a comment between would take the comma in
  text_[behind] = ',';
  mark_fault(behind);
}

// The end of the text from `begin` on that belongs to no node: at the next comma, closing bracket or
// line end that is not within brackets of its own.
size_t SkeletonReader::rest_end(size_t begin) const {
  size_t i = begin;
  size_t depth = 0;
  for (; !is_line_end(at(i)); ++i) {
    if (is_opening(at(i)) || at(i) == '(') ++depth;
    if (at(i) == ')' && depth > 0) --depth;
    if (depth == 0 && (at(i) == ',' || is_closing(at(i)))) break;
    if (is_closing(at(i))) --depth;
  }
  return trim_end(text_, begin, i);
}

// The end of an expression that begins at `begin` and has a comma in parentheses; nothing if what
// follows its first comma looks like the next name, so that rather a `)` is missing.
std::optional<size_t> SkeletonReader::swallowed_end(size_t begin) const {
  size_t parentheses = 0;
  size_t commas = 0;
  size_t last_comma = begin;
  size_t i = begin;
  const size_t stop = std::min(text_.size(), begin + kLookAhead);
  for (; i < stop && !is_opening(at(i)) && !is_closing(at(i)); ++i) {
    if (is_line_end(at(i)) && parentheses == 0) break;  // inside of them it goes on in the next line
    if (at(i) == '(') ++parentheses;
    if (at(i) == ')' && parentheses > 0) --parentheses;
    if (at(i) == '#' && is_blank(at(i - 1))) break;
    if (at(i) == ',') {
      if (parentheses == 0) break;
      last_comma = i;
      ++commas;
    }
    if (at(i) == ':' && is_blank_or_end(at(i + 1))) {
      if (commas < 2) return std::nullopt;
      return trim_end(text_, begin, last_comma);
    }
  }
  return trim_end(text_, begin, i);
}

// The expression at the cursor, which reaches `end`, has a comma that would end it.
void SkeletonReader::refuse_swallowed_comma(size_t end) {
  const size_t begin = pos_;
  if (refuse_membership(end)) return;
  if (!has_fault_at(begin)) {  // else it has been refused for its beginning
    auto found = report(Code::comma_in_expression, begin, end,
                        fmt::format("the comma in {} ends the value, since it stands inside {}",
                                    quoted(begin, end), pair_of(brackets_.back().is_mapping)));
    const std::string_view written = original(begin, end);
    if (written.starts_with('(') && written.ends_with(')') &&
        written.find_first_not_of("0123456789+-., ()") == std::string_view::npos) {
      found.help(
          fmt::format("a point is written with brackets: [{}]", written.substr(1, written.size() - 2)));
    } else if (const std::string_view before = std::string_view(text_).substr(0, begin);
               trim_end(text_, 0, begin) > 5 &&
               before.substr(0, trim_end(text_, 0, begin)).ends_with("emit:")) {
      found.help(
          fmt::format("the fields of an event are given by name, with those that it declares: `emit: {{ {}: "
                      "{{ FIELD: …, FIELD: … }} }}`",
                      written.substr(0, written.find('('))));
    } else if (has_line_end(text_, begin, end)) {
      found.help(
          "write it below its name without the brackets, where it may go on in the next line, or on one line "
          "in "
          "quotes");
    } else {
      constexpr size_t kShort = 60;
      found.help(
          written.size() > kShort || written.find('"') != std::string_view::npos
              ? std::string("put the expression in quotes, or on a line of its own without the brackets")
              : fmt::format("write `\"{}\"`: quotes hold its commas together", written));
      add_quoting_edit(found, begin, end);
    }
  }
  erase_value(begin, end);
  pos_ = end;
  end_node(end);
}

void SkeletonReader::refuse_dash() {
  Bracket& bracket = brackets_.back();
  if (!bracket.has_dash) {
    report(Code::misplaced_dash, pos_, pos_ + 1,
           fmt::format("a list inside {} has no dashes", pair_of(bracket.is_mapping)))
        .help("write it as [a, b]");
  }
  bracket.has_dash = true;
  mark_fault(pos_);
  text_[pos_++] = ' ';
}

// Refuses the node at the cursor and what follows it.
void SkeletonReader::refuse_node(Code code, std::string message, std::string help) {
  report(code, pos_, pos_ + 1, std::move(message)).help(std::move(help));
  const size_t end = rest_end(pos_ + 1);
  erase_value(pos_, end);
  pos_ = end;
  end_node(end);
}

// `{ when: mood in [calm, angry] }`; false if it is something else.
bool SkeletonReader::refuse_membership(size_t end) {
  const size_t begin = brackets_.back().node_begin;
  const auto asked = find_membership(original(begin, end));
  if (!asked || !asked->hint.empty()) return false;
  auto found = report(
      Code::foreign_operator, begin + asked->word, begin + asked->word_end,
      fmt::format("there is no operator {} here", quoted(begin + asked->word, begin + asked->word_end)));
  if (asked->other.empty()) {
    found.help(fmt::format("write `{}`", asked->meant))
        .edit(span(begin + asked->begin, begin + asked->end), asked->meant);
  } else {
    found.help(fmt::format("write `{}`, or if one of the two is meant `{}`", asked->meant, asked->other));
  }
  erase_value(begin, end);
  pos_ = end;
  end_node(end);
  return true;
}

void SkeletonReader::refuse_text_behind() {
  Bracket& bracket = brackets_.back();
  const size_t end = std::max(rest_end(pos_), pos_ + 1);
  const char last = text_[bracket.node_end - 1];
  const bool is_sign = is_opening(at(pos_)) || at(pos_) == '?';
  if (at(pos_) == '?') {
    const size_t whole = std::min(text_.find_first_of(",}]\n", pos_), text_.size());
    const size_t begin = bracket.node_begin, until = trim_end(text_, begin, whole);
    if (const std::string meant = meant_ternary(original(begin, until)); !meant.empty()) {
      report(Code::foreign_operator, begin, until, "there is no operator `? :` here")
          .help(fmt::format("write `\"{}\"`: quotes hold its commas together", meant))
          .edit(span(begin, until), fmt::format("\"{}\"", meant));
      erase_value(begin, until);
      pos_ = until;
      return end_node(until);
    }
  }
  if (is_sign && refuse_membership(end)) return;
  auto found = report(Code::text_after_value, pos_, is_sign ? pos_ + 1 : end,
                      is_quote(last)     ? "the text in quotes ends before this"
                      : is_closing(last) ? "the value ends before this"
                      : is_sign          ? fmt::format("`{}` cannot stand within a value inside {}", at(pos_),
                                                       pair_of(bracket.is_mapping))
                                         : "the value ends before this");
  found.help("put quotes round the whole value, or a comma between two values");
  erase_value(bracket.node_begin, end);
  bracket.is_text_open = is_line_end(at(end));
  pos_ = end;
  end_node(end);
}

}  // namespace ishi::compiler
