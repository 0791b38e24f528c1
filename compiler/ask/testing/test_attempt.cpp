#include "testing/test_attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "ishi/id.h"
#include "language/unit.h"
#include "simulate/plan_limit.h"
#include "testing/agent_judge.h"
#include "testing/run_features.h"
#include "testing/run_judge.h"

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
                         !expect.goals.empty() || !expect.remembers.empty() || !expect.at.empty() ||
                         expect.always.given || expect.never.given || expect.steady.given;
  return is_within && !has_other;
}

}  // namespace

bool asks_for_thoughts(const TypedExpectation& expect) {
  return expect.on.given || !expect.chooses.empty() || !expect.order.empty() || !expect.score.empty() ||
         expect.heads.given || !expect.notices.empty() ||
         std::ranges::any_of(expect.at, [](const Timed<TypedExpectation>& moment) {
           return asks_for_thoughts(moment.value);
         });
}

TestAttempt::TestAttempt(const Model& model, const Asset& asset, const TypedTest& test,
                         const FailedCondition* conditions, const TestRunOptions& options,
                         const OneOfMany& of)
    : model_(model),
      asset_(asset),
      test_(test),
      conditions_(conditions),
      options_(options),
      of_(of),
      coverage_(options.coverage),
      stop_(options.stop),
      given_(test.situation) {
  result_.name = test.name.text;
  result_.span = test.name.span;
  frames_ = frames_of(given_.course.seconds);
  for (const TokenExpectation& expected : test_.holds) tokens_.emplace_back(asset_, expected);
}

bool TestAttempt::go_on() {
  const bool is_run = given_.course.seconds > 0 || test_.is_of_scene;
  if (is_run && frame_ == 0 && is_settled()) return false;
  const Status status = !is_run ? think() : simulation_ != nullptr || open() ? simulate() : status_;
  if (status) return is_run && frame_ < frames_ && !is_stopped(stop_);
  result_.outcome = Outcome::error;
  result_.message = fmt::format("the runtime refused the situation: {}", describe(status.code));
  return false;
}

