#include "testing/run_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "language/unit.h"
#include "lower/lower.h"
#include "simulate/history.h"
#include "simulate/plan_limit.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"
#include "simulate/thought.h"
#include "testing/agent_judge.h"
#include "testing/prove_test.h"
#include "testing/run_judge.h"
#include "testing/token_judge.h"

namespace ishi::compiler {
namespace {

class TestRun {
 public:
  TestRun(const Model& model, const Asset& asset, const Named<Test>& test, const FailedCondition* conditions,
          CoverageWatch* coverage, const Stop* stop)
      : model_(model), asset_(asset), test_(test), conditions_(conditions), coverage_(coverage), stop_(stop) {
    result_.name = test.name.text;
    result_.span = test.name.span;
  }

  // `progress` is told the seconds of the run that are over.
  TestResult run(const std::function<void(double)>& progress) {
    Diagnostics nothing_new;  // a situation has been checked before anything runs
    given_ = read_situation(model_, test_.value, nothing_new);
    const bool is_run = given_.course.seconds > 0 || test_.value.scene.given();
    const Status status = is_run ? simulate(progress) : think();
    if (!status) {
      result_.outcome = Outcome::error;
      result_.message = fmt::format("the runtime refused the situation: {}", describe(status.code));
    }
    return result_;
  }

 private:
  Status think() {
    const Expectation& expect = test_.value.expect.value;
    Thought thought;
    Sensing sensing;
    Status status = think_once(asset_, model_, given_, thought);
    if (status && !expect.notices.empty()) status = sense_once(asset_, model_, given_, sensing);
    if (!status) return status;
    if (coverage_ != nullptr) coverage_->note(thought, given_);
    AgentJudge(model_, asset_, given_, 0, {.thought = thought, .situation = given_, .sensing = sensing},
               conditions_, [this](const std::string& line) { fail(line); })
        .judge(expect);
    return status;
  }

  Status simulate(const std::function<void(double)>& progress) {
    constexpr uint64_t kFramesPerReport = 60 * kFramesPerSecond;
    Simulation simulation(asset_, model_, given_);
    Status status = simulation.open(0);
    if (!status) return status;
    for (uint32_t i = 0; i < given_.agent_count(); ++i) {
      const AgentExpectation* const expect = expected_of(i);
      if (expect != nullptr && !expect->notices.empty()) simulation.judge_senses(i);
    }
    std::deque<History> histories;
    for (const SimulatedAgent& agent : simulation.agents())
      histories.emplace_back(agent, most_started(agent.place().index()));
    std::deque<TokenJudge> tokens;
    for (const TokenExpectation& expected : test_.value.expect.value.holds)
      tokens.emplace_back(asset_, expected);
    const uint64_t frames = frames_of(given_.course.seconds);
    for (uint64_t frame = 0; frame < frames && status && !is_stopped(stop_); ++frame) {
      status = simulation.frame();
      for (const SimulatedAgent& agent : simulation.agents()) {
        histories[agent.place().index()].note(agent);
        note_limits(agent, simulation.seconds());
        if (coverage_ != nullptr) coverage_->note_frame(agent);
        if (coverage_ != nullptr && agent.has_thought())
          coverage_->note(agent.thought(), given_.agent_at(agent.place().index()));
      }
      for (TokenJudge& token : tokens) token.note(simulation);
      if (status) judge_moments(simulation, histories, frame, frames);
      if (frame % kFramesPerReport == 0) progress(simulation.seconds());
    }
    if (!status) return status;
    for (const TokenJudge& token : tokens) token.judge([this](const std::string& line) { fail(line); });
    for (const SimulatedAgent& agent : simulation.agents()) {
      if (coverage_ != nullptr) coverage_->note(agent);
      if (const AgentExpectation* const expect = expected_of(agent.place().index()))
        judge_run(agent, histories[agent.place().index()], *expect, kAtEnd);
    }
    tell_unused_failures(asset_, simulation, [this](const std::string& line) { say("note: " + line); });
    tell_ways_through_walls(model_, asset_, simulation,
                            [this](const std::string& line) { say("note: " + line); });
    for (const Limited& one : limited_) say(fmt::format("note: {}", one.text));
    return status;
  }

  // A search for a plan that came to its limit is told once, whether the test passes or fails: there may be a
  // plan.
  void note_limits(const SimulatedAgent& agent, double seconds) {
    for (const SimulatedEvent& event : agent.events()) {
      if (event.kind != SimulatedEvent::Kind::node_changed) continue;
      const NodeInfo node = AssetParts(asset_).node(event.index);
      const std::string limit = plan_limit_text(node, event.change.cause);
      const bool is_told = std::ranges::any_of(limited_, [&](const Limited& one) {
        return one.node == event.index && one.cause == event.change.cause;
      });
      if (limit.empty() || is_told) continue;
      const std::string_view name = agent.place().situation().name;
      limited_.push_back(
          {event.index, event.change.cause,
           fmt::format("{}no plan was found at {}: {}", name.empty() ? "" : fmt::format("{}: ", name),
                       show(seconds, Quantity::duration), limit)});
    }
  }

