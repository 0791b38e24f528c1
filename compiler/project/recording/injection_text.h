#pragma once

#include <string>

#include "ishi/record/replay.h"

namespace ishi::compiler {

// Describes a change that a viewer of the running game made: "viewer 1 sets hp of guard#17 to 20". Where the
// replay stands, names are those that live.
[[nodiscard]] std::string injection_text(const record::Replay& replay, const record::Injection& injection);

}  // namespace ishi::compiler
