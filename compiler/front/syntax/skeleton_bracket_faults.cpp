#include <fmt/format.h>

#include <algorithm>

#include "syntax/bracket_reader.h"
#include "syntax/grouped_digits.h"
#include "syntax/memberships.h"
#include "syntax/ternary.h"

// Faults in { } and [ ]: brackets that do not match, commas and colons too few or too many.

namespace ishi::compiler {

namespace {

// The part of the rest of a line in which the likely meaning is sought.
constexpr size_t kLookAhead = 256;

// A pair of brackets, as messages name it.
std::string_view pair_of(bool is_mapping) { return is_mapping ? "{ }" : "[ ]"; }

char closing_of(bool is_mapping) { return is_mapping ? '}' : ']'; }

// The end of what is written between two places, behind which only blanks and comments stand.
size_t written_end(const RepairedText& in, size_t begin, size_t end) {
  size_t last = begin;
  for (size_t i = begin; i < end; ++i) {
    if (is_comment(in.text, i)) i = line_end(in.text, i);
    if (i < end && !is_blank_or_end(in.text[i])) last = i + 1;
  }
  return last;
}

}  // namespace

// Other faults of these brackets would only follow from the one that has just been reported.
void BracketReader::damage() {
  if (!damaged_at_) damaged_at_ = in_.diagnostics.all().size();
}

// The closing bracket at the cursor is not that of the innermost pair. Either that one was forgotten and
// this closes a pair around it, or this is a slip of the hand. Afterwards it fits the innermost pair.
void BracketReader::mend_wrong_bracket() {
  const bool is_mapping = in_.at(in_.pos) == '}';
  const auto around = std::find_if(brackets_.rbegin(), brackets_.rend(),
                                   [&](const Bracket& b) { return b.is_mapping == is_mapping; });
  // The closing brackets of the rest of the line tell how many pairs there should still be.
  ptrdiff_t closes = 0;
  const size_t stop = first_line_end(in_.text, in_.pos, std::min(in_.text.size(), in_.pos + kLookAhead));
  for (size_t i = in_.pos + 1; i < stop; ++i)
    closes += is_closing(in_.text[i]) ? 1 : is_opening(in_.text[i]) ? -1 : 0;
  const bool is_slip = around == brackets_.rend() || closes == static_cast<ptrdiff_t>(brackets_.size()) - 1;
  const Bracket inner = brackets_.back();
  if (is_slip) {
    const char meant = closing_of(inner.is_mapping);
    in_.report(Code::bracket_not_closed, in_.pos, in_.pos + 1,
               fmt::format("this `{}` should be a `{}`", in_.at(in_.pos), meant))
        .label(in_.span(inner.open, inner.open + 1), "to close this one")
        .help(fmt::format("write `{}`", meant))
        .edit(in_.span(in_.pos, in_.pos + 1), std::string(1, meant));
    in_.text[in_.pos] = meant;
    in_.mark_fault(in_.pos);
    return;
  }
  in_.diagnostics.retract_to(inner.reports);
  in_.report(Code::bracket_not_closed, inner.open, inner.open + 1,
             fmt::format("this `{}` is never closed", in_.at(inner.open)))
      .label(in_.span(in_.pos, in_.pos + 1), fmt::format("this closes the {} around it", pair_of(is_mapping)))
      .help(fmt::format("close it with `{}`", closing_of(inner.is_mapping)));
  const auto first_inside = around.base();
  in_.erase_value(first_inside->open, trim_end(in_.text, first_inside->open, in_.pos));
  brackets_.erase(first_inside, brackets_.end());
  end_node(in_.pos);
}

// The pairs that are still open are never closed.
void BracketReader::refuse_unclosed() {
  const Bracket outer = brackets_.front();
  const Bracket inner = brackets_.back();
  if (damaged_at_) {
    in_.diagnostics.retract_to(*damaged_at_);
  } else {
    in_.diagnostics.retract_to(inner.reports);
    auto found = in_.report(Code::bracket_not_closed, inner.open, inner.open + 1,
                            fmt::format("this `{}` is never closed", in_.at(inner.open)));
    if (inner.open != outer.open) found.label(in_.span(outer.open, outer.open + 1), "nor is this one");
    const size_t content = skip_blanks(in_.text, in_.pos);
    if (in_.pos < in_.end) found.label(in_.span(content, content + 1), "something new begins here");
    std::string closing;
    for (auto bracket = brackets_.rbegin(); bracket != brackets_.rend(); ++bracket)
      closing += bracket->is_mapping ? " }" : "]";
    const size_t last = written_end(in_, inner.open + 1, in_.pos);
    found.help(fmt::format("close it with `{}` where it ends", closing_of(inner.is_mapping)))
        .edit(in_.span(last, last), closing)
        .guess();
  }
  in_.erase_value(outer.open, in_.pos);
  brackets_.clear();
}

// A comma at the cursor has nothing before it.
void BracketReader::refuse_empty_item() {
  in_.report(Code::empty_flow_item, in_.pos, in_.pos + 1,
             brackets_.back().after_comma ? "nothing stands between these two commas"
                                          : "nothing stands before this comma")
      .help("delete the comma")
      .edit(in_.span(in_.pos, in_.pos + 1), "");
  // A row of commas is one fault.
  while (in_.at(in_.pos) == ',' || is_blank(in_.at(in_.pos))) {
    in_.text[in_.pos] = ' ';
    in_.mark_fault(in_.pos++);
  }
}

// The latest node of { } is followed by no colon.
void BracketReader::refuse_lone_name() {
  const size_t begin = brackets_.back().node_begin;
  const size_t end = brackets_.back().node_end;
  const size_t shown_end = first_line_end(in_.text, begin, end);
  const size_t word = word_end(in_.text, begin);
  if (in_.has_fault_at(begin)) return;
  if (is_opening(in_.text[begin])) {
    in_.report(Code::complex_key, begin, shown_end, "inside { } a name and a `:` have to stand before this")
        .help("write `name: …`, or use [ ] for a list");
  } else if (word > begin && in_.at(word) == ':' && word + 1 < end) {  // `hp:100`
    refuse_glued(in_, begin, word);
    return in_.erase_after_name(word, end);
  } else {
    const std::string_view words = in_.original(begin, shown_end);
    const size_t before = in_.text.find_last_not_of(" \t\r\n", begin - 1);
    const size_t sign = in_.text.find_first_not_of(' ', word);
    if (refuse_decimal_comma(begin, end)) {
      return;
    }
    if (word > begin && sign < shown_end && in_.at(sign) == '=' && in_.at(sign + 1) != '=') {  // `who = g`
      const std::string meant =
          fmt::format("{}: {}", in_.original(begin, word),
                      in_.original(in_.text.find_first_not_of(' ', sign + 1), shown_end));
      in_.report(Code::empty_value, begin, shown_end,
                 fmt::format("{} has an `=`, but a name and its value are joined by a `:`",
                             in_.quoted(begin, end)))
          .help(fmt::format("write `{}`", meant))
          .edit(in_.span(begin, shown_end), meant);
      return in_.erase_after_name(word, end);
    }
    if (words.find(' ') != std::string_view::npos && in_.text[before] == ',') {  // more of a text
      in_.report(Code::comma_in_expression, begin, shown_end,
                 fmt::format("the comma before {} ends the value, since it stands inside {{ }}",
                             in_.quoted(begin, end)))
          .help("put the whole text in quotes, or on a line of its own without the brackets");
    } else {
      in_.report(Code::empty_value, begin, shown_end, fmt::format("{} has no value", in_.quoted(begin, end)))
          .help(
              fmt::format("write `{}: {}`{}, or use [ ] for a list; a text with a comma stands in quotes",
                          words.substr(0, words.find(' ')),
                          words.find(' ') == std::string_view::npos ? "…" : words.substr(words.find(' ') + 1),
                          words.find(' ') == std::string_view::npos
                              ? fmt::format(" (`{}: {{}}` if there is nothing to say)", words)
                              : ""));
    }
  }
  in_.mark_fault(end);
  // yaml-cpp takes a name without a colon only if its line does not end before the next sign.
  if (has_line_end(in_.text, end, in_.pos)) in_.text[end] = ':';
}

// `{ fire, rest }` at the cursor; false if it is something else.
bool refuse_list_in_braces(RepairedText& in) {
  size_t at = in.pos + 1;
  size_t words = 0;
  do {
    const size_t begin = in.text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string::npos) return false;
    const size_t end = word_end(in.text, begin);
    if (end == begin) return false;
    ++words;
    at = in.text.find_first_not_of(" \t\r\n", end);
    if (at == std::string::npos) return false;
  } while (in.text[at++] == ',');
  if (words < 2 || in.text[at - 1] != '}') return false;
  const size_t open = in.pos;
  in.report(Code::empty_value, open, first_line_end(in.text, open, at),
            "a list is written with [ ], not with { }")
      .help(fmt::format("write `[{}]`; inside {{ }} each name has a value", in.original(open + 1, at - 1)))
      .edit(in.span(open, open + 1), "[")
      .edit(in.span(at - 1, at), "]");
  in.erase_value(open, at);
  in.pos = at;
  return true;
}

