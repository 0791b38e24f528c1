#pragma once

#include <string>

#include "language/scalar.h"
#include "resolve/tuned_numbers.h"

namespace ishi::compiler {

// A number that may be changed, within bounds in the unit in which it is written.
struct TunedNumber {
  NumberPlace place;
  double low = 0, high = 1;
  bool is_measured = true;  // the range measures the same as the number

  [[nodiscard]] double width() const { return high - low; }
};

// A number with the range that somebody wrote for it: in its own unit where the range has none.
[[nodiscard]] TunedNumber with_range(const NumberPlace& place, const Bounds& bounds);
// A number with the range of those for which nobody wrote one: from 0 to twice of it; of 0, from -1 to 1.
[[nodiscard]] TunedNumber with_usual_range(const NumberPlace& place);
// What is wrong with a range, in a sentence; empty: nothing.
[[nodiscard]] std::string fault_of(const TunedNumber& number);

// The text of a number in the place of `place`: with so many decimals at most, and a `+` where one stood.
[[nodiscard]] std::string number_text(const NumberPlace& place, double value, int decimals);

}  // namespace ishi::compiler
