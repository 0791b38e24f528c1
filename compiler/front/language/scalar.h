#pragma once

#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/unit.h"
#include "model/measure.h"

// Reads the text of one scalar as the field that it stands in wants it. Nothing here depends on a
// locale or on quotes. Each function reports what is wrong, once, and returns false; the value is
// then untouched.

namespace ishi::compiler {

// A decimal number with an optional sign, exponent and unit: "+0.8", "2.5s", "15%".
bool read_measure(std::string_view text, Span span, Diagnostics& diagnostics, Measure& out);

// The same, of one quantity. `what` is the noun in messages ("`inertia`"), `usual` the unit that they
// suggest; null: the usual one.
bool read_quantity(std::string_view text, Span span, Quantity wanted, std::string_view what,
                   Diagnostics& diagnostics, double& out, const UnitRow* usual = nullptr);

// A whole number that 24 bits hold.
bool read_whole(std::string_view text, Span span, std::string_view what, Diagnostics& diagnostics,
                double& out);

// `true` or `false`.
bool read_boolean(std::string_view text, Span span, std::string_view what, Diagnostics& diagnostics,
                  bool& out);

// "0-100", "0 to 100m": two numbers that somebody joins with something else than two dots.
// `>= 3` and `3+` as "3..", `<= 3` as "..3", where a range may have one end; empty for others.
[[nodiscard]] std::string meant_open_end(std::string_view text);
[[nodiscard]] bool is_meant_as_range(std::string_view text);

// "0..100", "0m..40m": low end first, ends different. `beside_downward` is added to what is said of one that
// runs downward, and may be meant so.
bool read_bounds(std::string_view text, Span span, Diagnostics& diagnostics, Bounds& out,
                 std::string_view beside_downward = {});

// The length of the number at the start of `text`, unit excluded; 0 if there is none. Used by the
// expression lexer, too, so that a number is the same thing everywhere.
size_t number_length(std::string_view text);

// The length of the unit at the start of `text` (behind a number): the letters, '%' or a '/s' that are
// glued to the digits.
size_t unit_length(std::string_view text);

// A number in a text.
struct WrittenNumber {
  size_t at = 0;      // where it begins
  size_t digits = 0;  // its length, without sign and unit
  size_t suffix = 0;  // the length of its unit; 0: none
  const UnitRow* unit = nullptr;
};

// The numbers of a text, such as an expression, in its order; digits in names are none.
[[nodiscard]] std::vector<WrittenNumber> written_numbers(std::string_view text);

// Is it [a-z][a-z0-9_]* ?
[[nodiscard]] bool is_name(std::string_view text);

}  // namespace ishi::compiler
