#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/measure.h"

// The units in which a designer writes quantities.

namespace ishi::compiler {

// Every unit; the first row of a quantity is the one to suggest and to print.
[[nodiscard]] std::span<const UnitRow> units();

// The unit with exactly this suffix, or null.
[[nodiscard]] const UnitRow* find_unit(std::string_view suffix);

// "a length", "a plain number": for messages.
[[nodiscard]] std::string_view describe(Quantity quantity);

// "m" for a length, "" for a number.
[[nodiscard]] std::string_view base_unit(Quantity quantity);

// True if no other unit is possible: it was written, or there is no other of this quantity.
[[nodiscard]] bool is_sure_unit(const UnitRow* written, Quantity quantity);

// The unit as it was written, if it is one of this quantity, else the usual one of it.
[[nodiscard]] std::string_view written_or_usual(const UnitRow* written, Quantity quantity);

// The unit that people write: "deg" for an angle, else the base unit.
[[nodiscard]] std::string_view usual_unit(Quantity quantity);

// The unit that is meant by another spelling of it ("sec", "metres", "M"), or nothing.
[[nodiscard]] std::string_view meant_unit(std::string_view text);

// "20m", "0.5": the shortest decimal that reads back as the same float, with its base unit.
[[nodiscard]] std::string show(double value, Quantity quantity);

// The same in a unit of that quantity; null: as above.
[[nodiscard]] std::string show(double value, Quantity quantity, const UnitRow* unit);
// The same with as many digits as it takes to be read as the same number again.
[[nodiscard]] std::string show_exactly(float value, Quantity quantity, const UnitRow* unit);

// The product or quotient that the units of two operands allow (language page, section 5): unit ×
// number, same / same, length / duration and its inverses (speed × duration, length / speed), rate ×
// duration, number / duration.
[[nodiscard]] std::optional<Quantity> product(Quantity a, Quantity b);
[[nodiscard]] std::optional<Quantity> quotient(Quantity a, Quantity b);

}  // namespace ishi::compiler
