#pragma once

#include <span>
#include <vector>

#include "asset_generated.h"
#include "lower/lowered.h"

namespace ishi::compiler {

// The entries of a table from `first` on.
template <class T>
[[nodiscard]] blob::Range add_range(const std::vector<T>& table, size_t first) {
  return {static_cast<uint32_t>(first), static_cast<uint32_t>(table.size() - first)};
}

// Appends a program.
blob::Range add_operations(const std::vector<LoweredOperation>& program,
                           std::vector<blob::Operation>& operations);

// The places of an agent's bodies; of each option its body and its `finally`.
struct OptionBodies {
  uint32_t body, finally;
};
// The same of a state, and the formulas of its transitions.
struct StateBodies {
  uint32_t enter, finally;
  std::vector<uint32_t> conditions;
};
// The formulas of a sense.
struct SenseFormulas {
  uint32_t filter, when, visibility, rise;
};
struct AgentBodies {
  blob::Range nodes, formulas, handlers;
  std::vector<SenseFormulas> senses;
  std::vector<OptionBodies> options;
  std::vector<StateBodies> states;
  std::vector<uint32_t> steerings;  // the formula of each
};

// Writes bodies, level by level, and the formulas of tasks and bodies. The programs of the agents must stand
// in `operations` before; tasks come before agents.
class BodyEmitter {
 public:
  explicit BodyEmitter(std::vector<blob::Operation>& operations) : operations_(operations) {}

  // Adds what tasks require and change to the `tasks` of the contract.
  void add_tasks(const std::vector<LoweredTask>& lowered, std::vector<blob::Task>& tasks);
  // The same for goals, after the tasks.
  void add_goals(const std::vector<LoweredTask>& lowered, std::vector<blob::Goal>& goals);
  // The scales of sounds, after the goals.
  void add_sounds(const std::vector<LoweredFormula>& scales, std::vector<blob::Sound>& sounds);
  AgentBodies add_agent(const LoweredAgent& agent);

  [[nodiscard]] const std::vector<blob::Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<blob::Handler>& handlers() const { return handlers_; }
  [[nodiscard]] const std::vector<blob::Argument>& arguments() const { return arguments_; }
  [[nodiscard]] const std::vector<blob::Assignment>& assignments() const { return assignments_; }
  [[nodiscard]] const std::vector<blob::Assignment>& effects() const { return effects_; }
  [[nodiscard]] const std::vector<blob::Formula>& formulas() const { return formulas_; }

 private:
  struct Assumptions {
    blob::Range formulas, effects;
    uint32_t condition;
  };
  // The index of a formula, missing if it is not given.
  blob::Assignment add_assignment(const LoweredAssignment& assignment);
  uint32_t add_formula(const LoweredFormula& formula);
  Assumptions add_assumptions(const LoweredTask& lowered);
  void add_node(const LoweredNode& node, uint32_t first_child);

  std::vector<blob::Operation>& operations_;
  std::vector<blob::Node> nodes_;
  std::vector<blob::Handler> handlers_;
  std::vector<blob::Argument> arguments_;
  std::vector<blob::Assignment> assignments_;
  std::vector<blob::Assignment> effects_;
  std::vector<blob::Formula> formulas_;
};

}  // namespace ishi::compiler
