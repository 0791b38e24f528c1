#pragma once

#include <nlohmann/json.hpp>

#include "model/model.h"
#include "simulate/simulation.h"

namespace ishi::compiler::cli {

// The events of a run as JSON, in the order in which they happened.
class PlayJson {
 public:
  // Both outlive this.
  PlayJson(const Model& model, const Asset& asset) : model_(model), asset_(asset) {}

  // An agent of whom events are kept; after each frame.
  void note(const SimulatedAgent& agent);
  // {"version": 1, "seconds": …, "agents": […], "events": […]}
  [[nodiscard]] nlohmann::ordered_json json(const Simulation& simulation) const;
  // The same of agents that are no simulation's.
  [[nodiscard]] nlohmann::ordered_json json(double seconds, nlohmann::ordered_json agents) const;

 private:
  [[nodiscard]] nlohmann::ordered_json of_event(const SimulatedAgent& agent,
                                                const SimulatedEvent& event) const;
  [[nodiscard]] nlohmann::ordered_json of_choice(const SimulatedAgent& agent) const;

  const Model& model_;
  const Asset& asset_;
  nlohmann::ordered_json events_ = nlohmann::ordered_json::array();
};

}  // namespace ishi::compiler::cli
