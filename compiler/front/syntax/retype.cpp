#include "syntax/retype.h"

#include <algorithm>

#include "syntax/retyper.h"

// The stretches of a text that the language reads: lines outside of brackets.

namespace ishi::compiler {

namespace {

// True if there is anything to look for. Most texts are plain.
bool has_trigger(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = character_at(text, i + 1);
    if (static_cast<unsigned char>(c) >= 0x80 || c == '@' || c == '`' || c == '$') return true;
    if (c == '/' && (next == '/' || next == '*')) return true;
    if (c == '#' && i > 0 && !is_blank_or_end(text[i - 1])) return true;
    if ((c == '<' || c == '>' || c == '=') &&
        text.substr(i, 7).find_first_not_of(c) == std::string_view::npos && text.size() - i >= 7) {
      return true;
    }
  }
  return false;
}

bool is_dash_like(const LookAlike& found) { return found.bytes > 0 && found.plain == "-"; }

// ー lengthens a vowel, and its key is where others have the dash.
constexpr std::string_view kVowelMarks[] = {"ー", "ｰ"};

}  // namespace

std::optional<RetypedText> retype(std::string_view text, uint32_t begin, uint32_t file,
                                  Diagnostics& diagnostics) {
  if (!has_trigger(text)) return std::nullopt;
  return Retyper(text, begin, file, diagnostics).read();
}

std::optional<RetypedText> Retyper::read() {
  while (pos_ < in_.size()) {
    line_ = pos_;
    out_line_ = out_.text.size();
    read_line();
    report_line();
  }
  report_spaces();
  if (out_.pieces.empty()) return std::nullopt;
  return std::move(out_);
}

void Retyper::read_line() {
  if (read_merge()) return;
  const size_t blanks = skip_blanks(in_, pos_);
  const bool is_empty = is_line_end(at(skip_any_spaces(pos_)));
  if (is_empty || (text_column_ != kNowhere && brackets_.empty() && blanks - pos_ > text_column_)) {
    if (is_empty && !is_line_end(at(blanks)) && text_column_ == kNowhere) {
      put(line_end(in_, pos_), "");  // nobody sees them, and they say nothing
    }
    return copy_to(next_line(in_, pos_));
  }
  text_column_ = kNowhere;
  read_indentation();
  if (!brackets_.empty() && pos_ == line_ && word_end(in_, pos_) > pos_ && find_key()) brackets_.clear();
  if (!brackets_.empty()) return read_rest(is_path_section_);
  if (read_comment()) return copy_to(next_line(in_, pos_));
  copy_spaces();
  while (read_dash()) {
    if (is_line_end(at(pos_)) || read_comment()) return copy_to(next_line(in_, pos_));
  }
  if (const std::optional<Key> key = find_key()) return read_key(*key);
  read_value(is_path_section_);
}

void Retyper::read_indentation() {
  while (is_any_space(pos_)) {
    if (is_blank(at(pos_))) {
      copy_to(pos_ + 1);
      continue;
    }
    const LookAlike space = alike(pos_);
    spaces_.push_back({pos_, pos_ + space.bytes, " ", space.is_wide ? "  " : " "});
    put(pos_ + space.bytes, spaces_.back().replacement);
  }
}

// Goes over a dash and the spaces behind it.
bool Retyper::read_dash() {
  size_t end = pos_ + 1;
  if (at(pos_) != '-') {
    const auto mark = std::ranges::find_if(
        kVowelMarks, [&](std::string_view written) { return in_.substr(pos_).starts_with(written); });
    const bool is_mark = mark != std::end(kVowelMarks);
    const LookAlike found = alike(pos_);
    if (!is_mark && !is_dash_like(found)) return false;
    end = pos_ + (is_mark ? mark->size() : found.bytes);
    const bool is_followed = is_any_space(end) || is_line_end(at(end));
    // `－fire`: the character is so wide that it seems to have its space.
    const bool is_glued = !is_followed && !is_mark && (is_letter(plain_at(end)) || plain_at(end) == '{');
    if (!is_followed && !is_glued) return false;
    change(end, "-", is_glued ? "- " : "-");
  } else {
    if (!is_any_space(end) && !is_line_end(at(end))) return false;
    copy_to(end);
  }
  copy_spaces();
  return true;
}

// The end of what looks like a colon at `begin`, or is meant as one; 0 if there is none.
size_t Retyper::other_colon(size_t begin) const {
  const LookAlike found = alike(begin);
  if (found.bytes == 0) return 0;
  const bool is_colon = found.plain == ":" || found.plain == ";";
  const bool is_equals = found.plain == "=" && plain_at(begin + found.bytes) != '=';
  return is_colon || is_equals ? begin + found.bytes : 0;
}

bool Retyper::is_name_of_test() const { return section_ == "tests" && column() == test_column_; }

