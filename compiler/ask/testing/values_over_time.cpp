#include "testing/values_over_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "expression/constant.h"
#include "lower/lower_condition.h"
#include "model/motives.h"
#include "model/steps_within.h"
#include "prove/proof_ranges.h"

namespace ishi::compiler {
namespace {

constexpr double kAtOnce = std::numeric_limits<double>::infinity();

// By how much the roundings of so many seconds may shift a level, which is stored with each thought.
double rounded_by(double seconds) { return 1e-6 + 4e-6 * seconds; }

// By key of the model: the constants to which steps and effects set it; an entry of nothing: anything.
std::vector<std::vector<std::optional<double>>> find_set(const Model& model) {
  std::vector<std::vector<std::optional<double>>> set(model.blackboard.size());
  const auto note = [&](std::string_view name, const Formula& formula) {
    const uint32_t key = find_index(model.blackboard, name);
    if (key != kNone)
      set[key].push_back(formula.root == nullptr ? std::nullopt : constant_value(*formula.root));
  };
  for_each_written_step(model, [&](const Step& step) {
    const auto* const written = step.as<SetStep>();
    if (written == nullptr) return;
    for (const auto& assignment : written->values) note(assignment.name.text, assignment.value);
  });
  for (const auto& task : model.tasks) {
    for (const auto& [key, value] : task.value.effects) note(key.text, value);
  }
  return set;
}

bool is_number(const Variable& variable) {
  return variable.resolved.kind == ValueKind::number || variable.resolved.kind == ValueKind::integer;
}

Interval clipped(double low, double high, Interval to) {
  return {std::clamp(static_cast<float>(low), to.low, to.high),
          std::clamp(static_cast<float>(high), to.low, to.high)};
}

}  // namespace

ValuesOverTime::ValuesOverTime(const Model& model, const Lowered& lowered, const LoweredAgent& agent,
                               const TypedTest& test)
    : model_(model), lowered_(lowered), seconds_(test.situation.course.seconds) {
  find_keys(test);
  find_levels(agent, test);
}

void ValuesOverTime::find_keys(const TypedTest& test) {
  const auto set = find_set(model_);
  for (const ProofRange& range : test.claim->ranges) {
    if (!range.is_level && set[range.index].empty()) lasting_.push_back(range);
  }
  for (uint32_t key = 0; key < set.size(); ++key) {
    const Variable& variable = model_.blackboard[key].value;
    const auto known =
        std::ranges::find_if(lasting_, [&](const ProofRange& range) { return range.index == key; });
    if (variable.is_private.value && known == lasting_.end()) find_private(key, test, set[key]);
    if (variable.most_change <= 0 || !is_number(variable) || !set[key].empty() || variable.is_private.value)
      continue;
    ProofRange all{false, key, {{variable.low, variable.high}}};
    if (known != lasting_.end()) all = *known;
    const auto start = std::ranges::find_if(
        test.claim->starts, [&](const ProofRange& range) { return !range.is_level && range.index == key; });
    starts_.push_back(start == test.claim->starts.end() ? all : *start);
    const double hair = 1e-6 * std::max(std::abs(all.of[0].low), std::abs(all.of[0].high));
    gradual_.push_back({all, variable.most_change, variable.most_change,
                        hair + (variable.resolved.kind == ValueKind::integer ? 1.0 : 0.0), true});
  }
}

// The game does not know such a key: it is its default, or as the test gives it, and what steps set.
void ValuesOverTime::find_private(uint32_t key, const TypedTest& test,
                                  const std::vector<std::optional<double>>& set) {
  const Variable& variable = model_.blackboard[key].value;
  const ValueKind kind = variable.resolved.kind;
  if (!is_number(variable) && kind != ValueKind::boolean && kind != ValueKind::enumeration) return;
  if (variable.merge.given && variable.merge.value == Merge::sum) return;  // which adds up what steps set
  Interval values{variable.fallback[0], variable.fallback[0]};
  const auto given = std::ranges::find_if(
      test.claim->ranges, [&](const ProofRange& range) { return !range.is_level && range.index == key; });
  if (given != test.claim->ranges.end()) values = given->of[0];
  for (const std::optional<double>& one : set) {
    if (!one) return;
    values.low = std::min(values.low, static_cast<float>(*one));
    values.high = std::max(values.high, static_cast<float>(*one));
  }
  lasting_.push_back({false, key, {clipped(values.low, values.high, {variable.low, variable.high})}});
}

Interval ValuesOverTime::rate(const Formula& formula) const {
  constexpr Interval kAny{-std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};
  if (formula.root == nullptr) return kAny;
  if (const auto value = constant_value(*formula.root)) {
    const auto number = static_cast<float>(*value);
    return {number, number};
  }
  Diagnostics said_elsewhere;
  const LoweredFormula lowered = lower_condition(model_, lowered_.curves, formula, said_elsewhere);
  if (said_elsewhere.has_errors() || !lowered.given()) return kAny;
  const AnalyzedProgram program = analyzed(model_, lowered_, lowered.program, lowered.ranges);
  Ranges ranges = all_situations(program);
  hold_within(program, lasting_, ranges);
  return ranges.back();
}

// What it gains and loses by itself and by what its agent does.
void ValuesOverTime::add_rates(const LoweredAgent& agent, Level& level) const {
  const Named<Motive>& motive = motive_at(model_, level.motive);
  if (motive.value.rise.given()) {
    const Interval rise = rate(motive.value.rise);
    level.least = motive.value.while_rises.given() ? std::min(0.0F, rise.low) : rise.low;
    level.most = motive.value.while_rises.given() ? std::max(0.0F, rise.high) : rise.high;
  }
  double least = 0, most = 0;  // of the action that runs
  const auto jump = [&](const Map<Formula>& changes) {
    const uint32_t change = find_index(changes, motive.name.text);
    if (change == kNone) return;
    const Formula& amount = changes[change].value;
    const auto value = amount.root == nullptr ? std::nullopt : constant_value(*amount.root);
    level.may_jump_up |= !value || *value > 0;
    level.may_jump_down |= !value || *value < 0;
  };
  for (const LoweredOption& option : agent.options) {
    const Action& action = model_.actions[option.action].value;
    jump(action.after.value);
    const uint32_t during = find_index(action.during.value, motive.name.text);
    if (during == kNone) continue;
    const Interval change = rate(action.during.value[during].value);
    least = std::min(least, double{change.low});
    most = std::max(most, double{change.high});
  }
  level.least += least;
  level.most += most;
  for_each_written_step(model_, [&](const Step& step) {
    if (const auto* const raise = step.as<RaiseStep>()) jump(raise->changes);
  });
}

void ValuesOverTime::find_levels(const LoweredAgent& agent, const TypedTest& test) {
  const auto count = static_cast<uint32_t>(model_.needs.size() + model_.drives.size());
  for (uint32_t motive = 0; motive < count; ++motive) {
    const Motive& written = motive_at(model_, motive).value;
    if (!written.is_carried()) continue;
    const auto usual = std::clamp(static_cast<float>(written.start.value), 0.0F, 1.0F);
    Level level{motive, {usual, usual}};
    const auto start = std::ranges::find_if(
        test.claim->starts, [&](const ProofRange& range) { return range.is_level && range.index == motive; });
    if (start != test.claim->starts.end()) level.start = start->of[0];
    add_rates(agent, level);
    levels_.push_back(level);
    const double up = level.may_jump_up ? kAtOnce : std::max(0.0, level.most);
    const double down = level.may_jump_down ? kAtOnce : std::max(0.0, -level.least);
    gradual_.push_back(
        {{true, motive, {this->level(motive, 0, seconds_)}}, up, down, rounded_by(seconds_), false});
  }
}

Interval ValuesOverTime::level(uint32_t motive, double from, double until) const {
  const auto found = std::ranges::find(levels_, motive, &Level::motive);
  if (found == levels_.end()) return {0, 1};
  const Level& level = *found;
  const double rises = level.least * (level.least >= 0 ? from : until);
  const double falls = level.most * (level.most > 0 ? until : from);
  // No rounding makes what rises fall.
  double low = level.start.low + rises - rounded_by(level.least >= 0 ? from : until);
  if (level.least >= 0) low = std::max(low, double{level.start.low});
  double high = level.start.high + falls + rounded_by(level.most > 0 ? until : from);
  if (level.most <= 0) high = std::min(high, double{level.start.high});
  // Without end in no time is no number.
  if (level.may_jump_down || std::isnan(low)) low = 0;
  if (level.may_jump_up || std::isnan(high)) high = 1;
  return clipped(low, high, {0, 1});
}

std::vector<ProofRange> ValuesOverTime::between(double from, double until) const {
  std::vector<ProofRange> ranges = lasting_;
  for (size_t i = 0; i < starts_.size(); ++i) {
    const Gradual& key = gradual_[i];
    const bool is_whole = model_.blackboard[key.what.index].value.resolved.kind == ValueKind::integer;
    const double reach = is_whole ? std::ceil(key.up * until - 1e-6) : key.up * until + key.rounding;
    ranges.push_back(
        {false,
         key.what.index,
         {clipped(starts_[i].of[0].low - reach, starts_[i].of[0].high + reach, key.what.of[0])}});
  }
  for (const Level& one : levels_) ranges.push_back({true, one.motive, {level(one.motive, from, until)}});
  return ranges;
}

std::optional<Interval> ValuesOverTime::number(uint32_t key) const {
  if (!is_number(model_.blackboard[key].value)) return std::nullopt;
  std::optional<Interval> number;
  for (const ProofRange& range : between(0, seconds_)) {
    if (range.is_level || range.index != key) continue;
    if (!number) number = range.of[0];
    number = {std::max(number->low, range.of[0].low), std::min(number->high, range.of[0].high)};
  }
  return number;
}

}  // namespace ishi::compiler
