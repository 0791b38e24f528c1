#pragma once

#include <string>

#include "yard.h"

namespace hunters {

// The yard as a map of letters: pillars #, the hare @, hunters by their letters.
[[nodiscard]] std::string map_text(const Yard& yard);

// The ways of all, and what the directions of one hunter weighed at a moment, as SVG.
[[nodiscard]] std::string svg(const Yard& yard);

}  // namespace hunters