// `{ score: 0,03 }`; false if it is something else.
bool BracketReader::refuse_decimal_comma(size_t begin, size_t end) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::string_view digits = in_.original(begin, end);
  if (begin < 2 || in_.text[begin - 1] != ',' || !is_digit(in_.text[begin - 2]) || digits.empty() ||
      !is_digit(digits[0]))
    return false;
  in_.text[begin - 1] = '.';  // one value then, of which nothing else is said
  if (begin < grouped_end_) return true;
  size_t first = begin - 1;
  while (first > 0 &&
         (is_digit(in_.text[first - 1]) || (in_.text[first - 1] == '.' && is_digit(in_.text[first - 2]))))
    --first;
  if (first > 0 && (in_.text[first - 1] == '-' || in_.text[first - 1] == '+')) --first;
  // The stretch may go on: `1,000,000`.
  const size_t sign = is_digit(in_.text[first]) ? 0 : 1;
  end = std::max(end, first + sign + grouped_digits_length(in_.written.substr(first + sign)));
  grouped_end_ = end;
  auto found =
      in_.report(Code::number_form, first, end, fmt::format("{} has a comma", in_.quoted(first, end)));
  const std::optional<GroupedDigits> grouped = read_grouped_digits(in_.original(first, end));
  if (grouped && !grouped->other.empty()) {
    found.help(
        fmt::format("write `{}` if a fraction is meant, or `{}`: a fraction is written with a point, and "
                    "digits are not grouped",
                    grouped->meant, grouped->other));
  } else {
    std::string meant = grouped ? grouped->meant : std::string(in_.original(first, end));
    if (!grouped) std::ranges::replace(meant, ',', '.');
    const bool has_fraction = meant.find('.') != std::string::npos;
    found
        .help(fmt::format("write `{}`: {}", meant,
                          has_fraction ? "a fraction is written with a point" : "digits are not grouped"))
        .edit(in_.span(first, end), meant);
  }
  in_.mark_fault(in_.text.find_first_not_of(' ', in_.text.find_last_of(":{", first) + 1));
  return true;
}

