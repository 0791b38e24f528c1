#pragma once

#include <string_view>

#include "diagnostics/diagnostics.h"

namespace ishi::compiler {

// Reports what yaml-cpp said of a text in a designer's words; `said` is empty if it said nothing and just
// stopped. A last resort: whatever people really do wrong is found by the skeleton first.
void report_yaml_error(Span span, std::string_view said, Diagnostics& diagnostics);

}  // namespace ishi::compiler
