#pragma once

#include <deque>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/history.h"
#include "simulate/simulation.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// Measures how nearly a run failed each claim that can be missed by a little: a number that stays within a
// range, changes of mind in a period, something that happens in time. A search looks for failing runs near
// those that nearly failed.
class NearMisses {
 public:
  // All must outlive this. `simulation` is before its first frame.
  NearMisses(const Model& model, const Asset& asset, const TypedTest& test, const Simulation& simulation);

  // After each frame, when the histories have noted it. A history for each agent.
  void note(const Simulation& simulation, const std::deque<History>& histories);
  // The distance of each claim to failing once the run is over, as a share of what the claim allows: 0 or
  // less where it failed, infinity where nothing is known. The claims of a test are the same in each run.
  [[nodiscard]] std::vector<double> distances(const Simulation& simulation,
                                              const std::deque<History>& histories) const;

 private:
  // A number that must stay within a range, or out of it.
  struct Ranged {
    uint32_t agent = 0;
    bool is_level = false;
    bool is_whole = false;
    bool stays_out = false;
    bool is_of_end = false;  // it counts at the end alone
    uint32_t index = 0;      // of a key or motive of the asset
    double low = 0, high = 0;
    double width = 1;  // of all that the number can be
    double distance = 0;
  };
  // An agent of which steadiness is expected, and its latest changes of mind.
  struct Steady {
    uint32_t agent = 0;
    std::deque<double> switched{};  // seconds
    size_t switches = 0;
    double distance = 0;
  };

  void add_keys(uint32_t agent, const std::vector<ExpectedKey>& keys, bool stays_out, bool is_of_end);
  void add_levels(uint32_t agent, const Map<Setting<Bounds>>& levels, bool stays_out, bool is_of_end);
  [[nodiscard]] static double distance(const Ranged& one, const SimulatedAgent& agent);
  void add_within(uint32_t agent, const History& history, std::vector<double>& all) const;

  const Model& model_;
  const Asset& asset_;
  const TypedTest& test_;
  std::vector<Ranged> ranged_;
  std::vector<Steady> steady_;
};

}  // namespace ishi::compiler
