#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/characters.h"
#include "syntax/skeleton.h"
#include "syntax/step_modifier.h"

// The reader behind read_skeleton(). One cursor goes over the text once: line by line outside of brackets
// (skeleton_lines.cpp, and skeleton_values.cpp for the values there), character by character inside
// (skeleton_brackets.cpp). A function whose name begins with `refuse` or `mend` reports a fault, changes
// the text so that yaml-cpp can read it, and leaves the cursor where reading goes on; most of them are in
// the files named faults.

namespace ishi::compiler {

// yaml-cpp takes no longer names.
inline constexpr size_t kMostNameBytes = 1024;

// A pair of brackets, as messages name it.
inline std::string_view pair_of(bool is_mapping) { return is_mapping ? "{ }" : "[ ]"; }

class SkeletonReader {
 public:
  SkeletonReader(std::string_view original, ScannedText scanned, uint32_t file, Diagnostics& diagnostics);

  Skeleton read();

 private:
  enum class LevelKind : uint8_t { names, list };

  // A block of names or a list that the current line may continue. Level 0 is the file's own names.
  struct Level {
    LevelKind kind = LevelKind::names;
    size_t column = 0;
    size_t begin = 0;       // its first name or dash
    bool open = false;      // its latest name or dash still waits for a value
    size_t last_begin = 0;  // its latest name or dash
    size_t last_end = 0;
  };

  // The relation of a line's column to the levels above it.
  enum class Fit : uint8_t {
    beside,   // it continues the innermost level
    inside,   // it begins the value that the innermost level waits for
    deeper,   // it is indented below something that has its value already
    between,  // it ends levels, but lines up with none
  };

  using Name = NameInText;

  // The next thing to expect within a pair of brackets.
  enum class Wants : uint8_t { item, colon_or_comma, value, comma };

  struct Bracket {
    size_t open = 0;
    bool is_mapping = false;
    Wants wants = Wants::item;
    size_t node_begin = 0;  // the latest item, name or value
    size_t node_end = 0;
    bool is_text_open = false;     // the node is plain text that may go on over the next line
    bool may_touch_colon = false;  // the node is in quotes or brackets: its colon needs no space
    bool has_dash = false;         // a dash in it has been refused
    bool after_comma = false;
    size_t comma = 0;    // the latest
    size_t reports = 0;  // how many diagnostics were kept when it opened
  };

  // A fault that an editor makes all over a file is reported once.
  struct Repeated {
    struct Place {
      size_t begin = 0;
      size_t end = 0;
    };
    std::vector<Place> places;

    void add(size_t begin, size_t end) { places.push_back({begin, end}); }
    [[nodiscard]] size_t count() const { return places.size(); }
    [[nodiscard]] const Place& first() const { return places.front(); }
  };

  // --- What all parts use (skeleton.cpp)
  [[nodiscard]] char at(size_t index) const { return character_at(text_, index); }
  [[nodiscard]] std::string_view original(size_t begin, size_t end) const {
    return original_.substr(begin, end - begin);
  }
  [[nodiscard]] Span span(size_t begin, size_t end) const;
  // The original text in backticks, cut if it is long.
  [[nodiscard]] std::string quoted(size_t begin, size_t end) const;
  Report report(Code code, size_t begin, size_t end, std::string message);
  void report_repeated();
  void add_tab_edits(Report& report) const;
  void indent_like_line_above(size_t begin, size_t end, Report& report) const;
  void mark_fault(size_t place);
  // True if the latest fault was marked here.
  [[nodiscard]] bool has_fault_at(size_t place) const;
  void blank(size_t begin, size_t end);
  // Turns [begin, end) into one harmless scalar.
  void erase_value(size_t begin, size_t end);
  // Turns what follows a name into a colon and one harmless scalar.
  void erase_after_name(size_t name_end, size_t end);
  // Something is missing from the level, so whoever looks for it must stay silent.
  void mark_incomplete(const Level& level);
  // Gives the current entry up and goes on at the next.
  void abandon_entry();
  // The bytes of the character that begins here if it looks like a space and is none, else 0.

  // --- Lines outside of brackets (skeleton_lines.cpp)
  bool begin_line();
  [[nodiscard]] bool is_marker(size_t begin) const;
  bool read_marker();
  void read_line();
  void read_name_or_value();
  bool skip_to_content();
  void finish_line() { pos_ = next_line(text_, pos_); }
  [[nodiscard]] size_t column() const { return pos_ - line_begin_; }
  [[nodiscard]] bool is_dash(size_t begin) const { return is_sign(begin, '-'); }
  // A sign with a blank behind it.
  [[nodiscard]] bool is_sign(size_t begin, char sign) const {
    return at(begin) == sign && is_blank_or_end(at(begin + 1));
  }
  [[nodiscard]] bool starts_plain(size_t begin) const { return compiler::starts_plain(text_, begin); }
  [[nodiscard]] std::optional<Name> find_name(size_t begin) const {
    return compiler::find_name(text_, begin);
  }
  void read_entry(const Name& name);
  void read_mended_entry(const Name& name, size_t value);
  Fit settle(size_t column, bool is_dash);
  bool push_level(LevelKind kind, size_t end);
  void begin_entry(const Name& name);
  bool enter_name(const Name& name);
  bool enter_item();
  bool enter_value();

