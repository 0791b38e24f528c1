#pragma once

#include <string>

#include "heist.h"

// What a person sees of the night.

namespace thief {

// The house with everybody in it: '#' walls, 'c' crates, letters for people (t is the thief), ':' what guards
// could see now, 'o' barrels, '$' the jewel.
[[nodiscard]] std::string map_text(const Heist& heist);

// Where everybody went in four parts of the time, as SVG: what they had in mind, what guards looked at,
// noises, the ways that they meant to go.
[[nodiscard]] std::string svg(const Heist& heist);

}  // namespace thief
