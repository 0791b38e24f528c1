#pragma once

#include <string_view>

#include "diagnostics/diagnostics.h"
#include "syntax/grouped_digits.h"

// Says what is wrong with the text of a number, and how it should be written. Used by scalar.h, which reads
// those that are right.

namespace ishi::compiler {

// Of a text that is no number: what was probably meant.
void report_not_a_number(std::string_view text, Span span, Diagnostics& diagnostics);

// A number in the notation of another language that may mean two values (`1,000`): `--fix` leaves it alone.
void report_grouped_digits(std::string_view text, const GroupedDigits& grouped, Span span,
                           Diagnostics& diagnostics);

// Of a text that begins with a number, well written, and ends with `suffix`, which is no unit.
void report_no_unit(std::string_view text, std::string_view suffix, Span span, Diagnostics& diagnostics);

// Digits in groups ("1_000", "1 000", "1'000"): does a group begin with the rest behind the first digits?
[[nodiscard]] bool begins_group(std::string_view rest);

}  // namespace ishi::compiler
