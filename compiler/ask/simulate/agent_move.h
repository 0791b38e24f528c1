#pragma once

#include <span>
#include <string>

#include "diagnostics/diagnostics.h"
#include "ishi/scratch.h"
#include "model/model.h"
#include "simulate/stage.h"

// The moves of the agents of a stage in a frame, and the headings that a test expects.

namespace ishi::compiler {

// Of a move phase.
struct AgentMove {
  uint32_t steering = kNone;          // of the asset; kNone: it does not steer
  uint32_t direction = kNoDirection;  // none: it stands
  double degrees = 0;                 // of its heading, from the world's forward to the right, -180 to 180
  Vector3 heading{};
  float speed = 0;          // metres per second
  bool is_blocked = false;  // in every direction

  // Of one that walks: how many cells are left of its way, as far as that is known, and the last one's
  // centre.
  uint32_t cells = 0;
  Vector3 way_end{};
  Vector3 way_point{};  // the next one's

  [[nodiscard]] bool stands() const { return heading.x == 0 && heading.y == 0 && heading.z == 0; }
};

// "45deg", "nothing"
[[nodiscard]] std::string heading_text(const AgentMove& move);

// True if a place is within half a cell of another one, heights aside.
[[nodiscard]] bool is_there(const Vector3& at, const Vector& place, Up up);

// "[3, 0, 2]"
[[nodiscard]] std::string place_text(const Vector3& at);

// Finds paths, and runs the move phase of all populations: in a frame, when they have acted. `moves` has one
// for each agent of the stage. Steerings find blocked what the situation blocks within a metre.
[[nodiscard]] Status move_agents(Stage& stage, Scratch& scratch, std::span<AgentMove> moves);

// A test's expectation: a range of degrees, or that the agent stands.
struct ExpectedHeading {
  bool given = false;
  bool stands = false;
  double low = 0, high = 0;
  std::string text;
  Span span;  // of that text

  [[nodiscard]] bool is_met(const AgentMove& move) const;
};

// Everything wrong is reported.
[[nodiscard]] ExpectedHeading read_heading(const AgentExpectation& expect, Diagnostics& diagnostics);

}  // namespace ishi::compiler
