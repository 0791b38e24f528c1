#include "language/unit.h"

#include <fmt/format.h>

#include <array>
#include <numbers>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr std::array kUnits = {
    UnitRow{"m", Quantity::length, 1.0},
    UnitRow{"cm", Quantity::length, 0.01},
    UnitRow{"km", Quantity::length, 1000.0},
    UnitRow{"s", Quantity::duration, 1.0},
    UnitRow{"ms", Quantity::duration, 0.001},
    UnitRow{"min", Quantity::duration, 60.0},
    UnitRow{"h", Quantity::duration, 3600.0},
    UnitRow{"deg", Quantity::angle, std::numbers::pi / 180.0},
    UnitRow{"rad", Quantity::angle, 1.0},
    UnitRow{"m/s", Quantity::speed, 1.0},
    UnitRow{"/s", Quantity::rate, 1.0},
    UnitRow{"/min", Quantity::rate, 1.0 / 60.0},
    UnitRow{"/h", Quantity::rate, 1.0 / 3600.0},
    UnitRow{"frames", Quantity::frames, 1.0},
    UnitRow{"%", Quantity::number, 0.01},
};

struct Product {
  Quantity left;
  Quantity right;
  Quantity result;
};

// Each product once; quotients are these read backwards.
constexpr std::array kProducts = {
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

std::string show(double value, Quantity quantity) {
  if (quantity == Quantity::angle) {
    // Angles are written in degrees by people; six digits hide the conversion's rounding.
    return fmt::format("{:.6g}deg", value * 180.0 / std::numbers::pi);
  }
  return fmt::format("{}{}", static_cast<float>(value), base_unit(quantity));
}

std::optional<Quantity> product(Quantity a, Quantity b) {
  if (a == Quantity::number) return b;
  if (b == Quantity::number) return a;
  for (const Product& row : kProducts) {
    if ((row.left == a && row.right == b) || (row.left == b && row.right == a)) return row.result;
  }
  return std::nullopt;
}

std::optional<Quantity> quotient(Quantity a, Quantity b) {
  if (b == Quantity::number) return a;
  if (a == b) return Quantity::number;
  for (const Product& row : kProducts) {
    if (row.result == a && row.left == b) return row.right;
    if (row.result == a && row.right == b) return row.left;
  }
  return std::nullopt;
}

}  // namespace ishi::compiler
