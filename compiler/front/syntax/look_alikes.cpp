#include "syntax/look_alikes.h"

#include <algorithm>
#include <array>

namespace ishi::compiler {
namespace {

using enum LookAlikeKind;

struct Row {
  std::string_view written;
  std::string_view plain;
  LookAlikeKind kind = sign;
  bool is_wide = false;
};

// Besides the full-width forms of ASCII (U+FF01 to U+FF5E), which are computed.
constexpr auto kRows = std::to_array<Row>({
    {"\xC2\xA0", " ", space},            // no-break space
    {"\xE3\x80\x80", " ", space, true},  // ideographic space
    {"\xE2\x80\xAF", " ", space},        // narrow no-break space
    {"\xE2\x81\x9F", " ", space},        // mathematical space
    {"\xE1\x9A\x80", " ", space},        // ogham space mark
    {"−", "-"},                          // minus sign
    {"\xE2\x80\x90", "-"},
    {"\xE2\x80\x91", "-"},  // hyphen, non-breaking hyphen
    {"\xE2\x80\x92", "-"},
    {"–", "-", dash},  // figure dash, en dash
    {"—", "-", dash},
    {"―", "-", dash},  // em dash, horizontal bar
    {"﹣", "-"},
    {"“", "\"", quote},
    {"”", "\"", quote},
    {"„", "\"", quote},
    {"‟", "\"", quote},
    {"‘", "'", quote},
    {"’", "'", quote},
    {"‚", "'", quote},
    {"「", "\"", quote, true},
    {"」", "\"", quote, true},
    {"『", "\"", quote, true},
    {"』", "\"", quote, true},
    {"｢", "\"", quote},
    {"｣", "\"", quote},
    {"«", "\"", quote},
    {"»", "\"", quote},
    {"＂", "\"", quote, true},
    {"＇", "'", quote, true},
    {"、", ",", sign, true},
    {"､", ","},
    {"﹐", ","},
    {"。", ".", sign, true},
    {"｡", "."},
    {"∶", ":"},
    {"﹕", ":"},
    {"︰", ":"},
    {"﹔", ";"},
    {"【", "[", sign, true},
    {"】", "]", sign, true},
    {"〔", "[", sign, true},
    {"〕", "]", sign, true},
    {"〜", "~", dots, true},
    {"～", "~", dots, true},
    {"…", "..", dots},
    {"‥", "..", dots},
});

// The printable characters of ASCII behind the space, so that a full-width one has its plain one at hand.
constexpr std::string_view kPrintable =
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

}  // namespace

LookAlike look_alike(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (byte(0) < 0x80) return {};
  for (const Row& row : kRows) {
    if (text.starts_with(row.written)) return {row.written.size(), row.plain, row.kind, row.is_wide};
  }
  // U+2000 to U+200A are spaces of different widths.
  if (byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0x80 && byte(2) <= 0x8A) return {3, " ", space};
  // U+FF01 to U+FF3F are EF BC 81 … EF BC BF, U+FF40 to U+FF5E are EF BD 80 … EF BD 9E.
  if (byte(0) != 0xEF || (byte(1) != 0xBC && byte(1) != 0xBD)) return {};
  const size_t code = (byte(1) & 3u) * 64 + (byte(2) & 0x3Fu);
  if (code == 0 || code > kPrintable.size()) return {};
  return {3, kPrintable.substr(code - 1, 1), sign, true};
}

}  // namespace ishi::compiler
