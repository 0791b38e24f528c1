#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "syntax/characters.h"

namespace ishi::compiler {

// YAML takes no longer names in front of a colon.
inline constexpr size_t kMostNameBytes = 1024;

// A fault that an editor makes all over a file is reported once.
struct RepeatedFault {
  struct Place {
    size_t begin = 0;
    size_t end = 0;
  };
  std::vector<Place> places;

  void add(size_t begin, size_t end) { places.push_back({begin, end}); }
  [[nodiscard]] size_t count() const { return places.size(); }
  [[nodiscard]] const Place& first() const { return places.front(); }
};

// A source text that is read once, from the first byte to the last, and repaired where it is wrong: each
// fault is reported and changed in a copy, which is well-formed in the end. Functions whose names begin with
// `refuse` or `mend` do both, and leave the cursor where reading goes on.
struct RepairedText {
  std::string_view written;  // which messages quote
  std::string text;          // the copy, of the same length
  uint32_t file = 0;
  Diagnostics& diagnostics;

  size_t pos = 0;  // the cursor
  size_t line_begin = 0;
  size_t end = 0;                // of the document
  std::vector<uint32_t> faults;  // the places that were mended
  RepeatedFault tabs;

  [[nodiscard]] char at(size_t index) const { return character_at(text, index); }
  [[nodiscard]] std::string_view original(size_t begin, size_t behind) const {
    return written.substr(begin, behind - begin);
  }
  [[nodiscard]] Span span(size_t begin, size_t end) const;
  // The original text in backticks, cut if it is long.
  [[nodiscard]] std::string quoted(size_t begin, size_t end) const;
  Report report(Code code, size_t begin, size_t end, std::string message);
  void mark_fault(size_t place);
  // True if the latest fault was marked here.
  [[nodiscard]] bool has_fault_at(size_t place) const;
  void blank(size_t begin, size_t end);
  // Turns [begin, end) into one harmless scalar.
  void erase_value(size_t begin, size_t end);
  // Turns what follows a name into a colon and one harmless scalar.
  void erase_after_name(size_t name_end, size_t end);

  void finish_line() { pos = next_line(text, pos); }
  [[nodiscard]] size_t column() const { return pos - line_begin; }
  // A sign with a blank behind it.
  [[nodiscard]] bool is_sign(size_t begin, char sign) const {
    return at(begin) == sign && is_blank_or_end(at(begin + 1));
  }
  [[nodiscard]] bool is_dash(size_t begin) const { return is_sign(begin, '-'); }
  // `---` or `...` alone or before a blank.
  [[nodiscard]] bool is_marker(size_t begin) const;
  [[nodiscard]] bool starts_plain(size_t begin) const { return compiler::starts_plain(text, begin); }
  [[nodiscard]] std::optional<NameInText> find_name(size_t begin) const {
    return compiler::find_name(text, begin);
  }
  [[nodiscard]] size_t plain_end(size_t begin) const { return compiler::plain_end(text, begin); }
};

// Faults that occur inside of brackets and outside.
// `hp:100`, whose name is [begin, end).
void refuse_glued(RepairedText& in, size_t begin, size_t end);
void refuse_open_quote(RepairedText& in);
// Sequences behind a backslash in the quotes [begin, end).
void check_escapes(RepairedText& in, size_t begin, size_t end);
// `go_to(where: post, timeout: 2s)` at the cursor, of which YAML would make several names; false if it is
// something else. Afterwards it is one harmless scalar.
bool refuse_call_with_names(RepairedText& in);
// An anchor, an alias, a tag or a `!` for `not` at the cursor. Whether plain text begins here now; else
// there are blanks and the cursor is behind them. `block_column`: outside of brackets, the column of the
// block around.
bool mend_property(RepairedText& in, bool is_merged, std::optional<size_t> block_column);
[[nodiscard]] bool is_merge_name(const RepairedText& in, size_t begin, size_t end);
// Quotes round a text on one line, where that changes nothing in it.
void add_quoting_edit(const RepairedText& in, Report& report, size_t begin, size_t end);

// What stands below a step that is written as a call or alone (skeleton_step_faults.cpp).
bool refuse_below_call(RepairedText& in, size_t begin, size_t word, size_t end, const NameInText& name);
void refuse_argument_below(RepairedText& in, size_t begin, size_t end, const NameInText& name);

}  // namespace ishi::compiler
