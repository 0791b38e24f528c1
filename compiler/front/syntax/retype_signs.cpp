#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "syntax/retyper.h"

// Single characters that were typed otherwise than the language has them: what is written instead, and the
// reports.

namespace ishi::compiler {

namespace {

// A longer line is not shown as a whole.
constexpr size_t kMostShown = 70;

size_t utf8_size(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// "`a`, `b` and `c`"
std::string in_words(const std::vector<std::string>& items) {
  std::string result;
  for (size_t i = 0; i < items.size(); ++i) {
    result += i == 0 ? "" : i + 1 == items.size() ? " and " : ", ";
    result += items[i];
  }
  return result;
}

// A sign that stands for nothing is a backtick or stands in backticks.
std::string shown_sign(std::string_view sign) {
  return sign == "`" ? "a backtick" : fmt::format("`{}`", sign);
}

}  // namespace

char Retyper::plain_at(size_t index) const {
  const LookAlike found = alike(index);
  return found.bytes > 0 ? found.plain[0] : at(index);
}

size_t Retyper::size_at(size_t index) const { return std::min(utf8_size(at(index)), in_.size() - index); }

bool Retyper::is_any_space(size_t index) const {
  return is_blank(at(index)) || alike(index).kind == LookAlikeKind::space;
}

size_t Retyper::skip_any_spaces(size_t index) const {
  while (is_any_space(index)) index += size_at(index);
  return index;
}

std::string Retyper::plain_word(size_t begin, size_t end) const {
  std::string result;
  for (size_t i = begin; i < end; i += size_at(i)) {
    const LookAlike found = alike(i);
    if (is_quote(plain_at(i)) || found.kind == LookAlikeKind::space) continue;
    result += found.bytes > 0 ? found.plain : in_.substr(i, size_at(i));
  }
  return result;
}

void Retyper::copy_to(size_t end) {
  out_.text += in_.substr(pos_, end - pos_);
  pos_ = end;
}

// The text up to `end` becomes `plain`.
void Retyper::put(size_t end, std::string_view plain) {
  const auto begin = static_cast<uint32_t>(out_.text.size());
  out_.text += plain;
  out_.pieces.push_back({static_cast<uint32_t>(pos_), static_cast<uint32_t>(end), begin,
                         static_cast<uint32_t>(out_.text.size())});
  pos_ = end;
}

// The same of a look-alike of `plain`, which is reported with its line.
void Retyper::change(size_t end, std::string_view plain, std::string replacement) {
  changes_.push_back({pos_, end, plain, std::move(replacement)});
  put(end, changes_.back().replacement);
}

void Retyper::copy_spaces() {
  while (is_any_space(pos_)) {
    if (is_blank(at(pos_))) {
      copy_to(pos_ + 1);
    } else {
      spaces_.push_back({pos_, pos_ + size_at(pos_), " ", " "});
      put(pos_ + size_at(pos_), " ");
    }
  }
}

// One character of what the language reads.
void Retyper::read_character() {
  const LookAlike found = alike(pos_);
  if (found.bytes == 0) return copy_to(pos_ + size_at(pos_));
  if (found.kind == LookAlikeKind::space) return copy_spaces();
  size_t end = pos_ + found.bytes;
  std::string replacement = plain_sign(found, end);
  change(end, found.plain, std::move(replacement));
}

// The plain text for a look-alike at the cursor. `end`, behind it, moves over one that belongs to it.
std::string Retyper::plain_sign(const LookAlike& found, size_t& end) const {
  const char before = out_.text.empty() ? '\0' : out_.text.back();
  const char next = plain_at(end);
  const bool is_last = is_any_space(end) || is_line_end(at(end));
  const auto take_next = [&](char sign) {
    if (next == sign) end += size_at(end);
    return next == sign;
  };
  const auto word = [&](std::string_view text) {
    const bool follows = is_any_space(end) || is_line_end(at(end));
    return fmt::format("{}{}{}", is_blank_or_end(before) || before == '(' ? "" : " ", text,
                       follows ? "" : " ");
  };
  if (found.kind == LookAlikeKind::quote) return "";
  if (found.kind == LookAlikeKind::dots || found.kind == LookAlikeKind::dash) {
    if (is_between_numbers(end)) return "..";
    return std::string(found.plain);
  }
  switch (found.plain[0]) {
    case '&': take_next('&'); return word("and");
    case '|': take_next('|'); return word("or");
    case '!': return take_next('=') ? "!=" : is_any_space(end) ? "not" : "not ";
    case '=':
      if (before == '<' || before == '>' || before == '!' || before == '=') return "=";
      take_next('=');
      return "==";
    case ',': return is_last || (is_digit(before) && is_digit(next)) ? "," : ", ";
    case ';':
      return !brackets_.empty() ? (is_last ? "," : ", ") : is_line_end(at(skip_any_spaces(end))) ? "" : ";";
    case '@':
    case '$':
    case '`': return "";
    default: return std::string(found.plain);
  }
}

// True if what stands before the cursor and behind `end` is a number each, and a value of its own: the two
// ends of a range.
bool Retyper::is_between_numbers(size_t end) const {
  const auto is_of_number = [](char c) { return is_word(c) || c == '.' || c == '%'; };
  const std::string_view done = out_.text;
  size_t first = done.size();
  while (first > 0 && is_of_number(done[first - 1])) --first;
  const bool begins_value =
      first > 0 && std::string_view(" [{,-+").find(done[first - 1]) != std::string_view::npos;
  if (first == done.size() || !is_digit(done[first]) || !begins_value) return false;
  if (plain_at(end) == '-' || plain_at(end) == '+') end += size_at(end);
  if (!is_digit(plain_at(end))) return false;
  while (is_of_number(plain_at(end))) end += size_at(end);
  end = skip_any_spaces(end);
  const char behind = plain_at(end);
  return is_line_end(behind) || behind == ',' || behind == '#' || is_closing(behind);
}

// `5#a comment`: a `#` that nothing separates from what stands before it.
void Retyper::read_number_sign() {
  const size_t end = line_end(in_, pos_);
  const bool is_closed_behind =
      !brackets_.empty() && in_.substr(pos_, end - pos_).find_first_of(",]}") != std::string_view::npos;
  if (is_closed_behind) return copy_to(pos_ + 1);
  diagnostics_
      .report(Code::foreign_comment, span(pos_, pos_ + 1),
              "a space is missing before the `#` of this comment")
      .help("put a space before it; without one the `#` belongs to the value")
      .edit(span(pos_, pos_), " ");
  put(pos_, " ");
  copy_to(end);
}

// `@tired`, `$tired` and a name in backticks.
bool Retyper::read_sign_before_name() {
  const char sign = at(pos_);
  if (pos_ == backtick_) {
    put(pos_ + 1, "");
    return true;
  }
  const size_t end = word_end(in_, pos_ + 1);
  const bool is_pair = sign == '`' && at(end) == '`';
  if ((sign != '@' && sign != '$' && !is_pair) || end == pos_ + 1 || is_word(at(pos_ - 1))) return false;
  const std::string_view name = in_.substr(pos_ + 1, end - pos_ - 1);
  auto found =
      diagnostics_.report(Code::reserved_character, span(pos_, is_pair ? end + 1 : end),
                          fmt::format("a name stands by itself, without {}",
                                      sign == '`' ? "backticks" : shown_sign(std::string_view(&sign, 1))));
  found.help(fmt::format("write `{}`", name)).edit(span(pos_, pos_ + 1), "");
  if (is_pair) {
    found.edit(span(end, end + 1), "");
    backtick_ = end;
  }
  put(pos_ + 1, "");
  return true;
}

// All look-alikes of one line are one report.
void Retyper::report_line() {
  const size_t comment = std::exchange(comment_, kNowhere);
  if (changes_.empty()) return;
  std::vector<std::string> written;
  std::vector<std::string> plain;
  for (const Change& change : changes_) {
    std::string sign = fmt::format("`{}`", in_.substr(change.begin, change.end - change.begin));
    if (std::ranges::find(written, sign) != written.end()) continue;
    written.push_back(std::move(sign));
    std::string meant = shown_sign(change.plain);
    if (std::ranges::find(plain, meant) == plain.end()) plain.push_back(std::move(meant));
  }
  const Change& first = changes_.front();
  auto found = diagnostics_.report(Code::look_alike, span(first.begin, first.end),
                                   fmt::format("{} only look{} like {}", in_words(written),
                                               written.size() == 1 ? "s" : "", in_words(plain)));
  const size_t begin = skip_blanks(out_.text, out_line_);
  const size_t end =
      trim_end(out_.text, begin, std::min(comment, first_line_end(out_.text, begin, out_.text.size())));
  if (first.plain == "#") {
    found.help("write `#`");
  } else if (end > begin && end - begin <= kMostShown) {
    found.help(fmt::format("write `{}`", std::string_view(out_.text).substr(begin, end - begin)));
  } else {
    found.help(fmt::format("type {} without an input method", in_words(plain)));
  }
  for (const Change& change : changes_) found.edit(span(change.begin, change.end), change.replacement);
  changes_.clear();
}

// Spaces come by the hundred, with copied text, and are seen by nobody: they are one report a file.
void Retyper::report_spaces() {
  if (spaces_.empty()) return;
  const Change& first = spaces_.front();
  const bool is_no_break = first.end - first.begin == 2;
  auto found =
      diagnostics_.report(Code::unusual_space, span(first.begin, first.end),
                          is_no_break ? "this character looks like a space, but is a no-break space"
                                      : "this character looks like a space, but is another, wider one");
  if (spaces_.size() > 1) {
    found.note(fmt::format("this file has {} more such place{}", spaces_.size() - 1,
                           spaces_.size() == 2 ? "" : "s"));
  }
  found.help("put an ordinary space in its place");
  for (const Change& space : spaces_) found.edit(span(space.begin, space.end), space.replacement);
}

}  // namespace ishi::compiler
