#pragma once

#include <string>

#include "armoury.h"

// What a person sees of the answers.

namespace weapons {

// Maps of the best weapon over the distance of the nearest foe and the number of foes, one for each of a few
// moods. A stripe in a row is the runner-up where it is so close that who holds it keeps it.
std::string svg(Armoury& armoury);

}  // namespace weapons
