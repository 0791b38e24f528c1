#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/simulation.h"
#include "workspace/ask/run_ways.h"

namespace ishi::compiler::cli {

// Draws a run as SVG: the ground from above with the ways of all, and below it a strip for each agent with
// the actions that it chose, its states, and the events that it emitted.
class ScenePicture {
 public:
  // All outlive this.
  ScenePicture(const Model& model, const Asset& asset, const Situation& situation);

  // After each frame.
  void note(const Simulation& simulation);
  // The picture of the run so far; `title` stands above it.
  [[nodiscard]] std::string svg(std::string_view title) const;

 private:
  using Place = RunWays::Place;
  using Way = RunWays::Way;
  // A stretch of a strip, in seconds.
  struct Stretch {
    uint32_t what = kNone;
    double begins = 0, ends = 0;
  };
  struct Mark {
    uint32_t event = 0;
    double seconds = 0;
  };
  struct Strip {
    std::vector<Stretch> options, states;
    std::vector<Mark> emitted;
  };
  // The places in the picture.
  struct Frame {
    Place least, most;
    double scale = 1;
    double top = 0;
    [[nodiscard]] double x(double right) const;
    [[nodiscard]] double y(double ahead) const;
  };

  static void extend(std::vector<Stretch>& stretches, uint32_t what, double now);
  [[nodiscard]] Frame frame() const;
  void draw_ground(std::string& svg, const Frame& frame) const;
  void draw_axes(std::string& svg, const Frame& frame) const;
  void draw_names(std::string& svg, const Frame& frame) const;
  [[nodiscard]] double names_width() const;
  void draw_strips(std::string& svg, double top, const std::vector<uint32_t>& used) const;
  double draw_legend(std::string& svg, const std::vector<uint32_t>& actions, double y) const;
  [[nodiscard]] std::vector<uint32_t> actions_done() const;
  [[nodiscard]] uint32_t action_of(uint32_t agent, uint32_t option) const;

  const Model& model_;
  const Asset& asset_;
  const Situation& situation_;
  RunWays ways_;
  std::vector<Strip> strips_;
  double seconds_ = 0;
};

}  // namespace ishi::compiler::cli
