#include "sweep/edge.h"

#include <fmt/format.h>

#include <cmath>

namespace ishi::compiler {
namespace {

std::string decimal(double value, int decimals, std::string_view suffix) {
  std::string text = fmt::format("{:.{}f}", value + 0.0, decimals);
  if (text == "-0") text = "0";
  return text + std::string(suffix);
}

}  // namespace

Edge edge_between(const Axis& axis, float below, float from) {
  constexpr int kMostDecimals = 9;
  if (axis.kind != Axis::Kind::number) return {axis.text(from), true};
  const double factor = axis.unit == nullptr ? 1 : axis.unit->factor;
  const std::string_view suffix = axis.unit == nullptr ? "" : axis.unit->suffix;
  double scale = 1;
  for (int decimals = 0; decimals <= kMostDecimals; ++decimals, scale *= 10) {
    // The written number, read as the compiler reads it, must be the side's own value.
    const double upper = std::round(from / factor * scale) / scale;
    if (static_cast<float>(upper * factor) == from) return {decimal(upper, decimals, suffix), true};
    const double lower = std::round(below / factor * scale) / scale;
    if (static_cast<float>(lower * factor) == below) return {decimal(lower, decimals, suffix), false};
  }
  return {axis.text(from), true};
}

}  // namespace ishi::compiler
