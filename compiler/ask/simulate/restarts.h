#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/simulated_agent.h"

namespace ishi::compiler {

// An action that was over at once and began again, time after time.
struct Restarting {
  std::string who;     // the agent's name in its scene, or "the guard"
  std::string action;  // the last one
  uint32_t times = 0;  // in a row
  double from = 0;     // seconds
  double until = 0;
};

// Finds agents that begin an action anew in nearly every frame of a run, since it is over as soon as it has
// begun. A thought a frame costs the game as much as sixty agents do that think once a second.
class Restarts {
 public:
  // Call it after each frame with each agent of a run. O(events of the frame).
  void note(const SimulatedAgent& agent, uint64_t frame);
  // The longest such stretch of an agent; nothing if there is none of 20 beginnings or more.
  [[nodiscard]] std::optional<Restarting> of(uint32_t agent) const;

 private:
  struct Track {
    uint64_t chosen_at = 0;  // frames
    uint64_t ended_at = 0;
    bool has_ended = false;  // what was chosen last
    Restarting now, longest;
  };
  std::vector<Track> tracks_;  // by agent of the situation
};

// "`ann` begins `flee` 400 times from 0.00s to 10.00s, in nearly every frame: …"
[[nodiscard]] std::string restarting_text(const Restarting& restarting);
// The same with these times.
[[nodiscard]] std::string restarting_text(const Restarting& restarting, std::string_view from,
                                          std::string_view until);

}  // namespace ishi::compiler
