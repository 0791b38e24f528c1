#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/moves.h"
#include "ishi/population.h"
#include "ishi/program.h"
#include "memory/array.h"
#include "program/chunk.h"
#include "steering/blend.h"
#include "views/agents.h"
#include "views/jobs.h"

// Agents that steer: how a population's move, where they went last, and the move phase. What later moves
// depend on lies in the population's arena; masks of blocked directions, too, since they stay until the game
// writes others.

namespace ishi {

// A steering of the agent, ready to be followed.
struct SteeringPlan {
  const blob::Steering* steering = nullptr;
  std::span<const blob::SteeringBehaviour> behaviours;
  std::span<const blob::Operation> program;
  std::span<const Domain> domains;
  Array<Instruction> steps;  // parallel, for several agents at once; none: it runs agent by agent
  Directions directions;
  bool draws = false;  // true if its program does
  bool wanders = false;
};

struct Steering {
  Array<SteeringPlan> plans;  // of the agent; none: nothing below is there
  uint32_t axis_ahead = 2;    // of a position; the right one is 0

  // The state, by slot.
  uint16_t* followed = nullptr;  // 1 + the steering that is at work, counted from the agent's first; 0: none
  float* right = nullptr;        // the last heading; zeros: none
  float* ahead = nullptr;
  float* wandering = nullptr;    // turns from forward; below 0: it has not begun. Null if nobody wanders
  uint64_t* blocked = nullptr;   // null if nobody avoids
  uint64_t* moved_at = nullptr;  // of the population: when it moved last, in microseconds

  // Of a move phase.
  Jobs jobs;
  uint64_t moved_in = 0;  // the world's frame_serial
  uint64_t passed = 0;    // microseconds since the last move
  uint32_t most_directions = 0;
  Array<Move> moves;        // parallel to the slots of the jobs
  Array<uint16_t> weighed;  // by slot: what it followed then, 0: its weights are nobody's
  Array<float> weights;     // what directions weighed last: for each a row, by slot

  [[nodiscard]] bool any() const { return is_built(Feature::steering) && plans.size() != 0; }
  void begin(uint32_t slot, uint32_t steering) const { followed[slot] = static_cast<uint16_t>(1 + steering); }
  // Unless it follows another one by now.
  void end(uint32_t slot, uint32_t steering) const {
    if (followed[slot] == 1 + steering) followed[slot] = 0;
  }
  void forget_heading(uint32_t slot) const {
    right[slot] = ahead[slot] = 0;
    if (wandering != nullptr) wandering[slot] = -1;
  }
};

// What the program of a steering gave for several agents: the values of an operation stand in a row, those of
// the next one `stride` behind them.
struct ProgramValues {
  const float* first = nullptr;
  size_t stride = 1;

  [[nodiscard]] const float* of(uint32_t operation) const { return first + operation * stride; }
};

// Where up to kSteerAtOnce agents go, who all follow this steering. `weights` has a row for each direction.
// For different slots from any thread, in the promised floating-point environment, as all below.
void steer(Agents& population, const SteeringPlan& plan, std::span<const uint32_t> slots,
           const ProgramValues& values, SteerFloats* weights, Move* moves);

// Where those in `slots` go, who all steer and rise: a move for each. `scratch` begins on a cache line and
// has room for steering_scratch bytes.
void steer_all(Agents& population, std::span<const uint32_t> slots, std::byte* scratch, Move* moves);
[[nodiscard]] size_t steering_scratch(const Agents& population);
// Makes the steps of a plan, if its program can run for several agents at once. False if there is no memory.
[[nodiscard]] bool plan_lanes(const Agents& population, SteeringPlan& plan);

// True if the behaviours of an agent draw, whatever its formulas do.
[[nodiscard]] bool steerings_draw(const Tables& tables, const blob::Agent& agent);

// Makes it: declared, then given what is no state. False if there is no memory.
class SteeringBuilder {
 public:
  explicit SteeringBuilder(Agents& population) : p_(population) {}

  [[nodiscard]] bool declare(ColumnSet& columns);
  [[nodiscard]] bool allocate();

 private:
  Agents& p_;
};

}  // namespace ishi
