#include "compiler/oracle/random_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace ishi::compiler::oracle {
namespace {

std::string point_rows(Dice& dice) {
  std::string rows;
  double x = dice.real(-1, 0);
  const int count = 2 + dice.below(4);
  for (int i = 0; i < count; ++i) {
    rows += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", x, dice.real(0, 1));
    x += dice.real(0.05, 0.6);
  }
  return rows;
}

std::string corners(Dice& dice, int count) {
  std::vector<double> values(static_cast<size_t>(count));
  for (double& value : values) value = dice.real(-0.5, 1.5);
  std::ranges::sort(values);
  values.back() += 0.1;
  std::string text;
  for (const double value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
  return text;
}

std::string key_rows(Dice& dice) {
  std::string rows;
  double x = dice.real(-1, 0);
  const int count = 1 + dice.below(4);
  for (int i = 0; i < count; ++i) {
    rows += fmt::format("{}{{ at: {}, value: {}, in: {}, out: {} }}", i == 0 ? "" : ", ", x, dice.real(0, 1),
                        dice.real(-2, 2), dice.real(-2, 2));
    x += dice.real(0.1, 0.6);
  }
  return rows;
}

}  // namespace

std::string random_curves(Dice& dice) {
  const std::string kinds[] = {
      fmt::format("linear: {{ slope: {}, shift: {}, offset: {} }}", dice.real(0.1, 3), dice.real(-1, 1),
                  dice.real(-1, 1)),
      fmt::format("power: {{ exponent: {}, slope: {}, shift: {}, offset: {} }}",
                  dice.one_of("2", "3", "0.5", "1.7", "1"), dice.real(0.2, 2), dice.real(-1, 1),
                  dice.real(-0.5, 0.5)),
      fmt::format("exponential: {{ rate: {} }}", dice.real(-6, 6)),
      fmt::format("logistic: {{ midpoint: {}, slope: {} }}", dice.real(0, 1), dice.real(1, 20)),
      fmt::format("logit: {{ scale: {} }}", dice.real(0.05, 0.3)),
      fmt::format("gaussian: {{ center: {}, width: {} }}", dice.real(0, 1), dice.real(0.05, 1)),
      fmt::format("sine: {{ cycles: {}, phase: {} }}", dice.real(0.1, 4), dice.real(-1, 1)),
      fmt::format("smoothstep: {{ from: {}, to: {} }}", dice.real(-0.5, 0.4), dice.real(0.5, 1.5)),
      fmt::format("step: {{ at: {} }}", dice.real(0, 1)),
      fmt::format("triangle: [{}]", corners(dice, 3)),
      fmt::format("trapezoid: [{}]", corners(dice, 4)),
      fmt::format("points: [{}]", point_rows(dice)),
      fmt::format("smooth: [{}]", point_rows(dice)),
      fmt::format("keys: [{}], before: {}, after: {}", key_rows(dice),
                  dice.one_of("hold", "repeat", "mirror"), dice.one_of("hold", "repeat", "mirror")),
      fmt::format("steps: [{}]", point_rows(dice)),
  };
  std::string text = "curves:\n";
  int index = 0;
  for (const std::string& kind : kinds) {
    std::string more;
    if (dice.chance(0.3)) more += ", invert: true";
    if (dice.chance(0.3)) more += fmt::format(", output: {}..{}", dice.real(-1, 0.4), dice.real(0.5, 2));
    if (dice.chance(0.2)) more += ", clamp: false";
    if (index < 9 && dice.chance(0.2))
      more += fmt::format(", input: {}..{}", dice.real(-1, 0.3), dice.real(0.5, 4));
    text += fmt::format("  c{}: {{ {}{} }}\n", index++, kind, more);
  }
  text += "  far: { points: [[0m, 1], [8m, 0.8], [20m, 0]] }\n";
  text += fmt::format("  late: {{ power: 2, input: 0s..{}s }}\n", 10 + dice.below(50));
  return text;
}

}  // namespace ishi::compiler::oracle
