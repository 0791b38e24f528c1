#pragma once

#include <string>
#include <string_view>

#include "language/unit.h"

// The form of a scalar's text, as regular expressions of ECMAScript, for the JSON Schema. They take
// all that the compiler takes there and, of the rest, refuse as much as a regular expression can see. None is
// anchored.

namespace ishi::compiler {

// A name, and one that perhaps stands behind an alias or a section: "std.near", "needs.std.hunger".
inline constexpr std::string_view kNamePattern = "[a-z][a-z0-9_]{0,63}";
[[nodiscard]] std::string dotted_name_pattern();

// A number of one quantity with its unit; below 0 only if that is allowed.
[[nodiscard]] std::string measure_pattern(Quantity quantity, bool may_be_negative = true);
// A number with any unit or none.
[[nodiscard]] std::string any_measure_pattern();
// "0m..40m".
[[nodiscard]] std::string bounds_pattern();
// The keys that lead to numbers, with dots between them; `*` is any.
[[nodiscard]] std::string path_to_number_pattern();
// The keys that lead to numbers, with dots between them; `*` is any.
[[nodiscard]] std::string path_to_number_pattern();
// true or false.
inline constexpr std::string_view kBooleanPattern = "(true|false)";
// An expression: operands and what joins them in turn. Whether its brackets match is beyond such a pattern.
[[nodiscard]] std::string formula_pattern();

}  // namespace ishi::compiler
