#pragma once

#include "ishi/status.h"
#include "world/population_state.h"
#include "world/world_state.h"

// The refusals that many calls share, with the `where` that a log needs.

namespace ishi {

inline constexpr Status kNotCreated{StatusCode::not_created, 0};

[[nodiscard]] constexpr Status bad_option(BadOption option) {
  return {StatusCode::bad_options, static_cast<uint64_t>(option)};
}

// `where` is what goes on in the world.
[[nodiscard]] inline Status wrong_phase(const World::State& world) {
  const Phase phase = world.acting > 0     ? Phase::acting
                      : world.moving > 0   ? Phase::moving
                      : world.thinking > 0 ? Phase::thinking
                      : world.in_frame     ? Phase::in_frame
                                           : Phase::between_frames;
  return {StatusCode::wrong_phase, static_cast<uint64_t>(phase)};
}

// … in this population: others may think or act meanwhile.
[[nodiscard]] inline Status wrong_phase(const Population::State& population) {
  const Phase phase = population.acting.acting     ? Phase::acting
                      : population.steering.moving ? Phase::moving
                      : population.in_thought()    ? Phase::thinking
                      : population.world->in_frame ? Phase::in_frame
                                                   : Phase::between_frames;
  return {StatusCode::wrong_phase, static_cast<uint64_t>(phase)};
}

}  // namespace ishi
