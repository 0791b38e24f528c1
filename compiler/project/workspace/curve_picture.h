#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/curve.h"

namespace ishi::compiler {

// Values of a curve at places that are equally far apart, from one end of what it reads to the other.
struct SampledCurve {
  float low = 0, high = 0;  // of what it reads
  std::vector<float> values;
};
[[nodiscard]] SampledCurve sample_curve(const Curve& curve, size_t samples);

// A curve, which has no errors, as Markdown: a picture (SVG within the text, for editors that show pictures),
// a line of block characters for all others, and between which values it goes.
[[nodiscard]] std::string curve_picture(const Curve& curve);

}  // namespace ishi::compiler
