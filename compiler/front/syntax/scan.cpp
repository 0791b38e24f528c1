#include "syntax/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "source/sources.h"
#include "syntax/characters.h"

namespace ishi::compiler {

namespace {

// One well-formed character.
struct Character {
  char32_t code = 0;
  uint32_t bytes = 0;  // 0: the bytes here are not UTF-8
};

// Unicode 15, table 3-7 (well-formed UTF-8 byte sequences): no overlong forms, no surrogates, nothing
// above U+10FFFF.
Character decode(std::string_view text, size_t begin) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(character_at(text, begin + i)); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const uint32_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || begin + bytes > text.size()) return {};
  char32_t code = lead & (0xFFu >> (bytes + 1));
  for (uint32_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < kLeast[bytes] || code > 0x10FFFF || is_surrogate ? Character{} : Character{code, bytes};
}

bool is_bidirectional(char32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

// Controls, line ends that only some programs see, and characters without any width: text that holds
// them does not read as it is.
bool is_control(char32_t code) {
  if (code < 0x20) return code != '\t' && code != '\n';
  return (code >= 0x7F && code <= 0x9F) || code == 0x2028 || code == 0x2029 || code == 0x200B ||
         code == 0x2060 || code == 0xFEFF;
}

// UTF-16 begins with its byte order mark, or every other byte of its Latin text is zero.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  if (text.size() < 4) return false;
  const auto zeros_at = [&](size_t first) { return text[first] == 0 && text[first + 2] == 0; };
  return zeros_at(0) != zeros_at(1);
}

// The refused characters of one kind.
struct Refused {
  size_t count = 0;
  uint32_t first = 0;
  Character character;
};

class Scanner {
 public:
  Scanner(std::string_view text, uint32_t file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::optional<ScannedText> scan() {
    if (text_.size() > kMostTextBytes) {
      report(Code::text_too_large, 0, 0,
             fmt::format("this file is larger than {} bytes (1 MiB), which is the most that can be read",
                         kMostTextBytes))
          .help("split it into several files and bring them together with `include`");
      return std::nullopt;
    }
    if (is_utf16(text_)) {
      report(Code::text_utf16, 0, 0, "this file is saved as UTF-16, not as UTF-8")
          .help("save it as UTF-8; most editors have a command like \"Save with encoding\"");
      return std::nullopt;
    }
    result_.text = text_;
    if (text_.starts_with(kByteOrderMark)) {
      result_.begin = static_cast<uint32_t>(kByteOrderMark.size());
      std::fill_n(result_.text.begin(), result_.begin, ' ');
    }
    if (!scan_characters(result_.begin)) return std::nullopt;
    report_refused();
    // With line ends of old, the whole file would be one line and nothing in it make sense.
    const bool has_lines = text_.find('\n') != std::string_view::npos;
    if (returns_.count > 0 && !has_lines) return std::nullopt;
    return std::move(result_);
  }

 private:
  Report report(Code code, size_t begin, size_t bytes, std::string message) {
    const auto first = static_cast<uint32_t>(begin);
    return diagnostics_.report(code, {file_, first, first + static_cast<uint32_t>(bytes)},
                               std::move(message));
  }

  // False if it meets a byte that is not UTF-8.
  bool scan_characters(size_t begin) {
    for (size_t i = begin; i < text_.size();) {
      const Character character = decode(text_, i);
      if (character.bytes == 0) {
        report(Code::text_not_utf8, i, 1,
               fmt::format("this file is not UTF-8: the byte 0x{:02X} at offset {} belongs to no character",
                           static_cast<unsigned char>(text_[i]), i))
            .help("save it as UTF-8; most editors have a command like \"Save with encoding\"");
        return false;
      }
      if (is_bidirectional(character.code)) {
        refuse(i, character, bidirectional_);
      } else if (character.code == '\r') {
        if (character_at(text_, i + 1) != '\n') refuse(i, character, returns_);
      } else if (is_control(character.code)) {
        refuse(i, character, controls_);
      }
      i += character.bytes;
    }
    return true;
  }

  void refuse(size_t at, Character character, Refused& kind) {
    if (kind.count++ == 0) {
      kind.first = static_cast<uint32_t>(at);
      kind.character = character;
    }
    // In or before a word it counts as part of the word, so that the layout of the rest stays what it seems.
    const char next = character_at(text_, at + character.bytes);
    const bool is_before_end = is_blank_or_end(next) || is_closing(next) || next == ',' || next == ':';
    const bool is_in_word = !is_before_end || (at > 0 && is_word(text_[at - 1]));
    const char substitute = is_in_word && character.code != '\r' ? 'x' : ' ';
    std::fill_n(result_.text.begin() + static_cast<ptrdiff_t>(at), character.bytes, substitute);
    result_.refused.push_back(static_cast<uint32_t>(at));
  }

  void report_refused() {
    report_kind(Code::control_character, controls_, "an invisible control character (U+{:04X})", "delete it");
    report_kind(Code::control_character, returns_, "a line end of old (U+{:04X} alone)",
                "save the file with line ends of Unix (LF) or Windows (CRLF)");
    report_kind(
        Code::bidirectional_control, bidirectional_,
        "an invisible character (U+{:04X}) turns the direction of the text around, so that it does not "
        "read as it is",
        "delete it");
  }

  void report_kind(Code code, const Refused& kind, fmt::format_string<uint32_t> message,
                   std::string_view help) {
    if (kind.count == 0) return;
    auto found = report(code, kind.first, kind.character.bytes,
                        fmt::format(message, static_cast<uint32_t>(kind.character.code)));
    if (kind.count > 1) found.note(fmt::format("this file holds {} more", kind.count - 1));
    found.help(std::string(help));
  }

  std::string_view text_;
  uint32_t file_;
  Diagnostics& diagnostics_;
  ScannedText result_;
  Refused controls_;
  Refused returns_;
  Refused bidirectional_;
};

}  // namespace

bool is_allowed_character(char32_t code) {
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code <= 0x10FFFF && !is_surrogate && !is_control(code) && !is_bidirectional(code);
}

bool is_one_line(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    if (text[i] >= ' ' && text[i] < 0x7F) {
      ++i;
      continue;
    }
    const Character character = decode(text, i);
    if (character.bytes == 0 || !is_allowed_character(character.code)) return false;
    if (character.code == '\t' || character.code == '\n') return false;
    i += character.bytes;
  }
  return true;
}

std::optional<ScannedText> scan_text(std::string_view text, uint32_t file, Diagnostics& diagnostics) {
  return Scanner(text, file, diagnostics).scan();
}

}  // namespace ishi::compiler
