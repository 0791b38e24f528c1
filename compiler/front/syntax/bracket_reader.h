#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "syntax/repaired_text.h"

namespace ishi::compiler {

struct BlockLevel;  // syntax/skeleton_reader.h

// Reads one outermost pair of { } or [ ] with all that stands in it, character by character, and mends it.
// What is wrong in them stands in skeleton_bracket_faults.cpp.
class BracketReader {
 public:
  enum class Ended : uint8_t {
    closed,    // the cursor is behind the pair
    unclosed,  // that has been reported; the cursor is at the line where reading goes on
    too_deep,  // that has been reported; the entry has to be given up
  };

  // `levels`: the blocks around, the outermost first.
  BracketReader(RepairedText& in, const std::vector<BlockLevel>& levels) : in_(in), levels_(levels) {}

  // Reads from the opening bracket at the cursor.
  Ended read();
  // True if something in them was refused, so that what stands behind them may follow from that.
  [[nodiscard]] bool has_fault() const { return has_fault_; }

 private:
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

  bool begin_bracket_line();
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

  void damage();
  void mend_wrong_bracket();
  void refuse_unclosed();
  void refuse_empty_item();
  void refuse_lone_name();
  bool refuse_decimal_comma(size_t begin, size_t end);
  bool refuse_membership(size_t end);
  void refuse_bracket_name();
  void refuse_colon_in_value();
  void refuse_dash();
  void refuse_node(Code code, std::string message, std::string help);
  void refuse_text_behind();
  void refuse_swallowed_comma(size_t end);

  RepairedText& in_;
  const std::vector<BlockLevel>& levels_;
  std::vector<Bracket> brackets_;
  // Set when what is inside the brackets can no longer be told apart; of what is reported from then on
  // nothing is kept.
  std::optional<size_t> damaged_at_;
  bool has_fault_ = false;
  size_t grouped_end_ = 0;  // end of the latest number that has commas
};

// The end of the text from `begin` on that belongs to no node: at the next comma, closing bracket or
// line end that is not within brackets of its own.
[[nodiscard]] size_t rest_end(const RepairedText& in, size_t begin);
// The end of an expression that begins at `begin` and has a comma in parentheses; nothing if what
// follows its first comma looks like the next name, so that rather a `)` is missing.
[[nodiscard]] std::optional<size_t> swallowed_end(const RepairedText& in, size_t begin);
// `{ fire, rest }` at the cursor; false if it is something else.
bool refuse_list_in_braces(RepairedText& in);
void refuse_missing_comma(RepairedText& in, size_t behind, size_t next);

}  // namespace ishi::compiler