// Refuses what stands before the colon at the cursor unless it is a name.
void BracketReader::refuse_bracket_name() {
  const size_t begin = brackets_.back().node_begin;
  const size_t end = brackets_.back().node_end;
  if (is_opening(in_.text[begin])) {
    in_.report(Code::complex_key, begin, first_line_end(in_.text, begin, end),
               "a { } block or [ ] list cannot be a name")
        .help("a name is a word in front of a `:`");
  } else if (has_line_end(in_.text, end, in_.pos)) {
    in_.report(Code::complex_key, in_.pos, in_.pos + 1, "a name and its `:` have to stand on one line");
  } else if (in_.pos - begin > kMostNameBytes) {
    in_.report(Code::name_too_long, begin, end,
               fmt::format("this name has {} bytes, but {} is the most", end - begin, kMostNameBytes));
  } else {
    return;
  }
  damage();
}

// The colon at the cursor stands behind a value that is complete: `a: b c: d` lacks a comma, `a: b: c` has
// a colon too many.
void BracketReader::refuse_colon_in_value() {
  Bracket& bracket = brackets_.back();
  const size_t begin = bracket.node_begin;
  const size_t end = bracket.node_end;
  const size_t blank_in_node = std::string_view(in_.text).substr(begin, end - begin).find_last_of(" \t");
  const size_t last_blank = begin + blank_in_node;
  const bool has_word = blank_in_node != std::string_view::npos && !is_quote(in_.text[begin]) &&
                        !is_opening(in_.text[begin]) && word_end(in_.text, last_blank + 1) == end;
  if (has_word) {
    in_.report(Code::missing_comma, last_blank + 1, end,
               fmt::format("a comma is missing before {}", in_.quoted(last_blank + 1, end)))
        .help("put a comma between the two")
        .edit(in_.span(trim_end(in_.text, begin, last_blank), last_blank), ",");
    in_.text[last_blank] = ',';
    in_.mark_fault(last_blank);
    bracket.node_begin = last_blank + 1;
    bracket.wants = Wants::value;
    ++in_.pos;
    return;
  }
  auto found = in_.report(Code::second_colon, in_.pos, in_.pos + 1, "a second `:` in one value");
  const size_t value_end = rest_end(in_, in_.pos + 1);
  found.help("put the value in quotes if the `:` belongs to it; else put a comma before the second name");
  add_quoting_edit(in_, found, begin, trim_end(in_.text, begin, value_end));
  in_.erase_value(begin, value_end);
  in_.pos = value_end;
  end_node(in_.pos);
}