Status TestAttempt::think() {
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

void TestAttempt::note_profile(const Thought& thought) {
  if (!test_.names_profile || given_.agent == kNone) return;
  const Map<State>& states = model_.agents[given_.agent].value.states.value;
  if (thought.state >= states.size() || !states[thought.state].value.importance.given()) return;
  say(fmt::format("note: `importance` decides nothing here: in the state `{}` its own profile `{}` counts",
                  states[thought.state].name.text, states[thought.state].value.importance.text));
}

// The keys of the asset of which something is expected.
std::vector<uint32_t> TestAttempt::keys_of(const TypedExpectation& expect) const {
  std::vector<uint32_t> keys;
  const auto add = [&](const std::vector<ExpectedKey>& expected) {
    for (const ExpectedKey& one : expected)
      keys.push_back(
          asset_.find(ishi::Kind::keys, id_of("blackboard", model_.blackboard[one.key].name.text)));
  };
  add(expect.keys);
  add(expect.always.value.keys);
  add(expect.never.value.keys);
  for (const Timed<TypedExpectation>& moment : expect.at) add(moment.value.keys);
  return keys;
}

bool TestAttempt::open() {
  // A world with paths has a grid that covers what its situation names.
  const bool is_kept = of_.simulation != nullptr && asset_.count(ishi::Kind::navigations) == 0;
  std::optional<Simulation>& simulation = is_kept ? *of_.simulation : own_simulation_;
  if (!simulation) simulation.emplace(asset_, model_, given_);
  status_ = is_kept ? simulation->open_again(0) : simulation->open(0);
  if (!status_) return false;
  simulation_ = &*simulation;
  for (uint32_t i = 0; i < given_.agent_count(); ++i) {
    const TypedExpectation* const expect = test_.expected_of(i);
    if (of_.is_light)
      simulation_->observe_lightly(i, expect == nullptr ? std::vector<uint32_t>() : keys_of(*expect));
    if (expect != nullptr && !expect->notices.empty()) simulation_->judge_senses(i);
    if (expect != nullptr && given_.agent_count() > 1 && !of_.is_light) simulation_->note_holders(i);
    if (!is_observed(i)) simulation_->leave_unobserved(i);
  }
  for (const SimulatedAgent& agent : simulation_->agents()) {
    const uint32_t index = agent.place().index();
    histories_.emplace_back(agent, most_started(index));
    const TypedExpectation* const expect = test_.expected_of(index);
    if (expect != nullptr && InvariantJudge::is_about(*expect))
      invariants_.emplace_back(index, InvariantJudge(model_, asset_, *expect, given_.agent_at(index)));
  }
  if (of_.features != nullptr) near_misses_.emplace(model_, asset_, test_, *simulation_);
  return true;
}

bool TestAttempt::is_observed(uint32_t agent) const {
  return test_.expected_of(agent) != nullptr || coverage_ != nullptr || of_.watch != nullptr;
}

bool TestAttempt::is_settled() {
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

bool TestAttempt::has_arrived(uint32_t agent) const {
  const TypedExpectation* const expect = test_.expected_of(agent);
  if (expect == nullptr || !expect->after.given() || agent >= histories_.size()) return true;
  return histories_[agent].first_event(asset_.find(ishi::EventId::of(expect->after.text))).seconds >= 0;
}

double TestAttempt::lost_at() const {
  double last = 0;
  for (const TokenJudge& token : tokens_) last = std::max(last, token.lost_at());
  for (const auto& [agent, invariant] : invariants_) last = std::max(last, invariant.lost_at());
  return last;
}

Status TestAttempt::simulate() {
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

void TestAttempt::note_frame() {
  for (const SimulatedAgent& agent : simulation_->agents()) {
    if (is_observed(agent.place().index())) histories_[agent.place().index()].note(agent);
    if (of_.features != nullptr)
      of_.features->note(agent, test_.expected_of(agent.place().index()) != nullptr);
    if (of_.watch != nullptr) (*of_.watch)(agent);
    if (of_.is_light) continue;
    restarts_.note(agent, frame_);
    note_limits(agent, simulation_->seconds());
    if (coverage_ != nullptr) coverage_->note_frame(agent);
    if (coverage_ != nullptr && agent.has_thought())
      coverage_->note(agent.thought(), given_.agent_at(agent.place().index()));
  }
  for (auto& [index, invariant] : invariants_) invariant.note(simulation_->agent(index), histories_[index]);
  for (TokenJudge& token : tokens_) token.note(*simulation_);
  if (near_misses_) near_misses_->note(*simulation_, histories_);
}

void TestAttempt::judge_end() {
  if (near_misses_) distances_ = near_misses_->distances(*simulation_, histories_);
  for (const TokenJudge& token : tokens_) token.judge([this](const std::string& line) { fail(line); });
  for (const SimulatedAgent& agent : simulation_->agents()) {
    if (coverage_ != nullptr) coverage_->note(agent);
    if (options_.after_run) options_.after_run(agent);
    if (const TypedExpectation* const expect = test_.expected_of(agent.place().index()))
      judge_run(agent, histories_[agent.place().index()], *expect, kAtEnd);
  }
  for (const auto& [index, invariant] : invariants_) {
    const std::string_view name = given_.agent_at(index).name;
    invariant.judge(
        [&](const std::string& line) { fail(name.empty() ? line : fmt::format("{}: {}", name, line)); });
  }
  if (of_.features != nullptr) return;  // notes are about a single run
  tell_unused_failures(asset_, *simulation_, [this](const std::string& line) { say("note: " + line); });
  tell_ways_through_walls(model_, asset_, *simulation_,
                          [this](const std::string& line) { say("note: " + line); });
  for (const SimulatedAgent& agent : simulation_->agents()) {
    if (const auto restarting = restarts_.of(agent.place().index()))
      say(fmt::format("note: {}", restarting_text(*restarting)));
  }
  for (const Limited& one : limited_) say(fmt::format("note: {}", one.text));
}

void TestAttempt::note_limits(const SimulatedAgent& agent, double seconds) {
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

void TestAttempt::judge_moments() {
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

void TestAttempt::judge_run(const SimulatedAgent& agent, const History& history,
                            const TypedExpectation& expect, std::string_view when) {
  const bool is_absent = of_.features != nullptr && agent.place().situation().leaves_at == 0;
  if (is_absent) return;  // in this run
  const std::string_view name = agent.place().situation().name;
  const std::function<void(std::string)> fail_of_agent = [&](const std::string& line) {
    fail(name.empty() ? line : fmt::format("{}: {}", name, line));
  };
  if (of_.is_light) {
    judge_lightly(agent, history, expect);
    return RunJudge(model_, asset_, expect, given_, agent, history, when, false).judge(fail_of_agent);
  }
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
  RunJudge(model_, asset_, expect, given_, agent, history, when, of_.features == nullptr)
      .judge(fail_of_agent);
}

// The part of AgentJudge that needs nothing but what was chosen.
void TestAttempt::judge_lightly(const SimulatedAgent& agent, const History& history,
                                const TypedExpectation& expect) {
  const std::vector<Reference>& actions = model_.agents[agent.place().situation().agent].value.actions;
  const auto option_of = [&](const Reference& wanted) {
    const auto option = std::ranges::find(actions, wanted.text, &Reference::text);
    return option == actions.end() ? kNone : static_cast<uint32_t>(option - actions.begin());
  };
  const bool is_at_end = !expect.within.given;
  const bool picks_other =
      is_at_end && !expect.picks.empty() && std::ranges::none_of(expect.picks, [&](const Reference& wanted) {
        return agent.thought().picked == option_of(wanted);
      });
  const bool has_picked = std::ranges::any_of(expect.never_picks, [&](const Reference& never) {
    return history.first_picked(option_of(never), {}, kForever) >= 0;
  });
  const bool is_elsewhere = is_at_end && expect.state.given && agent.state() != expect.in_state;
  if (picks_other || has_picked || is_elsewhere) fail("what it chooses is another thing");
}

size_t TestAttempt::most_started(uint32_t agent) const {
  constexpr size_t kTold = 32, kAllTold = 100'000;  // tasks, at least
  const TypedExpectation* const expect = test_.expected_of(agent);
  if (expect != nullptr && !expect->does_in_order.empty()) return kAllTold;
  return std::max(kTold, expect == nullptr ? 0 : expect->does.size() + 1);
}

void TestAttempt::say(std::string_view line) {
  if (!result_.message.empty()) result_.message += '\n';
  result_.message += line;
}

void TestAttempt::fail(std::string_view line) {
  result_.outcome = Outcome::failed;
  say(line);
}

}  // namespace ishi::compiler
