#include "testing/run_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "language/unit.h"
#include "lower/lower.h"
#include "simulate/history.h"
#include "simulate/plan_limit.h"
#include "simulate/profiles_of.h"
#include "simulate/restarts.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"
#include "simulate/thought.h"
#include "testing/agent_judge.h"
#include "testing/prove_test.h"
#include "testing/run_judge.h"
#include "testing/token_judge.h"

namespace ishi::compiler {
namespace {

// True if all that is expected of a run stays so once it has come about.
bool stays_met(const TypedExpectation& expect) {
  const bool is_within = expect.within.given || (expect.picks.empty() && !expect.state.given);
  const bool has_other = !expect.never_picks.empty() || expect.on.given || !expect.chooses.empty() ||
                         !expect.notices.empty() || !expect.order.empty() || !expect.score.empty() ||
                         expect.heads.given || expect.expects_place || !expect.does.empty() ||
                         !expect.never_does.empty() || !expect.times.empty() || expect.emits.given ||
                         expect.max_switches.given || !expect.keys.empty() || !expect.level.empty() ||
                         !expect.goals.empty() || !expect.remembers.empty() || !expect.at.empty();
  return is_within && !has_other;
}

}  // namespace

class TestAttempt {
 public:
  TestAttempt(const Model& model, const Asset& asset, const TypedTest& test,
              const FailedCondition* conditions, const TestRunOptions& options)
      : model_(model),
        asset_(asset),
        test_(test),
        conditions_(conditions),
        options_(options),
        coverage_(options.coverage),
        stop_(options.stop),
        given_(test.situation) {
    result_.name = test.name.text;
    result_.span = test.name.span;
    frames_ = frames_of(given_.course.seconds);
    for (const TokenExpectation& expected : test_.holds) tokens_.emplace_back(asset_, expected);
  }

  // A decision, or the next seconds of a run. False once all is done: then there is a result.
  bool go_on() {
    const bool is_run = given_.course.seconds > 0 || test_.is_of_scene;
    if (is_run && frame_ == 0 && is_settled()) return false;
    const Status status = !is_run ? think() : simulation_ || open() ? simulate() : status_;
    if (status) return is_run && frame_ < frames_ && !is_stopped(stop_);
    result_.outcome = Outcome::error;
    result_.message = fmt::format("the runtime refused the situation: {}", describe(status.code));
    return false;
  }
  TestResult& result() { return result_; }
  // Of the run, that are over.
  [[nodiscard]] double seconds() const { return simulation_ ? simulation_->seconds() : 0; }

 private:
  Status think() {
    const TypedExpectation& expect = *test_.expected_of(0);
    Thought thought;
    Sensing sensing;
    Status status = think_once(asset_, model_, given_, thought);
    if (status && !expect.notices.empty()) status = sense_once(asset_, model_, given_, sensing);
    if (!status) return status;
    if (coverage_ != nullptr) coverage_->note(thought, given_);
    if (options_.after_thought) options_.after_thought(thought);
    note_profile(thought);
    AgentJudge(model_, asset_, given_, 0, {.thought = thought, .situation = given_, .sensing = sensing},
               conditions_, [this](const std::string& line) { fail(line); })
        .judge(expect);
    return status;
  }

  // Notes that a profile of the test is not used: the state has its own.
  void note_profile(const Thought& thought) {
    if (!test_.names_profile || given_.agent == kNone) return;
    const Map<State>& states = model_.agents[given_.agent].value.states.value;
    if (thought.state >= states.size() || !states[thought.state].value.importance.given()) return;
    say(fmt::format("note: `importance` decides nothing here: in the state `{}` its own profile `{}` counts",
                    states[thought.state].name.text, states[thought.state].value.importance.text));
  }

  bool open() {
    simulation_.emplace(asset_, model_, given_);
    status_ = simulation_->open(0);
    if (!status_) return false;
    for (uint32_t i = 0; i < given_.agent_count(); ++i) {
      const TypedExpectation* const expect = test_.expected_of(i);
      if (expect != nullptr && !expect->notices.empty()) simulation_->judge_senses(i);
      if (expect != nullptr && given_.agent_count() > 1) simulation_->note_holders(i);
      if (!is_observed(i)) simulation_->leave_unobserved(i);
    }
    for (const SimulatedAgent& agent : simulation_->agents())
      histories_.emplace_back(agent, most_started(agent.place().index()));
    return true;
  }

