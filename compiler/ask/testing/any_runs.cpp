#include "testing/any_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyze/evidence.h"
#include "language/unit.h"
#include "model/motives.h"
#include "model/steps_within.h"
#include "testing/run_features.h"
#include "testing/run_sequence.h"
#include "testing/test_attempt.h"

namespace ishi::compiler {
namespace {

// With so few digits that it is written as the same number, and no further from 0.
double with_few_digits(double number) {
  if (number == 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(number))) - 2);
  const double count = std::trunc(number / unit * (1 + 1e-12));
  return unit < 1 ? count / std::round(1 / unit) : count * unit;
}

uint32_t gets(const SituationFlow& flow) { return flow.key; }

}  // namespace

AnyRuns::AnyRuns(const Model& model, const Asset& asset, const TypedTest& test)
    : model_(model), asset_(asset), given_(test), varied_(test) {
  varied_.claim.reset();
  for (uint32_t key = 0; key < model.blackboard.size(); ++key) {
    const bool is_named =
        std::ranges::find(test.situation.keys, key, &SituationValue::index) != test.situation.keys.end();
    if (!is_named) add_key(key);
  }
  for (const ProofRange& start : test.claim->starts) {
    if (!start.is_level) continue;
    SituationValue level{start.index};
    level.value[0] = start.of[0].low;
    levels_.push_back(level);
  }
  const Agent& agent = model.agents[test.situation.agent].value;
  for (uint32_t event = 0; event < model.events.size(); ++event) {
    const TypedExpectation* const expect = test.expected_of(0);
    const bool is_handled =
        model.events[event].value.is_asked || find_index(agent.on, model.events[event].name.text) != kNone ||
        std::ranges::find(agent.think.on, event, &Reference::index) != agent.think.on.end() ||
        (expect != nullptr && expect->after.text == model.events[event].name.text);
    if (is_handled && model.events[event].value.of_memory == kNone) events_.push_back(event);
  }
  StepsDone done(model);
  for (const Reference& action : agent.actions) {
    if (action.index == kNone) continue;
    done.for_each(model.actions[action.index].value.steps.value, [&](const Step& step) {
      const auto* const task = step.as<TaskStep>();
      const bool is_new =
          task != nullptr && task->index != kNone && std::ranges::find(tasks_, task->index) == tasks_.end();
      if (is_new) tasks_.push_back(task->index);
    });
  }
}

void AnyRuns::add_key(uint32_t key) {
  const Variable& variable = model_.blackboard[key].value;
  const auto named_in = [&](const std::vector<ProofRange>& ranges) -> const ProofRange* {
    const auto range = std::ranges::find_if(
        ranges, [&](const ProofRange& one) { return !one.is_level && one.index == key; });
    return range == ranges.end() ? nullptr : &*range;
  };
  const ProofRange* const range = named_in(given_.claim->ranges);
  if (variable.is_private.value && range == nullptr) return;
  WrittenKey written{key};
  switch (variable.resolved.kind) {
    case ValueKind::boolean: written.high = 1; break;
    case ValueKind::enumeration:
      written.high = static_cast<double>(model_.enums[variable.resolved.reference].value.members.size()) - 1;
      break;
    case ValueKind::integer:
    case ValueKind::number:
      if (!variable.has_range() && range == nullptr) return;
      written.low = variable.low;
      written.high = variable.high;
      break;
    default: return;  // places and entities are as the test gives them
  }
  written.is_whole = variable.resolved.kind != ValueKind::number;
  if (range != nullptr) {
    written.low = std::max(written.low, double{range->of[0].low});
    written.high = std::min(written.high, double{range->of[0].high});
  }
  written.start_low = written.low;
  written.start_high = written.high;
  written.most_change = variable.most_change;
  written.is_written = !variable.is_private.value;
  if (const ProofRange* const start = named_in(given_.claim->starts)) {
    written.start_low = start->of[0].low;
    written.start_high = start->of[0].high;
  }
  const double usual = variable.fallback[0];
  written.has_default = usual >= written.start_low && usual <= written.start_high;
  const TypedExpectation* const expect = given_.expected_of(0);
  const auto is_claimed = [&](const Setting<TypedInvariant>& invariant) {
    return std::ranges::find(invariant.value.keys, key, &ExpectedKey::key) != invariant.value.keys.end();
  };
  if (variable.is_read || range != nullptr ||
      (expect != nullptr && (is_claimed(expect->always) || is_claimed(expect->never))))
    keys_.push_back(written);
}

uint64_t AnyRuns::draw(uint64_t count) { return count == 0 ? 0 : mixed(seed_, run_, ++drawn_) % count; }

// An end, or a number of few digits.
double AnyRuns::number_between(double low, double high, bool is_whole) {
  double number = low + (high - low) * static_cast<double>(draw(1001)) / 1000;
  if (is_whole) number = low + static_cast<double>(draw(static_cast<uint64_t>(high - low) + 1));
  if (draw(4) == 0) number = draw(2) == 0 ? low : high;
  return number;
}