void refuse_missing_comma(RepairedText& in, size_t behind, size_t next) {
  const size_t word = word_end(in.text, next);
  in.report(Code::missing_comma, next, word > next ? word : next + 1,
            fmt::format("a comma is missing before {}", in.quoted(next, word > next ? word : next + 1)))
      .help("put a comma between the two")
      .edit(in.span(behind, behind), ",");
  in.blank(behind, next);  // a comment between would take the comma in
  in.text[behind] = ',';
  in.mark_fault(behind);
}

// The end of the text from `begin` on that belongs to no node: at the next comma, closing bracket or
// line end that is not within brackets of its own.
size_t rest_end(const RepairedText& in, size_t begin) {
  size_t i = begin;
  size_t depth = 0;
  for (; !is_line_end(in.at(i)); ++i) {
    if (is_opening(in.at(i)) || in.at(i) == '(') ++depth;
    if (in.at(i) == ')' && depth > 0) --depth;
    if (depth == 0 && (in.at(i) == ',' || is_closing(in.at(i)))) break;
    if (is_closing(in.at(i))) --depth;
  }
  return trim_end(in.text, begin, i);
}

// The end of an expression that begins at `begin` and has a comma in parentheses; nothing if what
// follows its first comma looks like the next name, so that rather a `)` is missing.
std::optional<size_t> swallowed_end(const RepairedText& in, size_t begin) {
  size_t parentheses = 0;
  size_t commas = 0;
  size_t last_comma = begin;
  size_t i = begin;
  const size_t stop = std::min(in.text.size(), begin + kLookAhead);
  for (; i < stop && !is_opening(in.at(i)) && !is_closing(in.at(i)); ++i) {
    if (is_line_end(in.at(i)) && parentheses == 0) break;  // inside of them it goes on in the next line
    if (in.at(i) == '(') ++parentheses;
    if (in.at(i) == ')' && parentheses > 0) --parentheses;
    if (in.at(i) == '#' && is_blank(in.at(i - 1))) break;
    if (in.at(i) == ',') {
      if (parentheses == 0) break;
      last_comma = i;
      ++commas;
    }
    if (in.at(i) == ':' && is_blank_or_end(in.at(i + 1))) {
      if (commas < 2) return std::nullopt;
      return trim_end(in.text, begin, last_comma);
    }
  }
  return trim_end(in.text, begin, i);
}

// The expression at the cursor, which reaches `end`, has a comma that would end it.
void BracketReader::refuse_swallowed_comma(size_t end) {
  const size_t begin = in_.pos;
  if (refuse_membership(end)) return;
  if (!in_.has_fault_at(begin)) {  // else it has been refused for its beginning
    auto found = in_.report(Code::comma_in_expression, begin, end,
                            fmt::format("the comma in {} ends the value, since it stands inside {}",
                                        in_.quoted(begin, end), pair_of(brackets_.back().is_mapping)));
    const std::string_view written = in_.original(begin, end);
    if (written.starts_with('(') && written.ends_with(')') &&
        written.find_first_not_of("0123456789+-., ()") == std::string_view::npos) {
      found.help(
          fmt::format("a point is written with brackets: [{}]", written.substr(1, written.size() - 2)));
    } else if (const std::string_view before = std::string_view(in_.text).substr(0, begin);
               trim_end(in_.text, 0, begin) > 5 &&
               before.substr(0, trim_end(in_.text, 0, begin)).ends_with("emit:")) {
      found.help(
          fmt::format("the fields of an event are given by name, with those that it declares: `emit: {{ {}: "
                      "{{ FIELD: …, FIELD: … }} }}`",
                      written.substr(0, written.find('('))));
    } else if (has_line_end(in_.text, begin, end)) {
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
      add_quoting_edit(in_, found, begin, end);
    }
  }
  in_.erase_value(begin, end);
  in_.pos = end;
  end_node(end);
}

