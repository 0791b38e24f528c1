#pragma once

#include <cstdint>
#include <string_view>

// Numbers as a designer writes them. Inside, every quantity is a number of base units (metres, seconds,
// radians, metres per second, one per second); language/unit.h has the units.

namespace ishi::compiler {

// What a number may measure.
enum class Quantity : uint8_t {
  number,    // no unit
  length,    // m
  duration,  // s
  angle,     // rad
  speed,     // m/s
  rate,      // 1/s
  frames,    // only in `think`
};

struct UnitRow {
  std::string_view suffix;  // as written behind the digits
  Quantity quantity;
  double factor;  // base units in one of these
};

// A number as written: its value in base units, its quantity, and the unit behind it.
struct Measure {
  double value = 0;
  Quantity quantity = Quantity::number;
  const UnitRow* unit = nullptr;  // null where there is none
};

// An inclusive range "low..high", both ends in base units of one quantity.
struct Bounds {
  double low = 0;
  double high = 1;
  Quantity quantity = Quantity::number;
  const UnitRow* unit = nullptr;  // behind the high end
};

}  // namespace ishi::compiler
