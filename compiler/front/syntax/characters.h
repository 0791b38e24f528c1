#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// The meaning of characters to YAML, and small looks at a text. A place past the end of a text holds
// the character NUL, which no scanned text contains.

namespace ishi::compiler {

inline char character_at(std::string_view text, size_t index) {
  return index < text.size() ? text[index] : '\0';
}

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A line end or the end of the text. After the scan, '\r' stands only before '\n'.
inline bool is_line_end(char c) { return c == '\n' || c == '\r' || c == '\0'; }

inline bool is_blank_or_end(char c) { return is_blank(c) || is_line_end(c); }

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

inline bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z'); }

inline bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// With small letters instead of large ones.
inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

inline bool is_opening(char c) { return c == '{' || c == '['; }

inline bool is_closing(char c) { return c == '}' || c == ']'; }

inline bool is_quote(char c) { return c == '"' || c == '\''; }

// The end of the word (a name: letters, digits, underscores) that begins at `begin`; `begin` if none does.
inline size_t word_end(std::string_view text, size_t begin) {
  if (!is_letter(character_at(text, begin))) return begin;
  size_t end = begin + 1;
  while (is_word(character_at(text, end))) ++end;
  return end;
}

inline size_t skip_blanks(std::string_view text, size_t begin) {
  while (is_blank(character_at(text, begin))) ++begin;
  return begin;
}

inline bool has_tab(std::string_view text, size_t begin, size_t end) {
  return text.substr(begin, end - begin).find('\t') != std::string_view::npos;
}

inline bool has_line_end(std::string_view text, size_t begin, size_t end) {
  return text.substr(begin, end - begin).find('\n') != std::string_view::npos;
}

// Behind the closing quote of the quote at `begin`; npos if its line ends before.
inline size_t quote_end(std::string_view text, size_t begin) {
  const char quote = character_at(text, begin);
  for (size_t i = begin + 1; !is_line_end(character_at(text, i)); ++i) {
    if (quote == '"' && text[i] == '\\') {
      if (is_line_end(character_at(text, ++i))) break;
    } else if (text[i] == quote) {
      if (quote == '"' || character_at(text, i + 1) != quote) return i + 1;
      ++i;
    }
  }
  return std::string_view::npos;
}

// The end of a line without its line end.
inline size_t line_end(std::string_view text, size_t begin) {
  size_t end = text.find('\n', begin);
  if (end == std::string_view::npos) return text.size();
  return end > begin && text[end - 1] == '\r' ? end - 1 : end;
}

// The end of the first line of the text [begin, end).
inline size_t first_line_end(std::string_view text, size_t begin, size_t end) {
  return begin + std::min(text.substr(begin, end - begin).find('\n'), end - begin);
}

// The start of the line after the one that `begin` is in.
inline size_t next_line(std::string_view text, size_t begin) {
  const size_t end = text.find('\n', begin);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// The end of the text [begin, end) without blanks behind it.
inline size_t trim_end(std::string_view text, size_t begin, size_t end) {
  while (end > begin && is_blank_or_end(text[end - 1])) --end;
  return end;
}

// True if plain text can begin here.
inline bool starts_plain(std::string_view text, size_t begin) {
  const char c = character_at(text, begin);
  if (c == '-' || c == '?' || c == ':') return !is_blank_or_end(character_at(text, begin + 1));
  return !is_blank_or_end(c) && std::string_view(",[]{}#&*!|>'\"%@`").find(c) == std::string_view::npos;
}

// True if a comment begins here.
inline bool is_comment(std::string_view text, size_t begin) {
  return character_at(text, begin) == '#' && (begin == 0 || is_blank_or_end(text[begin - 1]));
}

// The end of plain text on one line, outside of brackets: the colon or comment that ends it, or the line's
// end.
inline size_t plain_end(std::string_view text, size_t begin) {
  size_t i = begin;
  while (!is_line_end(character_at(text, i)) &&
         !(text[i] == ':' && is_blank_or_end(character_at(text, i + 1))) &&
         !(text[i] == '#' && i > begin && is_blank(text[i - 1]))) {
    ++i;
  }
  return i;
}

// A name and its colon on one line.
struct NameInText {
  size_t begin = 0;
  size_t end = 0;  // quotes included
  size_t colon = 0;
};

// The name that begins here, outside of brackets; nothing if none does.
inline std::optional<NameInText> find_name(std::string_view text, size_t begin) {
  if (is_quote(character_at(text, begin))) {
    const size_t end = quote_end(text, begin);
    if (end == std::string_view::npos) return std::nullopt;
    const size_t colon = skip_blanks(text, end);
    const bool has_colon = character_at(text, colon) == ':' && is_blank_or_end(character_at(text, colon + 1));
    return has_colon ? std::optional(NameInText{begin, end, colon}) : std::nullopt;
  }
  if (!starts_plain(text, begin)) return std::nullopt;
  const size_t end = plain_end(text, begin);
  if (character_at(text, end) != ':') return std::nullopt;
  return NameInText{begin, trim_end(text, begin, end), end};
}

}  // namespace ishi::compiler
