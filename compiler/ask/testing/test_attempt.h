#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explain/failed_condition.h"
#include "simulate/history.h"
#include "simulate/restarts.h"
#include "simulate/simulation.h"
#include "simulate/thought.h"
#include "simulate/typed_test.h"
#include "testing/coverage.h"
#include "testing/invariant_judge.h"
#include "testing/near_misses.h"
#include "testing/run_tests.h"
#include "testing/test_result.h"
#include "testing/token_judge.h"

namespace ishi::compiler {

class RunFeatures;  // testing/run_features.h

// The place of an attempt among others of the same test.
struct OneOfMany {
  RunFeatures* features = nullptr;  // gets those of the run; null: it is the only one
  // The simulation of all of them, of the attempt's own situation: it is made when it is first needed.
  std::optional<Simulation>* simulation = nullptr;
  // Finds the outcome alone and writes no explanations. Not for expectations about thoughts
  // (asks_for_thoughts).
  bool is_light = false;
  // Called for each agent after each frame; then all agents are observed. Null: nobody watches.
  const std::function<void(const SimulatedAgent&)>* watch = nullptr;
};

// True if something is expected of an agent that is not known without all that it thinks.
[[nodiscard]] bool asks_for_thoughts(const TypedExpectation& expect);

// A test that is no proof, tried once: a thought or a run, and its judgement. Of one of many runs nothing is
// lost if the event after which something is expected does not come.
class TestAttempt {
 public:
  // All must outlive this; `conditions` may be null.
  TestAttempt(const Model& model, const Asset& asset, const TypedTest& test,
              const FailedCondition* conditions, const TestRunOptions& options, const OneOfMany& of = {});

  // A decision, or the next seconds of a run. False once all is done: then there is a result.
  bool go_on();
  TestResult& result() { return result_; }
  // True if the event after which something is expected of an agent came, or nothing is.
  [[nodiscard]] bool has_arrived(uint32_t agent) const;
  // When the last of the claims that are lost at a moment was lost, in seconds; 0 if none was.
  [[nodiscard]] double lost_at() const;
  // The distances of the claims to failing, of a run of a search; empty before its end.
  [[nodiscard]] const std::vector<double>& distances() const { return distances_; }
  // Of the run, that are over.
  [[nodiscard]] double seconds() const { return simulation_ != nullptr ? simulation_->seconds() : 0; }

 private:
  Status think();
  // Notes that a profile of the test is not used: the state has its own.
  void note_profile(const Thought& thought);
  bool open();
  // True if the test or its coverage asks for more of an agent than what it does.
  [[nodiscard]] bool is_observed(uint32_t agent) const;
  // True if only the outcome counts, and the rest of the run does not change it.
  [[nodiscard]] bool is_settled();
  Status simulate();
  void note_frame();
  void judge_end();
  // A search for a plan that came to its limit is told once, whether the test passes or fails: there may be a
  // plan.
  void note_limits(const SimulatedAgent& agent, double seconds);
  // An expectation of a time is judged after the first frame at or after it.
  void judge_moments();
  void judge_run(const SimulatedAgent& agent, const History& history, const TypedExpectation& expect,
                 std::string_view when);
  [[nodiscard]] std::vector<uint32_t> keys_of(const TypedExpectation& expect) const;
  void judge_lightly(const SimulatedAgent& agent, const History& history, const TypedExpectation& expect);
  [[nodiscard]] size_t most_started(uint32_t agent) const;
  void say(std::string_view line);
  void fail(std::string_view line);

  const Model& model_;
  const Asset& asset_;
  const TypedTest& test_;
  const FailedCondition* conditions_;
  const TestRunOptions& options_;
  OneOfMany of_;
  CoverageWatch* coverage_;
  const Stop* stop_;
  const Situation& given_;
  TestResult result_;
  std::optional<Simulation> own_simulation_;
  Simulation* simulation_ = nullptr;
  Status status_;  // of its beginning
  uint64_t frame_ = 0, frames_ = 0;
  std::deque<History> histories_;
  std::deque<TokenJudge> tokens_;
  std::vector<std::pair<uint32_t, InvariantJudge>> invariants_;  // with their agents
  std::optional<NearMisses> near_misses_;                        // of a run of a search
  std::vector<double> distances_;
  // A plan node whose search came to a limit.
  struct Limited {
    uint32_t node;
    NodeCause cause;
    std::string text;
  };
  std::vector<Limited> limited_;
  Restarts restarts_;
};

}  // namespace ishi::compiler
