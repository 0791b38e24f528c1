#pragma once

#include <cstdint>

#include "steering/directions.h"

// What directions weigh for agents side by side. Source of the formulas: context steering as Qiita's
// "Steering Behaviour" in Unity has it, with the weights of all behaviours added up. Everything that draws
// straight in one direction weighs (dot + 1) / 2, which is linear in the direction: those are added up first,
// so that all of them together cost one pass over the directions.

namespace ishi {

// How many agents are steered at once.
inline constexpr uint32_t kSteerAtOnce = 64;
using SteerFloats = float[kSteerAtOnce];
using SteerWords = uint32_t[kSteerAtOnce];

// As many agents in whole vectors: loops over them are short, and what they make of lanes behind the last
// agent, which hold anything, nobody looks at.
[[nodiscard]] constexpr uint32_t whole_vectors(uint32_t agents) { return (agents + 3) / 4 * 4; }
static_assert(whole_vectors(kSteerAtOnce) == kSteerAtOnce);

// Where one goes.
struct Headed {
  uint32_t direction = kNoDirection;
  Heading heading;
};

class Blend {
 public:
  // `weights`: a row of agents for each of the directions, where it writes what they weigh.
  Blend(const Directions& directions, SteerFloats* weights, uint32_t agents)
      : directions_(directions), weights_(weights), agents_(agents) {}

  // For agents whose word in `counts` is 1; 0: it changes nothing. The ways are of length 1.
  // Towards a way, or against it: (dot + 1) / 2 · weight.
  void seek(const SteerWords& counts, const SteerFloats& right, const SteerFloats& ahead,
            const SteerFloats& weight, bool against = false);
  // Round what is there: (dot + 1) / 2 · (1 − |dot + 0.25|²) · weight. The best is nearly square to it, a
  // little away.
  void strafe(const SteerWords& counts, const SteerFloats& right, const SteerFloats& ahead,
              const SteerFloats& weight);
  // As seek, but only if something else moves.
  void keep(const SteerWords& counts, const SteerFloats& right, const SteerFloats& ahead,
            const SteerFloats& weight);
  // Of one agent: a bit for each direction that is out of the question.
  void block(uint32_t agent, uint64_t directions) {
    blocked_[0][agent] |= static_cast<uint32_t>(directions);
    blocked_[1][agent] |= static_cast<uint32_t>(directions >> 32);
  }

  // Adds everything up, once nothing is added any more.
  void complete();
  // The heaviest direction above 0, of equal ones the lowest; none: it stands. `smooth`: the heading is the
  // vertex of the parabola through that direction and its neighbours, and never turns towards a blocked one.
  [[nodiscard]] Headed choose(uint32_t agent, bool smooth) const {
    const uint32_t heaviest = heaviest_[agent];
    if (heaviest == kNoDirection) return {};
    return {heaviest, smooth ? between(agent, heaviest) : directions_.at(heaviest)};
  }
  // Writes what a direction weighs for each agent, −infinity if it is blocked.
  void write(uint32_t direction, float* out) const;

 private:
  // Half the weighed headings and half the weights, added up.
  struct Sum {
    SteerFloats right = {}, ahead = {}, weight = {};

    void add(const SteerWords& counts, const SteerFloats& to_right, const SteerFloats& to_ahead,
             const SteerFloats& by, float sign, uint32_t agents);
  };

  void move(const SteerWords& counts, const SteerFloats& weight);
  [[nodiscard]] Heading between(uint32_t agent, uint32_t heaviest) const;
  [[nodiscard]] bool is_blocked(uint32_t agent, uint32_t direction) const {
    return (blocked_[direction / 32][agent] >> direction % 32 & 1) != 0;
  }

  const Directions& directions_;
  SteerFloats* weights_;
  uint32_t agents_;
  Sum drawn_, kept_;  // what counts, and what counts only if something moves
  SteerWords moves_ = {}, strafes_ = {};
  SteerWords blocked_[2] = {};  // the first 32 directions, and the others
  bool any_strafes_ = false;
  SteerWords heaviest_;  // kNoDirection: none is above 0
};

}  // namespace ishi
