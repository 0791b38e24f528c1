#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Numbers as other languages and countries write them: `1,5`, `1.000,5`, `1 000`, `1'000`.

namespace ishi::compiler {

struct GroupedDigits {
  std::string meant;  // the number with its unit, as it is written here
  std::string other;  // what it may mean as well: `1,000` is a thousand to some and one to others; else empty
  bool has_comma = false;
};

// Reads a number with commas, or with marks between its groups of digits. Nothing if the text has no such
// marks, begins with no number, or its marks make no sense.
[[nodiscard]] std::optional<GroupedDigits> read_grouped_digits(std::string_view text);

// The length of the digits, points and commas at the start of the text, with the letters glued to them: all
// that somebody wrote as one number. 0 if it begins with no digit.
[[nodiscard]] size_t grouped_digits_length(std::string_view text);

}  // namespace ishi::compiler