  // True if the test or its coverage asks for more of an agent than what it does.
  [[nodiscard]] bool is_observed(uint32_t agent) const {
    return test_.expected_of(agent) != nullptr || coverage_ != nullptr;
  }

  // True if only the outcome counts, and the rest of the run does not change it.
  [[nodiscard]] bool is_settled() {
    const bool is_quick = options_.stops_at_failure && result_.outcome != Outcome::failed &&
                          coverage_ == nullptr && !options_.after_run;
    if (!is_quick || !std::ranges::all_of(tokens_, &TokenJudge::is_settled)) return false;
    for (uint32_t i = 0; i < given_.agent_count(); ++i) {
      const TypedExpectation* const expect = test_.expected_of(i);
      if (expect == nullptr) continue;
      if (frame_ == 0 || !stays_met(*expect)) return false;
      bool has_failed = false;
      RunJudge(model_, asset_, *expect, given_, simulation_->agent(i), histories_[i], kAtEnd)
          .judge([&](const std::string& /*line*/) { has_failed = true; });
      if (has_failed) return false;
    }
    return true;
  }

  Status simulate() {
    constexpr uint64_t kAtOnce = 10 * kFramesPerSecond;
    const uint64_t end = std::min(frames_, frame_ + kAtOnce);
    for (Status status; frame_ < end && !is_stopped(stop_); ++frame_) {
      status = simulation_->frame();
      note_frame();
      if (!status) return status;
      judge_moments();
      const bool is_decided = options_.stops_at_failure && result_.outcome == Outcome::failed;
      if (is_decided) frame_ = frames_ - 1;
      if (!is_decided && frame_ % kFramesPerSecond == kFramesPerSecond - 1 && is_settled()) {
        frame_ = frames_;
        return {};
      }
    }
    if (frame_ == frames_) judge_end();
    return {};
  }

  void note_frame() {
    for (const SimulatedAgent& agent : simulation_->agents()) {
      if (is_observed(agent.place().index())) histories_[agent.place().index()].note(agent);
      restarts_.note(agent, frame_);
      note_limits(agent, simulation_->seconds());
      if (coverage_ != nullptr) coverage_->note_frame(agent);
      if (coverage_ != nullptr && agent.has_thought())
        coverage_->note(agent.thought(), given_.agent_at(agent.place().index()));
    }
    for (TokenJudge& token : tokens_) token.note(*simulation_);
  }

