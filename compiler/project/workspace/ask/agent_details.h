#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/json.h"
#include "simulate/fact_values.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler {

// More of an agent of a run than its events, over time: the levels that it carries and the scores of its
// thoughts, where it stands in its body, what it plans and remembers, and how it moves. Each is a list of
// changes: an entry holds from its time on.
class AgentDetails {
 public:
  // After each frame. The agent may be another object than before, of the same asset.
  void note(const SimulatedAgent& agent);
  // The agent is not in the world any more from then on: nothing of it holds any longer.
  void leave(double seconds);
  // {"gone": seconds, "senses": …, "levels": …, "scores": …, "active": …, "plans": …, "memory": …, "path": …,
  // "weights": …}; what the agent's kind does not have is left out.
  [[nodiscard]] nlohmann::ordered_json json() const;

 private:
  using OrderedJson = nlohmann::ordered_json;
  // A number over time, by its name.
  struct Line {
    std::string name;
    OrderedJson points = OrderedJson::array();  // [seconds, value]
    OrderedJson last = nullptr;
  };
  // A list over time.
  struct Changes {
    OrderedJson entries = OrderedJson::array();  // [seconds, …]
    OrderedJson last = nullptr;
    void take(double seconds, OrderedJson now);
  };

  void begin(const SimulatedAgent& agent);
  void note_numbers(const SimulatedAgent& agent);
  void note_body(const SimulatedAgent& agent);
  void note_memory(const SimulatedAgent& agent);
  void note_moves(const SimulatedAgent& agent);
  static void add(Line& line, double seconds, OrderedJson value);
  static void add_on_line(Line& line, double seconds, OrderedJson value);

  bool has_begun_ = false;
  uint64_t frames_ = 0;
  std::optional<double> gone_;  // seconds
  OrderedJson senses_ = OrderedJson::array();
  std::vector<Line> levels_, scores_;
  Changes active_, plans_, memory_, path_, weights_;
};

// The bodies of an agent's actions as trees: [{"action": …, "nodes": [{"node": …, "parent": …, "kind": …,
// "name": …}, …]}, …]; nodes in the order in which they stand, the body itself without a parent.
[[nodiscard]] nlohmann::ordered_json bodies_json(const Asset& asset, uint32_t agent);

}  // namespace ishi::compiler