// The name at the cursor, if a name and a colon stand here.
std::optional<Retyper::Key> Retyper::find_key() const {
  const bool is_test = section_ == "tests" && column() > 0 && (test_column_ == kNowhere || is_name_of_test());
  const size_t end = line_end(in_, pos_);
  std::optional<Key> typed_otherwise;
  size_t i = pos_;
  if (is_quote(at(i))) {
    i = quote_end(in_, i);
    if (i == std::string_view::npos) return std::nullopt;
  } else if (is_opening(plain_at(i))) {
    return std::nullopt;
  }
  size_t name_end = i;
  bool is_word_so_far = true;
  for (; i < end; i += size_at(i)) {
    if (at(i) == ':' && (is_any_space(i + 1) || is_line_end(at(i + 1)))) {
      if (typed_otherwise && !is_test) break;
      return Key{trim_end(in_, pos_, i), i, i + 1};
    }
    if (at(i) == '#' && is_blank(at(i - 1))) break;
    if (const size_t behind = other_colon(i); behind > 0) {
      const bool is_last = is_line_end(at(skip_any_spaces(behind)));
      const bool may_be =
          is_test ? is_last || !typed_otherwise : is_word_so_far && !typed_otherwise && i > pos_;
      if (may_be) typed_otherwise = Key{name_end, i, behind};
    }
    const char plain = plain_at(i);
    const bool is_foreign_letter = static_cast<unsigned char>(plain) >= 0x80;
    is_word_so_far = is_word_so_far && (is_word(plain) || is_foreign_letter || is_any_space(i) ||
                                        plain == '.' || is_quote(plain) || plain == '%');
    if (!is_any_space(i)) name_end = i + size_at(i);
  }
  return typed_otherwise;
}

// The name, its colon, and the value behind it.
void Retyper::read_key(const Key& key) {
  const size_t column = this->column();
  if (column > 0 && test_column_ == kNowhere && section_ == "tests") test_column_ = column;
  const std::string name = plain_word(pos_, key.end);
  if (column == 0) {
    section_ = name;
    is_path_section_ = name == "include" || name == "import";
    test_column_ = kNowhere;
  }
  const bool is_text_name = is_quote(at(pos_)) || is_name_of_test();
  if (is_text_name) copy_to(key.end);
  read_name_and_colon(key);
  text_column_ = column;
  is_section_bracket_ = column == 0 && name == "tests";
  read_value(is_text_key(name));
}

// The rest of a name, its colon, and the spaces behind it.
void Retyper::read_name_and_colon(const Key& key) {
  while (pos_ < key.end) read_character();
  copy_spaces();
  if (at(key.colon) == ':') {
    copy_to(key.colon_end);
  } else {
    const bool has_space = is_any_space(key.colon_end) || is_line_end(at(key.colon_end));
    change(key.colon_end, alike(key.colon).plain, has_space ? ":" : ": ");
  }
  copy_spaces();
}

// The value at the cursor: of a text nothing is read, and lines that are indented deeper belong to it.
void Retyper::read_value(bool is_text) {
  const size_t column = text_column_;
  text_column_ = kNowhere;
  if (is_line_end(at(pos_)) || read_comment()) {
    if (is_text && !is_path_section_) text_column_ = column;
    return copy_to(next_line(in_, pos_));
  }
  const bool is_block = at(pos_) == '|' || at(pos_) == '>';
  const bool is_bracket = is_opening(plain_at(pos_));
  if (is_block || (is_text && !is_bracket && !is_quote(at(pos_)))) return copy_text(column);
  awaits_ = Awaits::value;
  read_rest(is_text);
}

// Copies the rest of the line, and makes the lines below it that are indented deeper than `column` a text.
void Retyper::copy_text(size_t column) {
  copy_to(next_line(in_, pos_));
  text_column_ = column;
}

uint32_t RetypedText::written_begin(uint32_t plain) const {
  const auto next = std::ranges::upper_bound(pieces, plain, {}, &Piece::plain_begin);
  if (next == pieces.begin()) return plain;
  const Piece& piece = *std::prev(next);
  return plain < piece.plain_end ? piece.written_begin : piece.written_end + (plain - piece.plain_end);
}

uint32_t RetypedText::written_end(uint32_t plain) const {
  const auto next = std::ranges::lower_bound(pieces, plain, {}, &Piece::plain_begin);
  if (next == pieces.begin()) return plain;
  const Piece& piece = *std::prev(next);
  return plain <= piece.plain_end ? piece.written_end : piece.written_end + (plain - piece.plain_end);
}

uint32_t RetypedText::plain_place(uint32_t written) const {
  const auto next = std::ranges::upper_bound(pieces, written, {}, &Piece::written_begin);
  if (next == pieces.begin()) return written;
  const Piece& piece = *std::prev(next);
  return written < piece.written_end ? piece.plain_begin : piece.plain_end + (written - piece.written_end);
}

bool RetypedText::is_touched(uint32_t begin, uint32_t end) const {
  auto piece = std::ranges::lower_bound(pieces, begin, {}, &Piece::plain_begin);
  // Quotes around a name, which mean nothing, are not in it.
  while (piece != pieces.end() && piece->plain_end == begin) ++piece;
  return piece != pieces.end() && piece->plain_begin < end;
}

bool RetypedText::is_retyped_before(uint32_t plain) const {
  const size_t end = plain == 0 ? std::string::npos : text.rfind('\n', plain - 1);
  const size_t line = end == std::string::npos ? 0 : end + 1;
  const auto first = std::ranges::lower_bound(pieces, line, {}, &Piece::plain_begin);
  return first != pieces.end() && first->plain_end <= plain;
}

std::string RetypedText::applied_to(std::string_view other) const {
  std::string result;
  result.reserve(text.size());
  uint32_t done = 0;
  for (const Piece& piece : pieces) {
    result += other.substr(done, piece.written_begin - done);
    result += std::string_view(text).substr(piece.plain_begin, piece.plain_end - piece.plain_begin);
    done = piece.written_end;
  }
  result += other.substr(done);
  return result;
}

}  // namespace ishi::compiler
