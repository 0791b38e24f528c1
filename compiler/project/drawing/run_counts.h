#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "drawing/behaviour_map.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler {

// Counts what the agents of a run did, to be shown in their maps: how often each action was begun and for how
// long it was done, in which states they were, and how often they went over from one to another.
class RunCounts {
 public:
  // Call it after each frame, which lasts `seconds`, with each agent.
  void note(const SimulatedAgent& agent, double seconds);

  // The agents of the model that took part, rising.
  [[nodiscard]] std::vector<uint32_t> agents() const;
  // Writes what all of one kind did into its map; `agent`: which of the model it is.
  void write(const Model& model, uint32_t agent, BehaviourMap& map) const;

 private:
  struct Doing {
    uint32_t times = 0;
    double seconds = 0;
  };
  struct Kind {
    double seconds = 0;                         // in which its agents were there
    std::map<uint32_t, Doing> actions, states;  // by their places among the agent's
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> turns;
  };

  std::map<uint32_t, Kind> kinds_;
};

}  // namespace ishi::compiler