  void judge_end() {
    for (const TokenJudge& token : tokens_) token.judge([this](const std::string& line) { fail(line); });
    for (const SimulatedAgent& agent : simulation_->agents()) {
      if (coverage_ != nullptr) coverage_->note(agent);
      if (options_.after_run) options_.after_run(agent);
      if (const TypedExpectation* const expect = test_.expected_of(agent.place().index()))
        judge_run(agent, histories_[agent.place().index()], *expect, kAtEnd);
    }
    tell_unused_failures(asset_, *simulation_, [this](const std::string& line) { say("note: " + line); });
    tell_ways_through_walls(model_, asset_, *simulation_,
                            [this](const std::string& line) { say("note: " + line); });
    for (const SimulatedAgent& agent : simulation_->agents()) {
      if (const auto restarting = restarts_.of(agent.place().index()))
        say(fmt::format("note: {}", restarting_text(*restarting)));
    }
    for (const Limited& one : limited_) say(fmt::format("note: {}", one.text));
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
  void judge_moments() {
    for (const SimulatedAgent& agent : simulation_->agents()) {
      const TypedExpectation* const expect = test_.expected_of(agent.place().index());
      if (expect == nullptr) continue;
      for (const Timed<TypedExpectation>& moment : expect->at) {
        if (std::min(frame_at(moment.time.value), frames_ - 1) != frame_) continue;
        judge_run(agent, histories_[agent.place().index()], moment.value,
                  fmt::format("at {}", show(moment.time.value, Quantity::duration)));
      }
    }
  }

  void judge_run(const SimulatedAgent& agent, const History& history, const TypedExpectation& expect,
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

  [[nodiscard]] size_t most_started(uint32_t agent) const {
    constexpr size_t kTold = 32, kAllTold = 100'000;  // tasks, at least
    const TypedExpectation* const expect = test_.expected_of(agent);
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
  const TypedTest& test_;
  const FailedCondition* conditions_;
  const TestRunOptions& options_;
  CoverageWatch* coverage_;
  const Stop* stop_;
  const Situation& given_;
  TestResult result_;
  std::optional<Simulation> simulation_;
  Status status_;  // of its beginning
  uint64_t frame_ = 0, frames_ = 0;
  std::deque<History> histories_;
  std::deque<TokenJudge> tokens_;
  // A plan node whose search came to a limit.
  struct Limited {
    uint32_t node;
    NodeCause cause;
    std::string text;
  };
  std::vector<Limited> limited_;
  Restarts restarts_;
};

namespace {

double seconds_of(const TypedTest& test) { return std::max(1.0, test.situation.course.seconds); }

}  // namespace

TestRunner::TestRunner(const Model& model, std::span<const TypedTest> tests, uint32_t main_file,
                       const Asset& asset, TestRunOptions options)
    : model_(model), asset_(asset), options_(std::move(options)) {
  for (const TypedTest& test : tests) {
    if (options_.only != nullptr && options_.only != &test) continue;
    if (test.name.span.file != main_file || test.name.text.find(options_.filter) == std::string_view::npos)
      continue;
    tests_.push_back(&test);
    all_ += seconds_of(test);
  }
  lowered_ = options_.lowered != nullptr ? options_.lowered : &own_lowered_;
  Diagnostics nothing_new;
  if (options_.lowered == nullptr &&
      std::ranges::any_of(tests_, [](const auto* test) { return test->is_proof(); }))
    own_lowered_ = lower(model, kNone, nothing_new);
}

TestRunner::~TestRunner() = default;

bool TestRunner::go_on() {
  constexpr size_t kMostExplained = 100;  // failures; nobody reads more of them, and each costs compilations
  const bool is_over = next_ == tests_.size() || (options_.stops_at_failure && has_fault_);
  if (is_over || is_stopped(options_.stop)) return false;
  const TypedTest& test = *tests_[next_];
  if (attempt_ == nullptr) {
    if (test.tries_all_profiles) {
      with_profile_ = test;
      with_profile_->situation.profile = profiles_of(model_, test.situation.agent)[profile_];
    }
    const TypedTest& current = test.tries_all_profiles ? *with_profile_ : test;
    if (test.is_proof()) {
      end(prove_test(model_, *lowered_, asset_, current, options_.stop));
      return true;
    }
    attempt_ = std::make_unique<TestAttempt>(
        model_, asset_, current, failures_ < kMostExplained ? options_.conditions : nullptr, options_);
  }
  if (!attempt_->go_on()) {
    end(std::move(attempt_->result()));
    attempt_.reset();
  } else if (options_.progress) {
    options_.progress((done_ + attempt_->seconds()) / all_);
  }
  return true;
}

// A test of all profiles goes on with the next one up to the first with which it is not good.
void TestRunner::end(TestResult result) {
  const bool is_fine = is_good(result.outcome);
  has_fault_ = has_fault_ || finds_fault(result.outcome);
  const TypedTest& test = *tests_[next_];
  const std::vector<uint32_t> profiles =
      test.tries_all_profiles ? profiles_of(model_, test.situation.agent) : std::vector<uint32_t>();
  if (is_fine && profile_ + 1 < profiles.size() && !is_stopped(options_.stop)) {
    ++profile_;
    return;
  }
  if (test.tries_all_profiles && !is_fine)
    result.message = fmt::format("with the importance profile `{}`:\n{}",
                                 model_.importance[profiles[profile_]].name.text, result.message);
  results_.push_back(std::move(result));
  if (!is_fine) ++failures_;
  ++next_;
  profile_ = 0;
  done_ += seconds_of(test);
  if (options_.progress && !is_stopped(options_.stop)) options_.progress(done_ / all_);
}

std::vector<TestResult> run_tests(const Model& model, std::span<const TypedTest> tests, uint32_t main_file,
                                  const Asset& asset, const TestRunOptions& options) {
  TestRunner runner(model, tests, main_file, asset, options);
  while (runner.go_on()) {
  }
  return std::move(runner.results());
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
