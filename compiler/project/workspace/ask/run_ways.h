#pragma once

#include <string_view>
#include <vector>

#include "model/model.h"
#include "simulate/simulation.h"

namespace ishi::compiler {

// The ways of all agents and entities of a run, seen from above: a place each tenth of a second in which they
// moved.
class RunWays {
 public:
  // On the plane: up is y, where ahead is z; or z, where ahead is y. In metres.
  struct Place {
    double seconds = 0;
    double right = 0, ahead = 0;
    double facing = 0;  // degrees from ahead to the right, -180 to 180
  };
  struct Way {
    std::string_view name;
    bool is_agent = false;
    std::vector<Place> places;
    double ends = 0;  // seconds: when it was seen for the last time
  };
  struct Wall {
    Place from, to;  // the same: a cell of one metre
  };

  // Both outlive this.
  RunWays(const Model& model, const Situation& situation);

  // After each frame.
  void note(const Simulation& simulation);
  // Agents, then entities, in the order of the situation.
  [[nodiscard]] const std::vector<Way>& ways() const { return ways_; }
  [[nodiscard]] std::vector<Wall> walls() const;
  // The second axis of the ground is z; else y.
  [[nodiscard]] bool is_y_up() const { return model_.up.value == Up::y; }

 private:
  void note_place(Way& way, const World& world, Entity who, double seconds) const;

  const Model& model_;
  const Situation& situation_;
  std::vector<Way> ways_;
};

}  // namespace ishi::compiler