SituationValue AnyRuns::value_of(const WrittenKey& key) {
  SituationValue value{key.key};
  value.value[0] = static_cast<float>(number_between(key.low, key.high, key.is_whole));
  return value;
}

// Lets a key change little by little: it goes to other places, as fast as it may or more slowly.
void AnyRuns::let_flow(const WrittenKey& key) {
  Situation& situation = varied_.situation;
  std::vector<Course::Change>& changes = situation.course.changes;
  const auto given = std::ranges::find(situation.keys, key.key, &SituationValue::index);
  double value = given == situation.keys.end() ? double{model_.blackboard[key.key].value.fallback[0]}
                                               : double{given->value[0]};
  uint64_t frame = 0;
  for (size_t i = 0; i <= changes.size(); ++i) {
    const uint64_t next =
        i < changes.size() ? frame_at(changes[i].seconds) : frames_of(situation.course.seconds);
    const double seconds = static_cast<double>(next - frame) / kFramesPerSecond;
    SituationFlow flow{key.key, 0, 0};
    if (seconds > 0) {
      const double least = std::max(-key.most_change, (key.low - value) / seconds);
      const double most = std::min(key.most_change, (key.high - value) / seconds);
      flow.per_second = with_few_digits(draw(3) == 0   ? least
                                        : draw(2) == 0 ? most
                                                       : number_between(least, most, false));
      if (draw(5) == 0) flow.per_second = 0;
      value += flow.per_second * seconds;
    }
    std::vector<SituationFlow>& flows = i == 0 ? situation.course.flows : changes[i - 1].flows;
    flows.push_back(flow);
    frame = next;
  }
}

bool AnyRuns::keeps_contract() const {
  constexpr double kHair = 1e-3;
  const Situation& situation = varied_.situation;
  return std::ranges::all_of(keys_, [&](const WrittenKey& key) {
    if (key.most_change <= 0) return true;
    const Variable& variable = model_.blackboard[key.key].value;
    const auto given = std::ranges::find(situation.keys, key.key, &SituationValue::index);
    double value = given == situation.keys.end() ? double{variable.fallback[0]} : double{given->value[0]};
    double per_second = 0;
    const auto take = [&](const std::vector<SituationFlow>& flows) {
      const auto flow = std::ranges::find(flows, key.key, gets);
      if (flow != flows.end()) per_second = flow->per_second;
    };
    take(situation.course.flows);
    uint64_t frame = 0;
    const std::vector<Course::Change>& changes = situation.course.changes;
    for (size_t i = 0; i <= changes.size(); ++i) {
      const uint64_t next =
          i < changes.size() ? frame_at(changes[i].seconds) : frames_of(situation.course.seconds);
      value = std::clamp(value + per_second * static_cast<double>(next - frame) / kFramesPerSecond,
                         double{variable.low}, double{variable.high});
      if (value < key.low - kHair || value > key.high + kHair) return false;
      if (i < changes.size()) take(changes[i].flows);
      frame = next;
    }
    return true;
  });
}

void AnyRuns::make(uint64_t seed, uint64_t run) {
  seed_ = seed;
  run_ = run;
  drawn_ = 0;
  Situation& situation = varied_.situation;
  situation = given_.situation;
  situation.levels.insert(situation.levels.end(), levels_.begin(), levels_.end());
  for (const WrittenKey& key : keys_) {
    if (key.has_default && draw(2) != 0) continue;
    SituationValue value{key.key};
    value.value[0] = static_cast<float>(number_between(key.start_low, key.start_high, key.is_whole));
    situation.keys.push_back(value);
  }
  constexpr uint64_t kMostChanges = 8;
  const double seconds = situation.course.seconds;
  const auto tenths = static_cast<uint64_t>(std::max(1.0, seconds * 10));
  const uint64_t changes = draw(kMostChanges + 1);
  const bool has_gradual =
      std::ranges::any_of(keys_, [](const WrittenKey& key) { return key.most_change > 0; });
  for (uint64_t i = 0; i < changes; ++i) {
    Course::Change change;
    change.seconds = static_cast<double>(draw(tenths)) / 10;
    for (const WrittenKey& key : keys_) {
      if (key.is_written && key.low < key.high && key.most_change == 0 && draw(3) == 0)
        change.set.push_back(value_of(key));
    }
    if (!events_.empty() && draw(2) == 0) {
      SituationEvent& event = change.emit.emplace_back();
      event.event = events_[draw(events_.size())];
    }
    if (!change.set.empty() || !change.emit.empty() || has_gradual)
      situation.course.changes.push_back(std::move(change));
  }
  std::ranges::stable_sort(situation.course.changes, {}, &Course::Change::seconds);
  // One moment of a test is written once.
  std::vector<Course::Change>& all = situation.course.changes;
  const auto is_same = [](const Course::Change& one, const Course::Change& other) {
    return one.seconds == other.seconds;
  };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  for (const WrittenKey& key : keys_) {
    if (key.is_written && key.most_change > 0 && key.low < key.high) let_flow(key);
  }
  for (const uint32_t task : tasks_) {
    const uint64_t end = draw(5);
    if (end < 2)
      situation.course.endings.push_back({task, kNone, end == 0 ? Course::End::failed : Course::End::never});
  }
}

