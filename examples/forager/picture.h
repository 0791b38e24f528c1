#pragma once

#include <string>

#include "yard.h"

// What a person sees of the yard.

namespace foragers {

// A line of the story: when, who, how much energy and power, what.
std::string story_line(const Happening& happening);

// The yard from above: what lies there, where both went and for what, and what happened where.
std::string svg(const Yard& yard);

}  // namespace foragers
