#pragma once

#include <span>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// Lowers bodies into trees of nodes, and what stands in them into formulas: programs of their own. Reports
// formulas that grow too large.
class BodyLowerer {
 public:
  BodyLowerer(const Model& model, std::span<const CurveData> curves, Diagnostics& diagnostics)
      : model_(model), curves_(curves), diagnostics_(diagnostics) {}

  // What a task requires and changes.
  LoweredTask lower_task(const Task& task);
  // The body and `finally` of the `index`-th option of an agent, and its cooldowns.
  void lower_option(uint32_t index, const Action& action, LoweredOption& option);
  // What events do to an agent.
  std::vector<LoweredHandler> lower_handlers(const Agent& agent);

  // The nodes and operations so far, which count against the file. When that alone is full nothing more is
  // lowered, and an error must follow.
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool is_full() const;

 private:
  std::vector<LoweredNode> lower_steps(const std::vector<Step>& steps);
  LoweredNode lower_step(const Step& step);
  void lower_contents(const Step& step, LoweredNode& node);
  std::vector<LoweredAssignment> lower_assignments(const Map<Formula>& assignments);
  LoweredFormula lower_formula(const Formula& formula);
  void assume(const Formula& condition);

  const Model& model_;
  std::span<const CurveData> curves_;
  Diagnostics& diagnostics_;
  const Task* task_ = nullptr;  // whose formulas these are
  uint32_t option_ = kNone;
  uint32_t event_ = kNone;
  size_t size_ = 0;
  size_t assumed_size_ = 0;                 // operations that were built for the sake of warnings
  std::vector<const Expression*> assumed_;  // what holds where the formula at hand stands
};

}  // namespace ishi::compiler