bool AnyRuns::contradicts(uint64_t seed, uint64_t run) {
  make(seed, run);
  return fails();
}

bool AnyRuns::fails() {
  RunFeatures features;
  TestRunOptions options;
  const TypedExpectation* const expect = varied_.expected_of(0);
  TestAttempt attempt(model_, asset_, varied_, nullptr, options,
                      {.features = &features,
                       .simulation = &simulation_,
                       .is_light = expect != nullptr && !asks_for_thoughts(*expect)});
  while (attempt.go_on()) {
  }
  const bool has_failed = attempt.result().outcome == Outcome::failed;
  if (has_failed) message_ = std::move(attempt.result().message);
  return has_failed;
}

template <class List>
bool AnyRuns::try_without(List& list, size_t index) {
  const auto taken = list[index];
  list.erase(list.begin() + static_cast<ptrdiff_t>(index));
  if (keeps_contract() && fails()) return true;
  list.insert(list.begin() + static_cast<ptrdiff_t>(index), taken);
  return false;
}

void AnyRuns::simplify() {
  Situation& situation = varied_.situation;
  std::vector<Course::Change>& changes = situation.course.changes;
  for (size_t i = changes.size(); i-- > 0;) {
    if (try_without(changes, i)) continue;
    for (size_t k = changes[i].set.size(); k-- > 0;) try_without(changes[i].set, k);
    for (size_t k = changes[i].flows.size(); k-- > 0;) try_without(changes[i].flows, k);
    for (size_t k = changes[i].emit.size(); k-- > 0;) try_without(changes[i].emit, k);
  }
  for (size_t i = situation.course.flows.size(); i-- > 0;) try_without(situation.course.flows, i);
  for (size_t i = situation.course.endings.size(); i-- > 0;) try_without(situation.course.endings, i);
  const size_t fixed = given_.situation.keys.size();
  for (size_t i = situation.keys.size(); i-- > fixed;) {
    const auto key = std::ranges::find(keys_, situation.keys[i].index, &WrittenKey::key);
    if (key->has_default) try_without(situation.keys, i);
  }
  static_cast<void>(fails());
}

std::vector<std::string> AnyRuns::lines() const {
  const Situation& situation = varied_.situation;
  std::vector<std::string> lines, given, at, results;
  for (size_t i = given_.situation.keys.size(); i < situation.keys.size(); ++i)
    given.push_back(text_of(situation.keys[i]));
  for (const SituationValue& level : situation.levels)
    given.push_back(fmt::format("{}: {}", motive_name(model_, level.index), level.value[0]));
  if (!given.empty()) lines.push_back(fmt::format("given: {{ {} }}", fmt::join(given, ", ")));
  if (const std::string flows = text_of(situation.course.flows); !flows.empty()) lines.push_back(flows);
  for (const Course::Change& change : situation.course.changes) {
    std::vector<std::string> parts, values, events;
    for (const SituationValue& value : change.set) values.push_back(text_of(value));
    for (const SituationEvent& event : change.emit)
      events.push_back(fmt::format("{}: {{}}", model_.events[event.event].name.text));
    if (!values.empty()) parts.push_back(fmt::format("set: {{ {} }}", fmt::join(values, ", ")));
    if (std::string flows = text_of(change.flows); !flows.empty()) parts.push_back(std::move(flows));
    if (!events.empty()) parts.push_back(fmt::format("emit: {{ {} }}", fmt::join(events, ", ")));
    if (!parts.empty())
      at.push_back(
          fmt::format("{}: {{ {} }}", show(change.seconds, Quantity::duration), fmt::join(parts, ", ")));
  }
  if (!at.empty()) lines.push_back(fmt::format("at: {{ {} }}", fmt::join(at, ", ")));
  for (const Course::Ending& ending : situation.course.endings)
    results.push_back(fmt::format("{}: {}", model_.tasks[ending.task].name.text,
                                  ending.end == Course::End::failed ? "failed" : "never"));
  if (!results.empty())
    lines.push_back(fmt::format("with: {{ results: {{ {} }} }}", fmt::join(results, ", ")));
  return lines;
}

std::string AnyRuns::text_of(const SituationValue& value) const {
  const auto& [name, variable] = model_.blackboard[value.index];
  return fmt::format("{}: {}", name.text, written_value(model_, variable, value.value));
}

// "each_second: { hp: -10 }"; empty without flows.
std::string AnyRuns::text_of(const std::vector<SituationFlow>& flows) const {
  std::vector<std::string> texts;
  for (const SituationFlow& flow : flows) {
    const auto& [name, variable] = model_.blackboard[flow.key];
    texts.push_back(fmt::format("{}: {}", name.text, show(flow.per_second, variable.resolved.quantity)));
  }
  return texts.empty() ? "" : fmt::format("each_second: {{ {} }}", fmt::join(texts, ", "));
}

}  // namespace ishi::compiler
