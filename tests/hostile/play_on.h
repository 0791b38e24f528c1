#pragma once

#include <cstdint>
#include <span>

#include "ishi/ishi.h"

namespace ishi::testing {

// Plays on in a world that was loaded: whole frames of all its populations, in which tasks are completed at
// random. Ends early where its time is over. Fails the test where a call is refused.
void play_on(World& world, std::span<Population> populations, uint32_t frames, uint32_t seed);

}  // namespace ishi::testing
