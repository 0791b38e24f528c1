#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "simulate/situation.h"
#include "source/stop.h"
#include "sweep/axis.h"
#include "sweep/decision.h"

// The decisions of an agent along a key or level, or over two, all else as a situation has it: with the exact
// places where the decision changes. The runtime decides in single places; between two of them it is shown
// that nothing changes, or looked further.

namespace ishi::compiler {

// The key or level that is swept.
struct SweepQuestion {
  const Model& model;
  const Lowered& lowered;
  const Asset& asset;
  Situation situation;     // of the agent, its profile, and what runs
  std::vector<Axis> axes;  // one or two
  const Stop* stop = nullptr;
};

// Neighbouring values with one decision; `first` and `last` are in it.
struct SweptStretch {
  float first = 0, last = 0;
  SweptDecision decision;
  RunsFor picked_for;  // at first: of `picks` in all of it
};

// A sweep along one axis: its stretches, from its low end to its high one.
struct SweptLine {
  std::vector<SweptStretch> stretches;
  // The same, parted where a decision is for another member from there on. Members are looked at, not proved.
  std::vector<SweptStretch> picks;
  // 0: it is proved that there are no others. Else what was only looked at has so wide parts, between places
  // where the runtime decided alike: a stretch within one of these may be missed.
  double widest_gap = 0;
  std::string obstacle;  // why nothing could be proved, for a sentence; empty: that is not known
};

// Sweeps along `axes[0]`; where there are two the other one is `second`. Exact to the last float. Numbers
// nearer to 0 than 1e-30 count as 0 for what is proved. Costs about 40 thoughts a change, and 4000 beside
// these at most.
[[nodiscard]] SweptLine sweep_line(const SweepQuestion& question, float second = 0);

// A part of a map, in which one decision is made; or at least in its middle.
struct SweptArea {
  Interval first, second;  // of the axes
  SweptDecision decision;
  bool is_proved = false;  // … in all of it
};

// A sweep over two axes without words.
struct SweptMap {
  std::vector<SweptArea> areas;
  double finest = 0;    // share of a range that the smallest areas have
  double unproved = 0;  // share of the whole in areas of which only the middle is known
  std::string obstacle;
};

// Quarters the map until each part is proved or its sides are 1/128 of the ranges. Regions that hold no
// square of that size may be missed.
[[nodiscard]] SweptMap sweep_map(const SweepQuestion& question);

// The same in pieces.
class MapSweep {
 public:
  explicit MapSweep(SweepQuestion question);
  ~MapSweep();
  MapSweep(const MapSweep&) = delete;
  MapSweep& operator=(const MapSweep&) = delete;

  // Decides in some more places. False once all is swept, or it is stopped.
  bool go_on();
  [[nodiscard]] SweptMap take();

 private:
  class Quarters;
  std::unique_ptr<Quarters> quarters_;
};

// A change of an action that runs, along an axis; the running one has inertia.
struct Switch {
  float at = 0;  // the first value at which it changes, seen from where it comes
  SweptDecision from, to;
};

// The lines for each action that runs already, and where it changes when the value rises or falls slowly.
struct Hysteresis {
  std::vector<Switch> rising, falling;
  double widest_gap = 0;
};

// Nothing where the agent has no inertia. `line`: the one where nothing runs.
[[nodiscard]] std::optional<Hysteresis> sweep_hysteresis(const SweepQuestion& question,
                                                         const SweptLine& line);

}  // namespace ishi::compiler
