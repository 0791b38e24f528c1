#pragma once

#include <cstdint>
#include <span>

#include "senses/nearest.h"
#include "senses/senses.h"
#include "views/agents.h"

// Hearings with `occlusion`: the game says whether something stands between a sound and who hears it.

namespace ishi {

// 1 where it sounded, 0 at the edge of its reach.
[[nodiscard]] float loudness_of(const Sense& sense, const HeardSound& sound, float distance_squared);

// Asks the game about sounds that pass all other tests, as many as the memory holds facts: of each maker its
// latest one, then older ones while questions are left, the latest first. A sound has one question. `makers`:
// of the nearest makers their latest sounds. `latest`: the latest sounds of all, the latest first. `seconds`:
// since the agent sensed last.
void ask_about_sounds(Agents& population, uint32_t sense, uint32_t slot, float seconds,
                      std::span<const Near> makers, std::span<const Near> latest);

}  // namespace ishi