  // An expectation of a time is judged after the first frame at or after it.
  void judge_moments(const Simulation& simulation, const std::deque<History>& histories, uint64_t frame,
                     uint64_t frames) {
    for (const SimulatedAgent& agent : simulation.agents()) {
      const AgentExpectation* const expect = expected_of(agent.place().index());
      if (expect == nullptr) continue;
      for (const Timed<AgentExpectation>& moment : expect->at) {
        if (std::min(frame_at(moment.time.value), frames - 1) != frame) continue;
        judge_run(agent, histories[agent.place().index()], moment.value,
                  fmt::format("at {}", show(moment.time.value, Quantity::duration)));
      }
    }
  }

  void judge_run(const SimulatedAgent& agent, const History& history, const AgentExpectation& expect,
                 std::string_view when) {
    const std::string_view name = agent.place().situation().name;
    const std::function<void(std::string)> fail_of_agent = [&](const std::string& line) {
      fail(name.empty() ? line : fmt::format("{}: {}", name, line));
    };
    const Situation situation = agent.situation_of_thought();
    AgentJudge(model_, asset_, given_, agent.place().index(),
               {.thought = agent.thought(),
                .situation = situation,
                .sensing = agent.sensing(),
                .simulated = &agent,
                .history = &history,
                .when = when},
               conditions_, fail_of_agent)
        .judge(expect);
    RunJudge(model_, asset_, expect, given_, agent, history, when).judge(fail_of_agent);
  }

  // Null where nothing is expected of an agent.
  [[nodiscard]] const AgentExpectation* expected_of(uint32_t agent) const {
    const Expectation& expect = test_.value.expect.value;
    const uint32_t index = find_index(expect.agents, given_.agent_at(agent).name);
    if (index != kNone) return &expect.agents[index].value;
    return given_.agent_count() == 1 ? &expect : nullptr;
  }

  [[nodiscard]] size_t most_started(uint32_t agent) const {
    constexpr size_t kTold = 32, kAllTold = 100'000;  // tasks, at least
    const AgentExpectation* const expect = expected_of(agent);
    if (expect != nullptr && !expect->does_in_order.empty()) return kAllTold;
    return std::max(kTold, expect == nullptr ? 0 : expect->does.size() + 1);
  }

  void say(std::string_view line) {
    if (!result_.message.empty()) result_.message += '\n';
    result_.message += line;
  }

  void fail(std::string_view line) {
    result_.outcome = Outcome::failed;
    say(line);
  }

  const Model& model_;
  const Asset& asset_;
  const Named<Test>& test_;
  const FailedCondition* conditions_;
  CoverageWatch* coverage_;
  const Stop* stop_;
  Situation given_;
  TestResult result_;
  // A plan node whose search came to a limit.
  struct Limited {
    uint32_t node;
    NodeCause cause;
    std::string text;
  };
  std::vector<Limited> limited_;
};

// Runs a test with each profile up to the first with which it is not good.
TestResult run_with_each(const Model& model, const Named<Test>& test, const Stop* stop,
                         const std::function<TestResult(const Named<Test>&)>& run) {
  Named<Test> with = test;
  TestResult result;
  for (uint32_t i = 0; i < model.importance.size() && !is_stopped(stop); ++i) {
    with.value.who.importance.text = model.importance[i].name.text;
    with.value.who.importance.index = i;
    result = run(with);
    if (is_good(result.outcome)) continue;
    result.message =
        fmt::format("with the importance profile `{}`:\n{}", model.importance[i].name.text, result.message);
    break;
  }
  return result;
}

}  // namespace

std::vector<TestResult> run_tests(const Model& model, uint32_t main_file, const Asset& asset,
                                  const TestRunOptions& options) {
  constexpr size_t kMostExplained = 100;  // failures; nobody reads more of them, and each costs compilations
  std::vector<const Named<Test>*> tests;
  double all = 0;  // seconds of the game's time; a thought counts as one
  const auto seconds_of = [](const Named<Test>& test) { return std::max(1.0, test.value.run.value); };
  for (const auto& test : model.tests) {
    if (!is_own(test, main_file) || test.name.text.find(options.filter) == std::string_view::npos) continue;
    tests.push_back(&test);
    all += seconds_of(test);
  }
  size_t failures = 0;
  double done = 0;
  std::vector<TestResult> results;
  const auto proves = [](const Named<Test>* test) { return test->value.for_all.given; };
  Lowered lowered;
  Diagnostics nothing_new;
  if (std::ranges::any_of(tests, proves)) lowered = lower(model, kNone, nothing_new);
  const auto run_once = [&](const Named<Test>& test) {
    if (proves(&test)) return prove_test(model, lowered, asset, test, options.stop);
    TestRun run(model, asset, test, failures < kMostExplained ? options.conditions : nullptr,
                options.coverage, options.stop);
    return run.run([&](double seconds) {
      if (options.progress) options.progress((done + seconds) / all);
    });
  };
  for (const Named<Test>* test : tests) {
    if (is_stopped(options.stop)) break;
    results.push_back(is_any_profile(model, test->value.who.importance)
                          ? run_with_each(model, *test, options.stop, run_once)
                          : run_once(*test));
    if (!is_good(results.back().outcome)) ++failures;
    done += seconds_of(*test);
    if (proves(test) && options.progress) options.progress(done / all);
    if (options.stops_at_failure && !is_good(results.back().outcome)) break;
  }
  return results;
}

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::proved: return "proved";
    case Outcome::refuted: return "refuted";
    case Outcome::unknown: return "undecided";
    case Outcome::error: break;
  }
  return "error";
}

}  // namespace ishi::compiler
