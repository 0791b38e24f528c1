#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/characters.h"
#include "syntax/repaired_text.h"
#include "syntax/skeleton.h"
#include "syntax/step_modifier.h"

namespace ishi::compiler {

// A block of names or a list that the current line may continue. Level 0 is the file's own names.
struct BlockLevel {
  enum class Kind : uint8_t { names, list };

  Kind kind = Kind::names;
  size_t column = 0;
  size_t begin = 0;       // its first name or dash
  bool open = false;      // its latest name or dash still waits for a value
  size_t last_begin = 0;  // its latest name or dash
  size_t last_end = 0;
};

// The reader behind read_skeleton(): goes over the text line by line outside of brackets (skeleton_lines.cpp,
// and skeleton_values.cpp for the values there), and hands brackets to a BracketReader. What is wrong stands
// in the files named faults.
class SkeletonReader {
 public:
  SkeletonReader(std::string_view original, ScannedText scanned, uint32_t file, Diagnostics& diagnostics);

  Skeleton read();

 private:
  // The relation of a line's column to the levels above it.
  enum class Fit : uint8_t {
    beside,   // it continues the innermost level
    inside,   // it begins the value that the innermost level waits for
    deeper,   // it is indented below something that has its value already
    between,  // it ends levels, but lines up with none
  };

  // Something is missing from the level, so whoever looks for it must stay silent.
  void mark_incomplete(const BlockLevel& level);
  // Gives the current entry up and goes on at the next.
  void abandon_entry();

  // --- Lines outside of brackets (skeleton_lines.cpp)
  bool begin_line();
  bool read_marker();
  void read_line();
  void read_name_or_value();
  bool skip_to_content();
  void read_entry(const NameInText& name);
  void read_mended_entry(const NameInText& name, size_t value);
  Fit settle(size_t column, bool is_dash);
  bool push_level(BlockLevel::Kind kind, size_t end);
  void begin_entry(const NameInText& name);
  bool enter_name(const NameInText& name);
  bool enter_item();
  bool enter_value();

  // --- … and what is wrong with them (skeleton_line_faults.cpp)
  // A name at the cursor that lacks its colon or the space behind it, and where its value begins.
  struct MendedName {
    NameInText name;
    size_t value = 0;
  };
  std::optional<MendedName> mend_name(const std::optional<NameInText>& name);
  void blank_lines(size_t limit, bool with_dashes);
  void blank_below(size_t limit, bool with_dashes);
  void refuse_long_name(const NameInText& name);
  void refuse_deeper(size_t end);
  bool refuse_shallower_before(const BlockLevel& level, size_t end);
  bool refuse_item_without_dash(const BlockLevel& level);
  void refuse_between(size_t end);
  void refuse_beside();
  void refuse_top_level();
  void refuse_mixed_list(size_t end);

  // --- Steps as other languages have them (skeleton_step_faults.cpp)
  void refuse_steps_without_dashes();

  // --- Values outside of brackets (skeleton_values.cpp)
  void read_value();
  void read_plain();
  void read_quoted();
  void read_block_scalar();
  // `has_fault`: something in it was refused.
  void finish_value(size_t begin, bool has_fault);

  // --- … and what is wrong with them (skeleton_value_faults.cpp)
  void erase_value_and_below(size_t begin);
  void refuse_value(Code code, std::string message, std::string help);
  void refuse_second_colon(size_t begin);
  void refuse_below_plain(size_t begin, size_t end);
  void refuse_closing_bracket(size_t begin);
  void refuse_rest(size_t begin, size_t value_end);

  RepairedText in_;
  bool seen_content_ = false;
  bool seen_start_marker_ = false;
  bool has_header_ = false;  // a line with `%`, which has been refused
  std::vector<BlockLevel> levels_;
  BlockLevel left_;  // the last that settle() left
  Skeleton result_;
};

}  // namespace ishi::compiler
