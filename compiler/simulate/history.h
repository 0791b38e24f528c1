#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulate/simulation.h"

namespace ishi::compiler {

// What a simulated agent did, as far as a test asks. Options and tasks are the agent's and the asset's.
class History {
 public:
  // While an option ran, again and again perhaps, without a gap.
  struct Stretch {
    uint32_t option = 0;
    double begins = 0;
    double ends = 0;  // seconds
  };
  struct Started {
    uint32_t task = 0;
    double seconds = 0;
  };

  // `started`: how many of the first tasks it must remember. The agent is before its first frame.
  History(const SimulatedAgent& agent, size_t started);

  // After each frame.
  void note(const SimulatedAgent& agent);

  // The first ones; the last one is always there.
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  [[nodiscard]] const std::vector<Started>& started() const { return started_; }
  // How often it went over to another option.
  [[nodiscard]] size_t switches() const { return switches_; }
  // When an option, or kNone, was what a thought chose, for the first time; below 0: never.
  [[nodiscard]] double first_picked(uint32_t option) const;
  // Since when the thoughts have chosen what the last one did.
  [[nodiscard]] double picked_since() const { return picked_since_; }
  // When a key of the asset last changed; below 0: never.
  [[nodiscard]] double changed(uint32_t key) const { return changed_[key]; }

 private:
  void begin(uint32_t option, double seconds);
  void end(double seconds);

  size_t most_started_;
  std::vector<Stretch> stretches_;
  std::vector<Started> started_;
  std::vector<double> first_picked_;  // the last one is that of nothing
  std::vector<double> changed_;
  size_t switches_ = 0;
  uint32_t picked_ = kNone;
  double picked_since_ = -1;
  bool is_running_ = false;
};

}  // namespace ishi::compiler
