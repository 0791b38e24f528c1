#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "cli/play/run_ways.h"
#include "model/model.h"
#include "simulate/simulation.h"

namespace ishi::compiler::cli {

// The events of a run as JSON, in the order in which they happened, and where everybody was.
class PlayJson {
 public:
  // All outlive this.
  PlayJson(const Model& model, const Asset& asset, const Situation& situation)
      : model_(model), asset_(asset), ways_(std::in_place, model, situation) {}
  // Of agents that are no simulation's, of whose ways nothing is kept.
  PlayJson(const Model& model, const Asset& asset) : model_(model), asset_(asset) {}

  // After each frame: where everybody is, and then each agent of whom events are kept.
  void note(const Simulation& simulation) { ways_->note(simulation); }
  void note(const SimulatedAgent& agent);
  // {"version": 1, "seconds": …, "agents": […], "events": […], "ways": […], "walls": […]}; the places of ways
  // are [seconds, right, ahead], in metres.
  [[nodiscard]] nlohmann::ordered_json json(const Simulation& simulation) const;
  // The same of agents that are no simulation's.
  [[nodiscard]] nlohmann::ordered_json json(double seconds, nlohmann::ordered_json agents) const;

 private:
  [[nodiscard]] nlohmann::ordered_json of_event(const SimulatedAgent& agent,
                                                const SimulatedEvent& event) const;
  [[nodiscard]] nlohmann::ordered_json of_choice(const SimulatedAgent& agent) const;

  const Model& model_;
  const Asset& asset_;
  std::optional<RunWays> ways_;
  nlohmann::ordered_json events_ = nlohmann::ordered_json::array();
};

}  // namespace ishi::compiler::cli
