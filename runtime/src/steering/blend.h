#pragma once

#include <cstdint>

#include "steering/directions.h"

// What directions weigh. Source of the formulas: context steering as Qiita's "Steering Behaviour" in Unity
// has it, with the weights of all behaviours added up. Everything that draws straight in one direction weighs
// (dot + 1) / 2, which is linear in the direction: those are added up first, so that all of them together
// cost one pass over the directions.

namespace ishi {

// Where one goes.
struct Headed {
  uint32_t direction = kNoDirection;
  Heading heading;
};

class Blend {
 public:
  explicit Blend(const Directions& directions) : directions_(directions) {}

  // Towards a heading of length 1: (dot + 1) / 2 · weight.
  void seek(const Heading& to, float weight);
  // Round what is there: (dot + 1) / 2 · (1 − |dot + 0.25|²) · weight. The best is nearly square to it, a
  // little away.
  void strafe(const Heading& to, float weight);
  // As seek, but only if something else moves.
  void keep(const Heading& heading, float weight);
  // A bit for each direction that is out of the question.
  void block(uint64_t directions) { blocked_ |= directions; }

  // Adds everything up and writes what each direction weighs, −infinity for the blocked ones, to `weights`,
  // which has room for all and is padded as Directions are. Gives the heaviest above 0, of equal ones the
  // lowest; none: it stands. `between`: the heading is the vertex of the parabola through that direction and
  // its neighbours, and never turns towards a blocked one.
  [[nodiscard]] Headed choose(float* weights, bool between);

 private:
  [[nodiscard]] Heading between(const float* weights, uint32_t heaviest) const;
  [[nodiscard]] bool is_blocked(uint32_t direction) const { return (blocked_ >> direction & 1) != 0; }

  const Directions& directions_;
  Heading drawn_, kept_;                      // half the weighed headings, added up
  float drawn_weight_ = 0, kept_weight_ = 0;  // half the weights
  uint64_t blocked_ = 0;
  bool moves_ = false, strafes_ = false;
  alignas(64) float strafing_[kMostDirections];
};

}  // namespace ishi