  // --- … and what is wrong with them (skeleton_line_faults.cpp)
  // A name at the cursor that lacks its colon or the space behind it, and where its value begins.
  struct MendedName {
    Name name;
    size_t value = 0;
  };
  std::optional<MendedName> mend_name(const std::optional<Name>& name);
  void blank_lines(size_t limit, bool with_dashes);
  void blank_below(size_t limit, bool with_dashes);
  void refuse_long_name(const Name& name);
  void refuse_deeper(size_t end);
  bool refuse_shallower_before(const Level& level, size_t end);
  bool refuse_item_without_dash(const Level& level);
  void refuse_between(size_t end);
  void refuse_beside();
  void refuse_top_level();
  void refuse_mixed_list(size_t end);

  // --- Steps as other languages have them (skeleton_step_faults.cpp)
  void refuse_steps_without_dashes();
  bool refuse_call_with_names();
  bool refuse_below_call(size_t begin, size_t word, size_t end, const Name& name);
  void refuse_argument_below(size_t begin, size_t end, const Name& name);

  // --- Values outside of brackets (skeleton_values.cpp)
  void read_value();
  void read_plain();
  [[nodiscard]] size_t plain_end(size_t begin) const { return compiler::plain_end(text_, begin); }
  void read_quoted();
  void check_escapes(size_t begin, size_t end);
  void read_block_scalar();
  bool mend_property(bool is_merged);
  [[nodiscard]] bool is_negation(size_t begin) const;
  [[nodiscard]] bool is_merge_name(size_t begin, size_t end) const;
  void finish_value(size_t begin);

  // --- … and what is wrong with them (skeleton_value_faults.cpp)
  void erase_value_and_below(size_t begin);
  void add_quoting_edit(Report& report, size_t begin, size_t end) const;
  void refuse_value(Code code, std::string message, std::string help);
  void refuse_second_colon(size_t begin);
  void refuse_below_plain(size_t begin, size_t end);
  void refuse_open_quote();
  void refuse_closing_bracket(size_t begin);
  void refuse_rest(size_t begin, size_t value_end);

  // --- Brackets (skeleton_brackets.cpp)
  bool read_brackets();
  bool begin_bracket_line();
  [[nodiscard]] bool looks_like_entry(size_t begin) const;
  bool open_bracket();
  void close_bracket();
  void read_comma();
  [[nodiscard]] bool is_colon(size_t begin) const;
  void read_colon();
  bool read_node();
  bool begin_node();
  [[nodiscard]] bool is_next_item() const;
  void read_bracket_plain();
  void read_bracket_quoted();
  void end_node(size_t end);

  // --- … and what is wrong in them (skeleton_bracket_faults.cpp)
  void damage();
  void mend_wrong_bracket();
  void refuse_unclosed();
  [[nodiscard]] size_t written_end(size_t begin, size_t end) const;
  void refuse_empty_item();
  void refuse_lone_name();
  bool refuse_list_in_braces();
  bool refuse_decimal_comma(size_t begin, size_t end);
  bool refuse_membership(size_t end);
  void refuse_glued(size_t begin, size_t end);
  void refuse_bracket_name();
  void refuse_colon_in_value();
  void refuse_missing_comma(size_t behind, size_t next);
  void refuse_dash();
  void refuse_node(Code code, std::string message, std::string help);
  void refuse_text_behind();
  [[nodiscard]] size_t rest_end(size_t begin) const;
  [[nodiscard]] std::optional<size_t> swallowed_end(size_t begin) const;
  void refuse_swallowed_comma(size_t end);

  std::string_view original_;
  std::string text_;
  const uint32_t file_;
  Diagnostics& diagnostics_;

  size_t pos_ = 0;
  size_t line_begin_ = 0;
  size_t end_ = 0;  // end of the document
  bool seen_content_ = false;
  bool seen_start_marker_ = false;
  bool has_header_ = false;  // a line with `%`, which has been refused
  std::vector<Level> levels_;
  Level left_;  // the last that settle() left
  std::vector<Bracket> brackets_;
  // Set when what is inside the brackets can no longer be told apart; of what is reported from then on
  // nothing is kept.
  std::optional<size_t> damaged_at_;
  // Something in the latest brackets was refused, so what stands behind them may follow from that.
  bool has_fault_in_brackets_ = false;
  size_t grouped_end_ = 0;  // end of the latest number that has commas
  Repeated tabs_;

  Skeleton result_;
};

}  // namespace ishi::compiler
