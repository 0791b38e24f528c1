#pragma once

#include <cstdint>
#include <string>

#include "model/model.h"
#include "resolve/include.h"
#include "simulate/situation.h"
#include "source/sources.h"

namespace ishi::compiler {

// Says which part of an action's `when` does not hold, as in "`hp > 20` is false: `hp` is 8". Each part is
// computed by the runtime in the situation, as a score of its own. For people who look at one decision: it
// compiles the part for each answer.
class FailedCondition {
 public:
  // All must be without errors and outlive this.
  FailedCondition(const Model& model, const Units& units, const Sources& sources)
      : model_(model), units_(units), sources_(sources) {}

  // Empty if the `when` of the action (of the model) holds for the situation's agent, or has none.
  [[nodiscard]] std::string explain(const Situation& situation, uint32_t action) const;

 private:
  const Model& model_;
  const Units& units_;
  const Sources& sources_;
};

}  // namespace ishi::compiler
