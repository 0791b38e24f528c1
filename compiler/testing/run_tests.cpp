#include "testing/run_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "testing/situation.h"
#include "testing/stage.h"

namespace ishi::compiler {
namespace {

constexpr double kTolerance = 1e-5;  // of a score that is given as one number

class TestRun {
 public:
  TestRun(const Model& model, const Asset& asset, const Named<Test>& test, const FailedCondition* conditions)
      : model_(model), asset_(asset), test_(test), conditions_(conditions) {
    result_.name = test.name.text;
    result_.span = test.name.span;
  }

  TestResult run() {
    Diagnostics nothing_new;  // a situation has been checked before anything runs
    situation_ = read_situation(model_, test_.value, nothing_new);
    const Status status = think_once(asset_, model_, situation_, thought_);
    if (!status) {
      result_.outcome = Outcome::error;
      result_.message = fmt::format("the runtime refused the situation: {}", describe(status.code));
      return result_;
    }
    const Expectation& expect = test_.value.expect.value;
    if (expect.picks.given) check_picks(expect);
    if (!expect.order.empty()) check_order(expect.order);
    for (const auto& score : expect.score) check_score(score);
    return result_;
  }

 private:
  void fail(std::string_view line) {
    result_.outcome = Outcome::failed;
    if (!result_.message.empty()) result_.message += '\n';
    result_.message += line;
  }

  [[nodiscard]] uint32_t option_of(std::string_view action) const {
    const auto& actions = model_.agents[test_.value.agent.index].value.actions;
    return static_cast<uint32_t>(std::ranges::find(actions, action, &Reference::text) - actions.begin());
  }

  [[nodiscard]] std::string_view name_of(uint32_t option) const {
    return option == kNone ? "nothing" : model_.agents[test_.value.agent.index].value.actions[option].text;
  }

  [[nodiscard]] uint32_t action_of(uint32_t option) const {
    return model_.agents[test_.value.agent.index].value.actions[option].index;
  }

  [[nodiscard]] bool is_eligible(uint32_t option) const {
    return thought_.score(asset_, option) != -std::numeric_limits<float>::infinity();
  }

  // "`flee` (0.81)", "`reload` (its `when` does not hold)"
  [[nodiscard]] std::string with_score(uint32_t option) const {
    if (option == kNone) return "nothing";
    if (!is_eligible(option)) return fmt::format("`{}` ({})", name_of(option), failed_condition(option));
    const std::string inertia =
        option == thought_.running ? fmt::format(" + inertia {:.3g}", thought_.agent.inertia) : "";
    return fmt::format("`{}` ({:.4f}{})", name_of(option), thought_.score(asset_, option), inertia);
  }

  // "its `when` does not hold: `hp > 20` is false: `hp` is 8"
  [[nodiscard]] std::string failed_condition(uint32_t option) const {
    const std::string part =
        conditions_ == nullptr ? "" : conditions_->explain(situation_, action_of(option));
    return fmt::format("its `when` does not hold{}{}", part.empty() ? "" : ": ", part);
  }

  void check_picks(const Expectation& expect) {
    const bool wants_nothing = expect.picks.value.text == "nothing";
    const uint32_t wanted = wants_nothing ? kNone : option_of(expect.picks.value.text);
    if (thought_.picked == wanted) return;
    const bool is_kept = thought_.is_locked && thought_.picked == thought_.running;
    fail(fmt::format("expected {}, but it picks {}{}", with_score(wanted), with_score(thought_.picked),
                     is_kept ? ", which runs and may not be interrupted" : ""));
  }

  void check_order(const std::vector<Reference>& order) {
    for (size_t i = 0; i < order.size(); ++i) {
      const uint32_t option = option_of(order[i].text);
      if (!is_eligible(option)) {
        fail(fmt::format("expected `{}` in an order, but {}", order[i].text, failed_condition(option)));
        return;
      }
      if (i == 0) continue;
      const uint32_t before = option_of(order[i - 1].text);
      if (thought_.score(asset_, before) > thought_.score(asset_, option)) continue;
      fail(fmt::format("expected {} above {}", with_score(before), with_score(option)));
    }
  }

  void check_score(const Named<Setting<Bounds>>& wanted) {
    const uint32_t option = option_of(wanted.name.text);
    if (!is_eligible(option)) {
      fail(fmt::format("expected a score of `{}`, but {}", wanted.name.text, failed_condition(option)));
      return;
    }
    const double score = thought_.score(asset_, option);
    const Bounds& bounds = wanted.value.value;
    const bool is_number = bounds.low == bounds.high;
    const double slack = is_number ? kTolerance : 0;
    if (score >= bounds.low - slack && score <= bounds.high + slack) return;
    fail(is_number ? fmt::format("expected `{}` to score {}, but it scores {:.6f}", wanted.name.text,
                                 bounds.low, score)
                   : fmt::format("expected `{}` to score {} to {}, but it scores {:.6f}", wanted.name.text,
                                 bounds.low, bounds.high, score));
  }

  const Model& model_;
  const Asset& asset_;
  const Named<Test>& test_;
  const FailedCondition* conditions_;
  Situation situation_;
  Thought thought_;
  TestResult result_;
};

}  // namespace

std::vector<TestResult> run_tests(const Model& model, uint32_t main_file, const Asset& asset,
                                  std::string_view filter, const FailedCondition* conditions) {
  constexpr size_t kMostExplained = 100;  // failures; nobody reads more of them, and each costs compilations
  size_t failures = 0;
  std::vector<TestResult> results;
  for (const auto& test : model.tests) {
    if (!is_own(test, main_file) || test.name.text.find(filter) == std::string_view::npos) continue;
    results.push_back(TestRun(model, asset, test, failures < kMostExplained ? conditions : nullptr).run());
    if (results.back().outcome != Outcome::passed) ++failures;
  }
  return results;
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::error: break;
  }
  return "error";
}

}  // namespace ishi::compiler
