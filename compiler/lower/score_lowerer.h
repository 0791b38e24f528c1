#pragma once

#include <span>
#include <vector>

#include "lower/expression_lowerer.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// The curves that profiles give a motive: the motive's own first, then each other one once, in the order
// of the profiles. kNone: no curve.
[[nodiscard]] std::vector<uint32_t> curves_of_motive(const Model& model, uint32_t motive);

// Lowers the scores of one agent's options into one program.
class ScoreLowerer {
 public:
  ScoreLowerer(const Model& model, const Agent& agent, ProgramBuilder& builder, Diagnostics& diagnostics)
      : model_(model), agent_(agent), builder_(builder), expressions_(model, builder, diagnostics) {}

  // The `index`-th option of the agent. Steps are left empty.
  LoweredOption lower_option(uint32_t index);

 private:
  Ref lower_model(const Action& action, std::vector<LoweredTerm>& terms);
  Ref lower_amounts(const Action& action, std::vector<LoweredTerm>& terms);
  Ref lower_tactical(const Tactical& tactical, std::vector<LoweredTerm>& terms);
  Ref lower_considerations(const Action& action, std::vector<LoweredTerm>& terms);
  // The effective strength of a motive: curve(level · weight).
  Ref effective(uint32_t motive);
  [[nodiscard]] bool weighs_nothing_else(uint32_t motive) const;

  const Model& model_;
  const Agent& agent_;
  ProgramBuilder& builder_;
  ExpressionLowerer expressions_;
};

}  // namespace ishi::compiler
