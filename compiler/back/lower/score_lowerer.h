#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "lower/expression_lowerer.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// The weights and curves of one motive in all profiles.
struct MotiveWeights {
  Interval range{1, 1};  // of its weights
  // Its own curve first, then each other one that a profile gives it once, in the order of the profiles.
  // kNone: no curve.
  std::vector<uint32_t> curves;
};

// For each need, then each drive.
[[nodiscard]] std::vector<MotiveWeights> gather_weights(const Model& model);

// Lowers the scores of one agent's options into one program.
class ScoreLowerer {
 public:
  // `moments`: what the agent's programs ask for; more is added to it.
  ScoreLowerer(const Model& model, std::span<const MotiveWeights> weights, const Named<Agent>& agent,
               std::vector<LoweredMoment>& moments, ProgramBuilder& builder, ChoiceSource& choices,
               Diagnostics& diagnostics)
      : model_(model),
        weights_(weights),
        agent_(agent.value),
        builder_(builder),
        expressions_(model, builder, diagnostics,
                     {.agent = &agent, .moments = &moments, .choices = &choices, .thinking = &agent.value}) {}

  // The agent's rhythm.
  LoweredRhythm lower_rhythm(const Formula& every);
  // The carried level after the agent's thought.
  Ref lower_level(uint32_t motive);
  // The `index`-th option of the agent. Steps are left empty.
  LoweredOption lower_option(uint32_t index);
  // A choice, which gets this place among those of the agent.
  LoweredChoice lower_choice(uint32_t choice, uint32_t place);

 private:
  Ref lower_score(const Action& action, std::vector<LoweredTerm>& terms, Ref& weight);
  Ref lower_model(const Action& action, std::vector<LoweredTerm>& terms);
  Ref lower_rewards(const Action& action, std::vector<LoweredTerm>& terms);
  Ref lower_amounts(const Action& action, std::vector<LoweredTerm>& terms);
  Ref lower_tactical(const Tactical& tactical, std::vector<LoweredTerm>& terms);
  Ref lower_considerations(const Action& action, std::vector<LoweredTerm>& terms);
  // The effective strength of a motive: curve(level · weight).
  Ref effective(uint32_t motive);

  const Model& model_;
  std::span<const MotiveWeights> weights_;
  const Agent& agent_;
  ProgramBuilder& builder_;
  ExpressionLowerer expressions_;
  std::unordered_map<uint32_t, Ref> strengths_;  // of motives that have been lowered
};

// The choices of one agent: those that it lists, then those that its scores and bodies name, by first use.
class AgentChoices : public ChoiceSource {
 public:
  AgentChoices(const Model& model, std::span<const MotiveWeights> weights, const Named<Agent>& agent,
               std::vector<LoweredMoment>& moments, ProgramBuilder& builder, Diagnostics& diagnostics);

  uint32_t place_of(uint32_t choice) override;
  Lowered lower(uint32_t choice) override;
  // Lowers those that no score has named.
  std::vector<LoweredChoice> lower_all();

 private:
  const Model& model_;
  std::span<const MotiveWeights> weights_;
  const Named<Agent>& agent_;
  std::vector<LoweredMoment>& moments_;
  ProgramBuilder& builder_;
  Diagnostics& diagnostics_;
  std::vector<LoweredChoice> entries_;  // by place; without a `best` as long as they are named alone
};

}  // namespace ishi::compiler
