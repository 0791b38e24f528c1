#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>

#include "explain/failed_condition.h"
#include "ishi/asset_info.h"
#include "simulate/history.h"
#include "simulate/simulated_agent.h"
#include "simulate/thought.h"
#include "simulate/typed_test.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// An agent to be judged: its thought, and the situation in which it thought; in a run the last thought.
struct Judged {
  const Thought& thought;
  const Situation& situation;  // of this agent alone
  const Sensing& sensing;
  const SimulatedAgent* simulated = nullptr;  // of a run
  const History* history = nullptr;           // of a run
  std::string_view when = kAtEnd;             // of a run: the time that it is about
};

// Compares an agent's thought with an expectation.
class AgentJudge {
 public:
  // All must outlive this. `given` is the whole situation, `index` one of its agents; `conditions`, which may
  // be null, says more of actions whose `when` does not hold; `fail` takes a line for each expectation that
  // is not met.
  AgentJudge(const Model& model, const Asset& asset, const Situation& given, uint32_t index,
             const Judged& judged, const FailedCondition* conditions,
             const std::function<void(std::string)>& fail)
      : model_(model),
        asset_(asset),
        given_(given),
        index_(index),
        agent_(given.agent_at(index).agent),
        thought_(judged.thought),
        situation_(judged.situation),
        sensing_(judged.sensing),
        simulated_(judged.simulated),
        history_(judged.history),
        when_(judged.when),
        conditions_(conditions),
        fail_(fail) {}

  void judge(const TypedExpectation& expect);

 private:
  [[nodiscard]] bool is_run() const { return simulated_ != nullptr; }
  // " at the end"; of one thought nothing.
  [[nodiscard]] std::string at_that_time() const { return is_run() ? fmt::format(" {}", when_) : ""; }
  void fail(std::string line) { fail_(std::move(line)); }
  [[nodiscard]] bool is_named(std::string_view member, std::string_view wanted) const;
  [[nodiscard]] uint32_t option_of(std::string_view action) const;
  [[nodiscard]] std::string_view name_of(uint32_t option) const;
  [[nodiscard]] uint32_t action_of(uint32_t option) const;
  [[nodiscard]] bool is_eligible(uint32_t option) const;
  [[nodiscard]] std::string with_score(uint32_t option) const;
  [[nodiscard]] std::string failed_condition(uint32_t option) const;
  [[nodiscard]] std::string_view taken_token(uint32_t option) const;
  void check_picks(const TypedExpectation& expect);
  void check_never_picked(const Reference& never);
  [[nodiscard]] std::string_view state_name(uint32_t state) const;
  void check_state(const TypedExpectation& expect);
  void check_reached(const Vector& wanted);
  void check_heading(const ExpectedHeading& wanted);
  static std::string score_text(float score);
  void check_entity(const TypedExpectation& expect);
  void check_chosen(const Named<Setting<Name>>& wanted);
  void check_noticed(const Named<std::vector<Setting<Name>>>& wanted);
  [[nodiscard]] std::string why_unnoticed(uint32_t sense, std::string_view who) const;
  void check_order(const std::vector<Reference>& order);
  void check_score(const Named<Setting<Bounds>>& wanted);
  void compare(const Named<Setting<Bounds>>& wanted, double score);

  const Model& model_;
  const Asset& asset_;
  const Situation& given_;
  uint32_t index_;  // of the situation's agents
  uint32_t agent_;  // of the model
  const Thought& thought_;
  const Situation& situation_;
  const Sensing& sensing_;
  const SimulatedAgent* simulated_;
  const History* history_;
  std::string_view when_;
  const FailedCondition* conditions_;
  const std::function<void(std::string)>& fail_;
};

}  // namespace ishi::compiler
