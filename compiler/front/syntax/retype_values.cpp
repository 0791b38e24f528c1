#include "syntax/retyper.h"

// The stretches of a text that the language reads: values, and the text in brackets.

namespace ishi::compiler {

// Retypes the rest of the line, inside a value or brackets.
void Retyper::read_rest(bool is_text) {
  while (!is_line_end(at(pos_))) {
    if (read_comment()) break;
    if (is_any_space(pos_)) {
      copy_spaces();
    } else if (awaits_ != Awaits::nothing) {
      if (!read_token(is_text)) continue;
    } else if (const char sign = plain_at(pos_);
               !brackets_.empty() && (is_closing(sign) || is_opening(sign) || sign == ',' || sign == ';')) {
      read_sign_of_brackets(sign);
      is_text = is_path_section_;
    } else if (at(pos_) == '#') {
      read_number_sign();
    } else if (!read_sign_before_name()) {
      read_character();
    }
  }
  copy_to(next_line(in_, pos_));
}

// The thing that begins at the cursor: a name and its colon, a bracket, a quote, a text, or something else,
// which is left to others. `is_text`, of the value that begins here, may change with its name.
bool Retyper::read_token(bool& is_text) {
  if (awaits_ == Awaits::item && !is_opening(plain_at(pos_))) {
    if (const std::optional<Key> key = find_key_in_brackets()) {
      is_text = is_text_key(plain_word(pos_, key->end));
      read_name_in_brackets(*key);
      awaits_ = Awaits::value;
      return true;
    }
  }
  const char sign = plain_at(pos_);
  awaits_ = Awaits::nothing;
  if (is_opening(sign)) {
    read_sign_of_brackets(sign);
    is_text = is_path_section_;
  } else if (is_quote(at(pos_))) {
    read_quoted();
  } else if (is_text && sign != ',' && !is_closing(sign)) {
    size_t end = pos_;
    while (!is_line_end(at(end)) && !(at(end) == '#' && is_blank(at(end - 1)))) {
      if (!brackets_.empty() && (at(end) == ',' || is_closing(at(end)))) break;
      ++end;
    }
    copy_to(end);
  } else {
    return false;
  }
  return true;
}

// A bracket or a comma, in brackets or where a value begins.
void Retyper::read_sign_of_brackets(char sign) {
  read_character();
  if (is_opening(sign)) {
    brackets_.push_back(sign);
  } else if (is_closing(sign)) {
    brackets_.pop_back();
  }
  awaits_ = is_closing(sign) ? Awaits::nothing : Awaits::item;
}

void Retyper::read_quoted() {
  const size_t end = quote_end(in_, pos_);
  copy_to(end == std::string_view::npos ? line_end(in_, pos_) : end);
}

// The name at the cursor, if one and its colon stand here in brackets.
std::optional<Retyper::Key> Retyper::find_key_in_brackets() const {
  const bool is_test = is_section_bracket_ && brackets_.size() == 1;
  size_t i = pos_;
  if (is_quote(at(i))) {
    i = quote_end(in_, i);
    if (i == std::string_view::npos) return std::nullopt;
  }
  size_t name_end = i;
  for (; !is_line_end(at(i)); i += size_at(i)) {
    const char sign = plain_at(i);
    if (at(i) == ':' && (is_any_space(i + 1) || is_line_end(at(i + 1)) || is_quote(at(i - 1)))) {
      return Key{name_end, i, i + 1};
    }
    if (is_test && static_cast<unsigned char>(at(i)) >= 0x80 && sign != ':') {
      name_end = i + size_at(i);
      continue;
    }
    if (const size_t behind = other_colon(i); behind > 0 && sign != ';' && i > pos_) {
      return Key{name_end, i, behind};
    }
    if (is_opening(sign) || is_closing(sign) || sign == ',' || sign == ';' || sign == '#') break;
    if (std::string_view("<>()+*/^").find(sign) != std::string_view::npos) break;
    if (!is_any_space(i)) name_end = i + size_at(i);
  }
  return std::nullopt;
}

void Retyper::read_name_in_brackets(const Key& key) {
  if (is_quote(at(pos_)) || (is_section_bracket_ && brackets_.size() == 1)) copy_to(key.end);
  read_name_and_colon(key);
}

}  // namespace ishi::compiler
