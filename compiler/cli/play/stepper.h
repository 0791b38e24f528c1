#pragma once

#include "ishi/asset_info.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler::cli {

// Lets a person go through a simulation step by step: after each moment in which something happens it waits
// for a line of the standard input. What that may be, `?` tells.
class Stepper {
 public:
  // Both outlive this.
  Stepper(const Asset& asset, const SimulatedAgent& agent) : asset_(asset), agent_(agent) {}

  // After a moment has been printed: false if the person has had enough. At the end of the input the rest is
  // played without stopping.
  bool wait();
  // True if the time has come that the person wanted to see.
  [[nodiscard]] bool is_due() const;

 private:
  // One line of input. Whether to go on, to stay, or to leave.
  enum class Answer : uint8_t { go_on, stay, leave };
  Answer obey(std::string_view line);
  void print_state() const;
  void print_candidates(uint32_t set) const;

  const Asset& asset_;
  const SimulatedAgent& agent_;
  double until_ = 0;  // seconds: before that nobody is asked; 0: for the next moment with news
  bool has_ended_ = false;
};

}  // namespace ishi::compiler::cli
