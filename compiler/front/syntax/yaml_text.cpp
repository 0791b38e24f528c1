#include "syntax/yaml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "diagnostics/terminal_text.h"

namespace ishi::compiler {
namespace {

// One character as it stands between double quotes; what a terminal would obey as its number.
std::string quoted_character(std::string_view character) {
  const char first = character[0];
  if (first == '"' || first == '\\') return fmt::format("\\{}", first);
  if (first == '\n') return "\\n";
  if (printable(character) == character) return std::string(character);
  const auto lead = static_cast<unsigned char>(first);
  uint32_t code = character.size() == 1   ? lead
                  : character.size() == 2 ? lead & 0x1fU
                  : character.size() == 3 ? lead & 0x0fU
                                          : lead & 0x07U;
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
  return fmt::format("\\U{:08x}", code);
}

}  // namespace

bool is_plain_scalar(std::string_view text, bool in_flow) {
  constexpr std::string_view kIndicators = "-?:,[]{}#&*!|>'\"%@`~=";
  constexpr std::string_view kFlow = ",[]{}";
  constexpr std::array<std::string_view, 5> kMeaning = {"null", "Null", "NULL", "<<", "..."};
  if (std::ranges::find(kMeaning, text) != kMeaning.end()) return false;
  if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
  // A sign may stand before a digit or a name, as in `-0.3` and `-flee`.
  const bool is_signed = text.size() > 1 && text[0] == '-' && text[1] != ' ' && text[1] != '-';
  if (!is_signed && kIndicators.find(text[0]) != std::string_view::npos) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') return false;
    if (in_flow && kFlow.find(c) != std::string_view::npos) return false;
    if (c == ':' && (in_flow || i + 1 == text.size() || text[i + 1] == ' ')) return false;
    if (c == '#' && text[i - 1] == ' ') return false;
  }
  return true;
}

std::string yaml_scalar(std::string_view text, bool in_flow) {
  if (is_plain_scalar(text, in_flow) && printable(text, std::string::npos) == text) return std::string(text);
  std::string result = "\"";
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    result += quoted_character(text.substr(i, end - i));
    i = end;
  }
  return result + "\"";
}

}  // namespace ishi::compiler