void BracketReader::refuse_dash() {
  Bracket& bracket = brackets_.back();
  if (!bracket.has_dash) {
    in_.report(Code::misplaced_dash, in_.pos, in_.pos + 1,
               fmt::format("a list inside {} has no dashes", pair_of(bracket.is_mapping)))
        .help("write it as [a, b]");
  }
  bracket.has_dash = true;
  in_.mark_fault(in_.pos);
  in_.text[in_.pos++] = ' ';
}

// Refuses the node at the cursor and what follows it.
void BracketReader::refuse_node(Code code, std::string message, std::string help) {
  in_.report(code, in_.pos, in_.pos + 1, std::move(message)).help(std::move(help));
  const size_t end = rest_end(in_, in_.pos + 1);
  in_.erase_value(in_.pos, end);
  in_.pos = end;
  end_node(end);
}

// `{ when: mood in [calm, angry] }`; false if it is something else.
bool BracketReader::refuse_membership(size_t end) {
  const size_t begin = brackets_.back().node_begin;
  const auto asked = find_membership(in_.original(begin, end));
  if (!asked || !asked->hint.empty()) return false;
  auto found = in_.report(
      Code::foreign_operator, begin + asked->word, begin + asked->word_end,
      fmt::format("there is no operator {} here", in_.quoted(begin + asked->word, begin + asked->word_end)));
  if (asked->other.empty()) {
    found.help(fmt::format("write `{}`", asked->meant))
        .edit(in_.span(begin + asked->begin, begin + asked->end), asked->meant);
  } else {
    found.help(fmt::format("write `{}`, or if one of the two is meant `{}`", asked->meant, asked->other));
  }
  in_.erase_value(begin, end);
  in_.pos = end;
  end_node(end);
  return true;
}

void BracketReader::refuse_text_behind() {
  Bracket& bracket = brackets_.back();
  const size_t end = std::max(rest_end(in_, in_.pos), in_.pos + 1);
  const char last = in_.text[bracket.node_end - 1];
  const bool is_sign = is_opening(in_.at(in_.pos)) || in_.at(in_.pos) == '?';
  if (in_.at(in_.pos) == '?') {
    const size_t whole = std::min(in_.text.find_first_of(",}]\n", in_.pos), in_.text.size());
    const size_t begin = bracket.node_begin, until = trim_end(in_.text, begin, whole);
    if (const std::string meant = meant_ternary(in_.original(begin, until)); !meant.empty()) {
      in_.report(Code::foreign_operator, begin, until, "there is no operator `? :` here")
          .help(fmt::format("write `\"{}\"`: quotes hold its commas together", meant))
          .edit(in_.span(begin, until), fmt::format("\"{}\"", meant));
      in_.erase_value(begin, until);
      in_.pos = until;
      return end_node(until);
    }
  }
  if (is_sign && refuse_membership(end)) return;
  auto found = in_.report(Code::text_after_value, in_.pos, is_sign ? in_.pos + 1 : end,
                          is_quote(last)     ? "the text in quotes ends before this"
                          : is_closing(last) ? "the value ends before this"
                          : is_sign          ? fmt::format("`{}` cannot stand within a value inside {}",
                                                           in_.at(in_.pos), pair_of(bracket.is_mapping))
                                             : "the value ends before this");
  found.help(
      in_.at(in_.pos) == '{'
          ? "put a comma between two values; what is said of one step stands in one pair of braces, as "
            "in `{ emit: hit, to: team }`"
          : "put quotes round the whole value, or a comma between two values");
  in_.erase_value(bracket.node_begin, end);
  bracket.is_text_open = is_line_end(in_.at(end));
  in_.pos = end;
  end_node(end);
}

}  // namespace ishi::compiler
