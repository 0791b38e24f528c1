#pragma once

#include "model/step.h"

namespace ishi::compiler {

// True if a step may last longer than a moment. A step that could not be read may.
[[nodiscard]] bool may_last(const Step& step);

// True if a step lasts at least a moment whenever its turn comes.
[[nodiscard]] bool must_last(const Step& step);

}  // namespace ishi::compiler
