#pragma once

#include <string>

#include "model/curve.h"

namespace ishi::compiler {

// A curve, which has no errors, as Markdown: a picture (SVG within the text, for editors that show pictures),
// a line of block characters for all others, and between which values it goes.
[[nodiscard]] std::string curve_picture(const Curve& curve);

}  // namespace ishi::compiler
