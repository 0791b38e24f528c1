#pragma once

#include <vector>

#include "workspace/checked_file.h"

namespace ishi::compiler {

// The range of an action's score where it competes, over all situations of the declared ranges, every
// agent of the file that has the action, and every importance profile: proved.
struct ScoreRange {
  Span name;  // of the action
  float low = 0, high = 0;
};

// Of the actions, plans and offers that agents of the file itself have; in no order. Empty for files with
// errors. Some milliseconds.
[[nodiscard]] std::vector<ScoreRange> score_ranges(const CheckedFile& checked);

// "0..0.85", "0.2": three digits at most.
[[nodiscard]] std::string range_text(const ScoreRange& range);

}  // namespace ishi::compiler
