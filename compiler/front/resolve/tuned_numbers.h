#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "language/scalar.h"
#include "language/unit.h"
#include "model/model.h"
#include "resolve/include.h"
#include "source/sources.h"
#include "syntax/tree.h"

// The numbers of a text that a path names, such as `actions.eat.gains.hunger`: for `ishi tune`, which changes
// them, and for the marks of a file that say which ones it may change.

namespace ishi::compiler {

// A number where it is written.
struct NumberPlace {
  std::string path;               // with names in place of `*`
  Span span;                      // sign and digits, without the unit
  std::string_view text;          // the digits as they are written
  double value = 0;               // in its unit
  const UnitRow* unit = nullptr;  // written behind it; null: none
  bool is_of_formula = false;     // other numbers, or names, stand in the same expression
};

// The reason why a path names no number.
struct PathFault {
  std::string message;     // a sentence without a full stop
  std::string help;        // what to do
  std::string suggestion;  // the path that was meant; may be empty
};

// The numbers that a path names in the files of a program, in the order of the text. A path has parts between
// dots: the keys that lead to the number, items of lists counted from 1, `x` and `y` of a point of a curve,
// numbers of an expression counted from 1, if there are several; `*` is any part. Imported
// entries stand behind their alias, `actions.std.eat.gains.hunger`; inherited ones have the path of the entry
// that they come from. O(files' size).
[[nodiscard]] tl::expected<std::vector<NumberPlace>, PathFault> find_numbers(const Units& units,
                                                                             const Sources& sources,
                                                                             std::string_view path);

// The numbers that a mark (`tune`) names: in its own file, and in those that this one includes.
[[nodiscard]] tl::expected<std::vector<NumberPlace>, PathFault> find_marked_numbers(const Units& units,
                                                                                    const Sources& sources,
                                                                                    const Name& mark);

// Paths to the numbers of curves, values, needs, drives, profiles, actions and planners, in the order of the
// text, `most` at most: what an editor offers.
[[nodiscard]] std::vector<std::string> number_paths(const Units& units, const Sources& sources, size_t most);

// Reports marks that name no number, and ranges that do not fit what they name.
void check_tune_marks(const Model& model, const Units& units, const Sources& sources,
                      Diagnostics& diagnostics);

// A number that may be changed, within bounds in the unit in which it is written.
struct TunedNumber {
  NumberPlace place;
  double low = 0, high = 1;
  bool is_measured = true;  // the range measures the same as the number

  [[nodiscard]] double width() const { return high - low; }
};

// Gives a number the range that somebody wrote. A range without a unit is in the number's own.
[[nodiscard]] TunedNumber with_range(const NumberPlace& place, const Bounds& bounds);
// Gives a number the range that applies where nobody wrote one: from 0 to twice the number, at most 1 for a
// gain; from -1 to 1 for 0.
[[nodiscard]] TunedNumber with_usual_range(const NumberPlace& place);
// Says in a sentence why a range cannot be used; empty if it can.
[[nodiscard]] std::string fault_of(const TunedNumber& number);

}  // namespace ishi::compiler
