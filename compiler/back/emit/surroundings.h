#pragma once

#include <vector>

#include "asset_generated.h"
#include "emit/bodies.h"
#include "emit/names.h"
#include "lower/lowered.h"
#include "model/model.h"

// The part of the blob about an agent's surroundings: what it senses, where it steers, and the ways that it
// walks.

namespace ishi::compiler {

class SurroundingsEmitter {
 public:
  SurroundingsEmitter(const Model& model, NameTables& names) : model_(model), names_(names) {}

  // All classes of walkers. What is said of no terrain costs 1.
  void add_navigation();
  // The parts of an agent, in its order.
  blob::Range add_senses(const LoweredAgent& lowered, const AgentBodies& bodies);
  blob::Range add_steerings(const LoweredAgent& lowered, const AgentBodies& bodies);

  [[nodiscard]] const std::vector<blob::Navigation>& navigations() const { return navigations_; }
  [[nodiscard]] const std::vector<uint32_t>& travel_costs() const { return travel_costs_; }
  [[nodiscard]] const std::vector<blob::Sense>& senses() const { return senses_; }
  [[nodiscard]] const std::vector<uint32_t>& sense_sounds() const { return sense_sounds_; }
  [[nodiscard]] const std::vector<blob::Steering>& steerings() const { return steerings_; }
  [[nodiscard]] const std::vector<blob::SteeringBehaviour>& behaviours() const { return behaviours_; }

 private:
  const Model& model_;
  NameTables& names_;
  std::vector<blob::Navigation> navigations_;
  std::vector<uint32_t> travel_costs_;
  std::vector<blob::Sense> senses_;
  std::vector<uint32_t> sense_sounds_;
  std::vector<blob::Steering> steerings_;
  std::vector<blob::SteeringBehaviour> behaviours_;
};

}  // namespace ishi::compiler
