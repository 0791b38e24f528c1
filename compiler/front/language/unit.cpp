#include "language/unit.h"

#include <algorithm>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <numbers>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr std::array kUnits = {
    UnitRow{"m", Quantity::length, 1.0},         UnitRow{"cm", Quantity::length, 0.01},
    UnitRow{"km", Quantity::length, 1000.0},     UnitRow{"s", Quantity::duration, 1.0},
    UnitRow{"ms", Quantity::duration, 0.001},    UnitRow{"min", Quantity::duration, 60.0},
    UnitRow{"h", Quantity::duration, 3600.0},    UnitRow{"deg", Quantity::angle, std::numbers::pi / 180.0},
    UnitRow{"rad", Quantity::angle, 1.0},        UnitRow{"m/s", Quantity::speed, 1.0},
    UnitRow{"/s", Quantity::rate, 1.0},          UnitRow{"/min", Quantity::rate, 1.0 / 60.0},
    UnitRow{"/h", Quantity::rate, 1.0 / 3600.0}, UnitRow{"frames", Quantity::frames, 1.0},
    UnitRow{"%", Quantity::number, 0.01},
};

struct Spelling {
  std::string_view text;
  std::string_view unit;
};

// Other words for units, in small letters.
constexpr std::array kSpellings = {
    Spelling{"meter", "m"},       Spelling{"meters", "m"},       Spelling{"metre", "m"},
    Spelling{"metres", "m"},      Spelling{"centimeters", "cm"}, Spelling{"centimetres", "cm"},
    Spelling{"kilometers", "km"}, Spelling{"kilometres", "km"},  Spelling{"sec", "s"},
    Spelling{"secs", "s"},        Spelling{"second", "s"},       Spelling{"seconds", "s"},
    Spelling{"msec", "ms"},       Spelling{"millisecond", "ms"}, Spelling{"milliseconds", "ms"},
    Spelling{"mins", "min"},      Spelling{"minute", "min"},     Spelling{"minutes", "min"},
    Spelling{"hr", "h"},          Spelling{"hrs", "h"},          Spelling{"hour", "h"},
    Spelling{"hours", "h"},       Spelling{"°", "deg"},          Spelling{"degree", "deg"},
    Spelling{"degrees", "deg"},   Spelling{"radian", "rad"},     Spelling{"radians", "rad"},
    Spelling{"m/sec", "m/s"},     Spelling{"mps", "m/s"},        Spelling{"/sec", "/s"},
    Spelling{"frame", "frames"},  Spelling{"f", "frames"},       Spelling{"percent", "%"},
};

struct Product {
  Quantity left;
  Quantity right;
  Quantity result;
};

// Each product once; quotients are these read backwards.
constexpr std::array kUnitProducts = {
    Product{Quantity::speed, Quantity::duration, Quantity::length},
    Product{Quantity::rate, Quantity::duration, Quantity::number},
};

}  // namespace

std::span<const UnitRow> units() { return kUnits; }

const UnitRow* find_unit(std::string_view suffix) {
  for (const UnitRow& row : kUnits) {
    if (row.suffix == suffix) return &row;
  }
  return nullptr;
}

std::string_view describe(Quantity quantity) {
  switch (quantity) {
    case Quantity::number: return "a plain number";
    case Quantity::length: return "a length";
    case Quantity::duration: return "a duration";
    case Quantity::angle: return "an angle";
    case Quantity::speed: return "a speed";
    case Quantity::rate: return "a rate";
    case Quantity::frames: return "a number of frames";
  }
  return "a number";
}

std::string_view base_unit(Quantity quantity) {
  switch (quantity) {
    case Quantity::number: return "";
    case Quantity::length: return "m";
    case Quantity::duration: return "s";
    case Quantity::angle: return "rad";
    case Quantity::speed: return "m/s";
    case Quantity::rate: return "/s";
    case Quantity::frames: return "frames";
  }
  return "";
}

std::string_view usual_unit(Quantity quantity) {
  return quantity == Quantity::angle ? "deg" : base_unit(quantity);
}

std::string_view written_or_usual(const UnitRow* written, Quantity quantity) {
  return written != nullptr && written->quantity == quantity ? written->suffix : usual_unit(quantity);
}

bool is_sure_unit(const UnitRow* written, Quantity quantity) {
  if (written != nullptr && written->quantity == quantity) return true;
  return std::ranges::count(units(), quantity, &UnitRow::quantity) == 1;
}

std::string_view meant_unit(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  for (const Spelling& row : kSpellings) {
    if (row.text == plain) return row.unit;
  }
  const UnitRow* unit = find_unit(plain);
  return unit != nullptr ? unit->suffix : std::string_view();
}

namespace {

// "1e-06" as "0.000001": few read the first.
std::string without_exponent(std::string text) {
  const size_t at = text.find("e-0");
  if (at == std::string::npos) return text;
  const size_t zeros = static_cast<size_t>(text[at + 3] - '0') - 1;
  std::string digits = text.substr(0, at);
  const bool is_negative = digits[0] == '-';
  std::erase_if(digits, [](char c) { return c == '.' || c == '-'; });
  return fmt::format("{}0.{}{}", is_negative ? "-" : "", std::string(zeros, '0'), digits);
}

}  // namespace

std::string show(double value, Quantity quantity) {
  if (quantity == Quantity::angle) {
    // Angles are written in degrees by people; six digits hide the conversion's rounding.
    return fmt::format("{:.6g}deg", value * 180.0 / std::numbers::pi);
  }
  return without_exponent(fmt::format("{}", static_cast<float>(value))) + std::string(base_unit(quantity));
}

std::string show(double value, Quantity quantity, const UnitRow* unit) {
  if (unit == nullptr || unit->quantity != quantity || quantity == Quantity::number)
    return show(value, quantity);
  return fmt::format("{:.6g}{}", value / unit->factor, unit->suffix);
}

std::string show_exactly(float value, Quantity quantity, const UnitRow* unit) {
  const UnitRow* row = find_unit(written_or_usual(unit, quantity));
  if (row == nullptr || quantity == Quantity::number) return show(value, quantity);
  constexpr int kFewest = 6, kMost = 17;
  std::string text;
  for (int digits = kFewest; digits <= kMost; ++digits) {
    text = fmt::format("{:.{}g}", value / row->factor, digits);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    if (static_cast<float>(read * row->factor) == value) break;
  }
  return without_exponent(std::move(text)) + std::string(row->suffix);
}

std::optional<Quantity> product(Quantity a, Quantity b) {
  if (a == Quantity::number) return b;
  if (b == Quantity::number) return a;
  for (const Product& row : kUnitProducts) {
    if ((row.left == a && row.right == b) || (row.left == b && row.right == a)) return row.result;
  }
  return std::nullopt;
}

std::optional<Quantity> quotient(Quantity a, Quantity b) {
  if (b == Quantity::number) return a;
  if (a == b) return Quantity::number;
  for (const Product& row : kUnitProducts) {
    if (row.result == a && row.left == b) return row.right;
    if (row.result == a && row.right == b) return row.left;
  }
  return std::nullopt;
}

}  // namespace ishi::compiler
