#pragma once

#include <cstdint>

#include "ishi/asset_info.h"
#include "model/written.h"

// The movement of agents that steer: each direction gets a weight from several behaviours, and the heaviest
// wins.

namespace ishi::compiler {

using ishi::SteeringKind;

// Of seek, flee and strafe.
struct Toward {
  Formula target;
};

struct Arrive {
  Formula target;
  Setting<double> slow{2};    // metres
  Setting<double> stop{0.1};  // metres
};

struct Separate {
  Reference from;         // a memory or a set of candidates
  Setting<double> range;  // metres
};

struct Wander {
  Setting<double> turn{1.0471975511965976};  // radians in a second
};

// Of what is done with its name.
struct Bare {};

// One part of a blend; one of its kinds is given.
struct SteeringBehaviour {
  Setting<Toward> seek;
  Setting<Toward> flee;
  Setting<Toward> strafe;
  Setting<Arrive> arrive;
  Setting<Separate> separate;
  Setting<Bare> keep_heading;
  Setting<Wander> wander;
  Setting<Bare> avoid;
  Setting<Bare> follow_path;
  Formula weight;
  Formula when;

  [[nodiscard]] SteeringKind kind() const {
    return seek.given           ? SteeringKind::seek
           : flee.given         ? SteeringKind::flee
           : strafe.given       ? SteeringKind::strafe
           : arrive.given       ? SteeringKind::arrive
           : separate.given     ? SteeringKind::separate
           : keep_heading.given ? SteeringKind::keep_heading
           : wander.given       ? SteeringKind::wander
           : avoid.given        ? SteeringKind::avoid
                                : SteeringKind::follow_path;
  }
  // The place it goes to or from; null if its kind has none.
  [[nodiscard]] const Formula* target() const {
    return seek.given     ? &seek.value.target
           : flee.given   ? &flee.value.target
           : strafe.given ? &strafe.value.target
           : arrive.given ? &arrive.value.target
                          : nullptr;
  }
  [[nodiscard]] Formula* target() { return const_cast<Formula*>(std::as_const(*this).target()); }
};

// True if a kind moves an agent that nothing else moves.
[[nodiscard]] constexpr bool moves(SteeringKind kind) {
  return kind != SteeringKind::separate && kind != SteeringKind::keep_heading && kind != SteeringKind::avoid;
}

// The default weight of a behaviour.
[[nodiscard]] constexpr double usual_weight(SteeringKind kind) {
  switch (kind) {
    case SteeringKind::strafe: return 0.1;
    case SteeringKind::keep_heading: return 0.3;
    case SteeringKind::separate: return 8;
    case SteeringKind::avoid: return 0;
    default: return 1;
  }
}

struct Steering {
  Setting<int32_t> directions{16};
  Formula speed;
  Setting<bool> interpolate{false};
  Map<SteeringBehaviour> blend;
};

}  // namespace ishi::compiler
