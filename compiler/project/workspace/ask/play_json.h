#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/json.h"
#include "model/model.h"
#include "simulate/simulation.h"
#include "workspace/ask/agent_details.h"
#include "workspace/ask/run_ways.h"

namespace ishi::compiler {

// The events of a run as JSON, in the order in which they happened, and where everybody was.
class PlayJson {
 public:
  // All outlive this.
  PlayJson(const Model& model, const Asset& asset, const Situation& situation)
      : model_(model), asset_(asset), situation_(&situation), ways_(std::in_place, model, situation) {}
  // For recorded agents, whose ways are not kept. Their frames may begin at any microsecond.
  PlayJson(const Model& model, const Asset& asset) : model_(model), asset_(asset) {}

  // After each frame: where everybody is, and then each agent of whom events are kept.
  void note(const Simulation& simulation) { ways_->note(simulation); }
  void note(const SimulatedAgent& agent);
  // An agent that is no simulation's is not in the world any more.
  void note_leaving(const std::string& name, uint64_t frame, double seconds);
  // {"version": 1, "seconds": …, "agents": […], "events": […], "bodies": {…}, "sounds": […], "ways": […],
  // "walls": […]}. An event has its time and its frame, both of which `--at` takes. The places of ways are
  // [seconds, right, ahead, facing], in metres and degrees. The fields of an agent are those of
  // AgentDetails.
  [[nodiscard]] nlohmann::ordered_json json(const Simulation& simulation) const;
  // The same for agents outside of a simulation.
  [[nodiscard]] nlohmann::ordered_json json(double seconds, nlohmann::ordered_json agents) const;

 private:
  [[nodiscard]] nlohmann::ordered_json of_event(const SimulatedAgent& agent,
                                                const SimulatedEvent& event) const;
  [[nodiscard]] nlohmann::ordered_json of_choice(const SimulatedAgent& agent) const;
  [[nodiscard]] nlohmann::ordered_json sounds() const;
  [[nodiscard]] nlohmann::ordered_json of_sound(uint32_t sound, double seconds, std::string_view by) const;
  [[nodiscard]] double time_of(double seconds) const;

  const Model& model_;
  const Asset& asset_;
  const Situation* situation_ = nullptr;
  std::optional<RunWays> ways_;
  std::map<std::string, AgentDetails, std::less<>> details_;  // by the agent's name
  nlohmann::ordered_json bodies_ = nlohmann::ordered_json::object();
  nlohmann::ordered_json sounds_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json events_ = nlohmann::ordered_json::array();
};

}  // namespace ishi::compiler
