#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ishi/asset.h"
#include "simulate/expected_keys.h"
#include "simulate/history.h"
#include "simulate/simulation.h"

namespace ishi::compiler {

// Compares what came of a test's run with what the test expects of it as a whole: `within`, `does`,
// `max_switches` and `key`. What it expects of its last thought is for others.
class RunJudge {
 public:
  // All must outlive this.
  RunJudge(const Model& model, const Asset& asset, const Test& test, const Situation& situation,
           const Simulation& simulation, const History& history)
      : model_(model),
        asset_(asset),
        test_(test),
        situation_(situation),
        simulation_(simulation),
        agent_(simulation.agent()),
        history_(history) {}

  // Calls `fail` with a line for each expectation that is not met.
  void judge(const std::function<void(std::string)>& fail) const;

  // A line for each failure under `fails` that came to nothing, for people who wonder.
  void tell_unused(const std::function<void(std::string)>& tell) const;

 private:
  [[nodiscard]] std::string_view name_of(uint32_t option) const;
  [[nodiscard]] std::string stretches_text(double until) const;
  [[nodiscard]] std::string within() const;
  [[nodiscard]] std::string does() const;
  [[nodiscard]] std::string switches() const;
  [[nodiscard]] std::string reaches() const;
  [[nodiscard]] std::string goal(const Named<Setting<GoalState>>& expected) const;
  [[nodiscard]] std::string level(const Named<Setting<Bounds>>& expected) const;
  [[nodiscard]] std::string key(const ExpectedKey& expected) const;

  const Model& model_;
  const Asset& asset_;
  const Test& test_;
  const Situation& situation_;
  const Simulation& simulation_;
  const SimulatedAgent& agent_;
  const History& history_;
};

}  // namespace ishi::compiler
