#include "workspace/curve_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "language/curve_units.h"
#include "language/unit.h"
#include "lower/curve_data.h"
#include "workspace/embedded_picture.h"

namespace ishi::compiler {
namespace {

// The range of the curve: its `input`, else what it lists, else 0..1.
Interval input_of(const Curve& curve) {
  if (curve.input.given)
    return {static_cast<float>(curve.input.value.low), static_cast<float>(curve.input.value.high)};
  const ListedX listed = listed_x(curve);
  if (listed.empty()) return {0, 1};
  double low = listed[0]->value.value, high = low;
  for (const auto* x : listed) {
    low = std::min(low, x->value.value);
    high = std::max(high, x->value.value);
  }
  if (!(low < high)) return {static_cast<float>(low) - 1, static_cast<float>(low) + 1};
  return {static_cast<float>(low), static_cast<float>(high)};
}

}  // namespace

SampledCurve sample_curve(const Curve& curve, size_t samples) {
  const CurveData data = lower_curve(curve);
  const Interval input = input_of(curve);
  SampledCurve sampled{input.low, input.high, {}};
  for (size_t i = 0; i < samples; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(samples - 1);
    sampled.values.push_back(evaluate_curve(data.view(), input.low + (input.high - input.low) * part));
  }
  return sampled;
}

std::string curve_picture(const Curve& curve) {
  constexpr size_t kSamples = 121, kCells = 40;
  constexpr float kWide = 240, kHigh = 100;
  const SampledCurve input = sample_curve(curve, kSamples);
  const std::vector<float>& values = input.values;
  const auto [least, most] = std::ranges::minmax_element(values);
  if (!std::isfinite(*least) || !std::isfinite(*most)) return {};
  // Without a range it is 0..1.
  const float low = std::min(0.0F, *least), high = std::max(curve.output.given ? *most : 1.0F, *most);
  const float height = high > low ? high - low : 1;

  std::string points, strip;
  for (size_t i = 0; i < kSamples; ++i) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ",
                          kWide * static_cast<float>(i) / static_cast<float>(kSamples - 1),
                          kHigh - kHigh * (values[i] - low) / height);
  }
  constexpr std::string_view kBlocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  for (size_t i = 0; i < kCells; ++i) {
    const float share = (values[i * (kSamples - 1) / (kCells - 1)] - low) / height;
    strip += kBlocks[static_cast<size_t>(std::lround(std::clamp(share, 0.0F, 1.0F) * 8))];
  }
  const std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="260" height="120" viewBox="-10 -10 260 120">)"
      R"(<rect width="240" height="100" fill="none" stroke="#888" stroke-width="0.5"/>)"
      R"(<polyline points="{}" fill="none" stroke="#3794ff" stroke-width="2"/></svg>)",
      points);
  const UnitRow* const unit = curve_input_unit(curve);
  const Quantity quantity = curve_input(curve), output = curve_output(curve);
  return fmt::format("{}\n\n```\n{}\n```\nx {}..{}, gives {}..{}", embedded_picture("the curve", svg), strip,
                     show(input.low, quantity, unit), show(input.high, quantity, unit), show(*least, output),
                     show(*most, output));
}

}  // namespace ishi::compiler
