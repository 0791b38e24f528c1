#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "pipeline/pipeline.h"
#include "simulate/simulated_agent.h"

// The part of a behaviour that a test can see: the agents that take part in it, without the steps that none
// of them has begun. A change of anything else leaves the test's result as it is, so it need not be run.

namespace ishi::compiler {

// The steps of an agent's bodies that a test has begun.
class BegunSteps {
 public:
  // `agent`: of the model. Nothing has begun yet.
  explicit BegunSteps(std::string agent) : agent_(std::move(agent)) {}

  [[nodiscard]] const std::string& agent() const { return agent_; }
  // Adds those of an agent of this kind, whose run is over.
  void add(const SimulatedAgent& agent);
  // Adds what a thought alone may begin: the option that it picked, and all that this does.
  void add(const Thought& thought);

  [[nodiscard]] bool has(uint32_t node) const;
  // True if the option has been picked by a thought alone.
  [[nodiscard]] bool has_option(uint32_t option) const;
  bool operator==(const BegunSteps&) const = default;

 private:
  std::string agent_;
  std::vector<uint32_t> nodes_;    // of the asset, rising
  std::vector<uint32_t> options_;  // of the agent, rising
};

// The bytes of a stripped blob of one agent without the steps that have not begun. `base`: the asset of which
// the steps are; `base_agent`: the same agent as it was lowered for that; `lowered`: perhaps changed, of
// `program`. Empty if there is no such agent.
[[nodiscard]] std::vector<uint8_t> seen_part(const BegunSteps& begun, const Asset& base,
                                             const LoweredAgent& base_agent, const Program& program,
                                             const Lowered& lowered, const Sources& sources);

}  // namespace ishi::compiler
