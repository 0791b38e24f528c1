#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/simulated_agent.h"

namespace ishi::compiler::cli {

// Counts how often agents did their actions in a run, and for how long.
class RunTally {
 public:
  // `name`: of the agent in the table. The agents of a run are added in the order of their indices.
  void add_agent(std::string_view name) { agents_.push_back({std::string(name), {}}); }
  // Call it after each frame, which lasts `seconds`, with each agent, by its place among those added.
  void note(size_t which, const SimulatedAgent& agent, double seconds);
  // A line for each action that an agent did, the longest first: how often it began, how long it ran, and its
  // share of the time in which the agent was there. Empty if nobody did anything.
  [[nodiscard]] std::string table() const;

 private:
  struct Done {
    std::string action;  // empty: none
    uint32_t times = 0, failures = 0;
    double seconds = 0;
  };
  struct Row {
    std::string agent;
    std::vector<Done> done;
  };
  static Done& done(Row& row, std::string_view action);

  std::vector<Row> agents_;
};

}  // namespace ishi::compiler::cli
