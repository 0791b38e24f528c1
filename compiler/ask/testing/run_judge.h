#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ishi/asset_info.h"
#include "simulate/history.h"
#include "simulate/simulation.h"
#include "simulate/typed_test.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// Compares an agent's run as a whole with an expectation: `within`, `does`, `max_switches`, `key` and their
// like. AgentJudge compares its last thought.
class RunJudge {
 public:
  // All must outlive this. `situation` is the whole one; `when`: of what is so at one time, "at the end".
  // `must_arrive`: it is a failure if the event after which something is expected never comes, or so late
  // that the run is over before the time of `within` is.
  RunJudge(const Model& model, const Asset& asset, const TypedExpectation& expect, const Situation& situation,
           const SimulatedAgent& agent, const History& history, std::string_view when,
           bool must_arrive = true)
      : model_(model),
        asset_(asset),
        expect_(expect),
        situation_(situation),
        agent_(agent),
        history_(history),
        when_(when),
        must_arrive_(must_arrive) {}

  // Calls `fail` with a line for each expectation that is not met.
  void judge(const std::function<void(std::string)>& fail) const;

 private:
  [[nodiscard]] const std::vector<Reference>& actions() const;
  [[nodiscard]] std::string_view name_of(uint32_t option) const;
  [[nodiscard]] std::string stretches_text(double from, double until) const;
  [[nodiscard]] std::string within_text() const;
  [[nodiscard]] std::string picks_within() const;
  [[nodiscard]] std::string state_within() const;
  [[nodiscard]] std::string notices_within(const Named<std::vector<Setting<Name>>>& wanted) const;
  [[nodiscard]] std::string record_text(const History::Record& record, bool is_task) const;
  [[nodiscard]] std::string field_text(const History::Record& record, uint32_t index, bool is_task) const;
  [[nodiscard]] std::string wanted_text(const ExpectedRecord& wanted, bool is_task) const;
  [[nodiscard]] bool is_like(const History::Record& record, const ExpectedRecord& wanted, bool is_task) const;
  [[nodiscard]] std::string does(const std::vector<ExpectedRecord>& wanted) const;
  [[nodiscard]] std::string does_in_order(const std::vector<ExpectedRecord>& wanted) const;
  [[nodiscard]] std::string emits(const ExpectedRecord& wanted) const;
  [[nodiscard]] std::string emitted_text() const;
  [[nodiscard]] std::string never_does(const Reference& task) const;
  [[nodiscard]] std::string times(const Named<Setting<Bounds>>& expected) const;
  [[nodiscard]] std::string switches() const;
  [[nodiscard]] std::string reaches() const;
  [[nodiscard]] const History::Since& since() const;
  [[nodiscard]] double until() const;
  [[nodiscard]] bool is_open() const;
  [[nodiscard]] std::string remembers(const Named<std::vector<Setting<Name>>>& wanted) const;
  [[nodiscard]] std::string goal(const Named<Setting<GoalState>>& expected) const;
  [[nodiscard]] std::string level(const Named<Setting<Bounds>>& expected) const;
  [[nodiscard]] std::string key(const ExpectedKey& expected) const;

  const Model& model_;
  const Asset& asset_;
  const TypedExpectation& expect_;
  const Situation& situation_;
  const SimulatedAgent& agent_;
  const History& history_;
  std::string_view when_;
  bool must_arrive_;
};

// The value of a key of an agent as things stand, and whether it is the expected one.
class KeyStanding {
 public:
  KeyStanding(const Model& model, const Asset& asset, const ExpectedKey& expected,
              const SimulatedAgent& agent);
  [[nodiscard]] std::string_view name() const { return named_.name.text; }
  [[nodiscard]] bool is_met() const;
  // "12", "nothing (`thug` is gone)"
  [[nodiscard]] std::string text() const;
  // Of the asset.
  [[nodiscard]] uint32_t key() const { return key_; }

 private:
  const Asset& asset_;
  const ExpectedKey& expected_;
  const SimulatedAgent& agent_;
  const Named<Variable>& named_;
  uint32_t key_;
};

// The same for a carried level. A single number is met if it differs by at most 0.0001.
class LevelStanding {
 public:
  LevelStanding(const Model& model, const Asset& asset, const Named<Setting<Bounds>>& expected,
                const SimulatedAgent& agent);
  [[nodiscard]] bool is_met() const;
  [[nodiscard]] double level() const { return level_; }

 private:
  const Bounds& bounds_;
  double level_;
};

// A line for each failure under `fails` that came to nothing, for people who wonder.
void tell_unused_failures(const Asset& asset, const Simulation& simulation,
                          const std::function<void(std::string)>& tell);

// A line for each agent and entity that went through a wall: by `moves_to` and `moves` they go straight.
void tell_ways_through_walls(const Model& model, const Asset& asset, const Simulation& simulation,
                             const std::function<void(std::string)>& tell);

}  // namespace ishi::compiler
