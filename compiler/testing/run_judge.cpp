#include "testing/run_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ishi/id.h"
#include "language/unit.h"
#include "simulate/expected_keys.h"

namespace ishi::compiler {
namespace {

constexpr double kTolerance = 1e-5;  // of a number
constexpr size_t kMostTold = 8;      // stretches and tasks

bool is_near(float value, float wanted) { return std::abs(value - wanted) <= kTolerance; }

// Of directions the length does not matter.
Vector unit(const Vector& v) {
  const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length == 0 ? v : Vector{v[0] / length, v[1] / length, v[2] / length};
}

float number_of(const Type& type, const RawValue& raw) {
  return type.kind == ValueKind::integer ? static_cast<float>(value_as<int32_t>(raw.data()))
                                         : value_as<float>(raw.data());
}

bool is_met(const ExpectedKey& expected, const Type& type, const RawValue& raw, const Stage& stage) {
  const SituationValue& wanted = expected.value;
  if (expected.is_range) {
    const float value = number_of(type, raw);
    return value >= expected.low && value <= expected.high;
  }
  switch (type.kind) {
    case ValueKind::entity: {
      const auto id = value_as<EntityId>(raw.data());
      if (expected.is_anyone) return id != kNobody;
      return wanted.entity == kNone ? id == kNobody : stage.entity_index(id) == wanted.entity;
    }
    case ValueKind::boolean:
    case ValueKind::enumeration:
      return value_as<uint8_t>(raw.data()) == static_cast<uint8_t>(wanted.value[0]);
    case ValueKind::integer: return number_of(type, raw) == wanted.value[0];
    case ValueKind::point:
    case ValueKind::direction: {
      const bool is_point = type.kind == ValueKind::point;
      const Vector value = is_point ? value_as<Vector>(raw.data()) : unit(value_as<Vector>(raw.data()));
      return std::ranges::equal(value, is_point ? wanted.value : unit(wanted.value), is_near);
    }
    default: return is_near(number_of(type, raw), wanted.value[0]);
  }
}

}  // namespace

void RunJudge::judge(const std::function<void(std::string)>& fail) const {
  const auto say = [&](std::string line) {
    if (!line.empty()) fail(std::move(line));
  };
  if (expect_.within.given) say(within());
  if (!expect_.does.empty()) say(does());
  if (expect_.max_switches.given) say(switches());
  if (agent_.place().situation().reaches) say(reaches());
  for (const auto& goal : expect_.goals) say(this->goal(goal));
  for (const auto& level : expect_.level) say(this->level(level));
  Diagnostics nothing_new;
  for (const ExpectedKey& one :
       read_expected_keys(model_, expect_, situation_, agent_.place().index(), nothing_new))
    say(key(one));
}

void tell_unused_failures(const Asset& asset, const Simulation& simulation,
                          const std::function<void(std::string)>& tell) {
  for (const Course::Failure& failure : simulation.failures_left()) {
    const std::string_view task = asset.name(ishi::Kind::tasks, failure.task);
    tell(fmt::format("`fails: {{ {}: {} }}` came to nothing: no {} ran then or was started later", task,
                     show(failure.seconds, Quantity::duration), task));
  }
}

const std::vector<Reference>& RunJudge::actions() const {
  return model_.agents[agent_.place().situation().agent].value.actions;
}

std::string_view RunJudge::name_of(uint32_t option) const {
  return option == kNone ? "nothing" : actions()[option].text;
}

// "shoot 0.00s–1.00s, flee 1.00s–1.50s"
std::string RunJudge::stretches_text(double until) const {
  std::string text;
  size_t told = 0;
  for (const History::Stretch& stretch : history_.stretches()) {
    if (stretch.begins > until) break;
    if (++told > kMostTold) return text + ", …";
    text += fmt::format("{}{} {:.2f}s–{:.2f}s", text.empty() ? "" : ", ", name_of(stretch.option),
                        stretch.begins, std::min(stretch.ends, until));
  }
  return text.empty() ? "nothing" : text;
}

std::string RunJudge::within() const {
  const std::vector<Reference>& actions = this->actions();
  const auto option = std::ranges::find(actions, expect_.picks.value.text, &Reference::text);
  const uint32_t wanted = option == actions.end() ? kNone : static_cast<uint32_t>(option - actions.begin());
  const double first = history_.first_picked(wanted);
  if (first >= 0 && first <= expect_.within.value) return {};
  const std::string name = wanted == kNone ? "nothing" : fmt::format("`{}`", name_of(wanted));
  return fmt::format("expected {} within {}, but it ran {}{}", name,
                     show(expect_.within.value, Quantity::duration), stretches_text(expect_.within.value),
                     first < 0 ? "" : fmt::format("; it picks {} at {:.2f}s", name, first));
}

std::string RunJudge::does() const {
  const std::vector<Reference>& wanted = expect_.does;
  const std::vector<History::Started>& started = history_.started();
  const auto task_name = [&](const History::Started& one) {
    return asset_.name(ishi::Kind::tasks, one.task);
  };
  size_t right = 0;
  while (right < std::min(wanted.size(), started.size()) && task_name(started[right]) == wanted[right].text)
    ++right;
  if (right == wanted.size()) return {};
  // Of many only those about the first that is wrong.
  const size_t first = right < kMostTold ? 0 : right - kMostTold / 2;
  const auto list = [&](size_t count, const auto& text_of) {
    std::string text = first > 0 ? "…" : "";
    for (size_t i = first; i < std::min(first + kMostTold, count); ++i)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", text_of(i));
    return first + kMostTold < count ? text + ", …" : text;
  };
  const std::string expected = list(wanted.size(), [&](size_t i) { return std::string(wanted[i].text); });
  if (started.empty()) return fmt::format("expected `does: [{}]`, but no task is started", expected);
  const size_t told = std::min(started.size(), wanted.size() + 1);
  const std::string done = list(
      told, [&](size_t i) { return fmt::format("{} ({:.2f}s)", task_name(started[i]), started[i].seconds); });
  return fmt::format("expected `does: [{}]`, but the {} {}", expected,
                     right == started.size() ? "only tasks started are" : "tasks started are", done);
}

std::string RunJudge::switches() const {
  const auto most = static_cast<size_t>(expect_.max_switches.value);
  if (history_.switches() <= most) return {};
  return fmt::format("expected at most {} switch{}, but there are {}: {}", most, most == 1 ? "" : "es",
                     history_.switches(), stretches_text(situation_.course.seconds));
}

std::string RunJudge::reaches() const {
  if (agent_.reached_at() >= 0) return {};
  const Vector& wanted = *agent_.place().situation().reaches;
  return fmt::format("expected it to reach {}, but it never comes there: at the end it is at {}",
                     place_text({wanted[0], wanted[1], wanted[2]}), place_text(agent_.position()));
}

std::string RunJudge::goal(const Named<Setting<GoalState>>& expected) const {
  constexpr std::string_view kStates[] = {"inactive", "active", "completed", "failed", "aborted"};
  const auto word = [&](GoalState state) { return kStates[static_cast<size_t>(state)]; };
  const uint32_t index = asset_.find(ishi::Kind::goals, model_.imported.id("goals", expected.name.text));
  const GoalStanding& goal = agent_.goal(index);
  const GoalState wanted = expected.value.value;
  const bool was_begun = goal.is_active || goal.ended != GoalState::inactive;
  if (wanted == GoalState::inactive ? !was_begun
      : wanted == GoalState::active ? goal.is_active
                                    : goal.ended == wanted)
    return {};
  std::string text = was_begun ? "" : "was never begun";
  if (goal.ended != GoalState::inactive)
    text = fmt::format("{} {} at {:.2f}s", goal.ended == GoalState::completed ? "was" : "has",
                       word(goal.ended), goal.ended_at);
  if (goal.ended == GoalState::aborted) text = fmt::format("was aborted at {:.2f}s", goal.ended_at);
  if (goal.is_active)
    text += fmt::format("{}is active since {:.2f}s", text.empty() ? "" : " and ", goal.active_since);
  return fmt::format("expected the goal `{}` to be {}, but it {}", expected.name.text, word(wanted), text);
}

std::string RunJudge::level(const Named<Setting<Bounds>>& expected) const {
  constexpr double kLevelTolerance = 1e-4;
  const uint32_t motive = asset_.find(ishi::Kind::motives, model_.imported.id("motives", expected.name.text));
  const double level = agent_.level(motive).value_or(0);
  const Bounds& bounds = expected.value.value;
  const bool is_number = bounds.low == bounds.high;
  const double slack = is_number ? kLevelTolerance : 0;
  if (level >= bounds.low - slack && level <= bounds.high + slack) return {};
  const std::string wanted =
      is_number ? fmt::format("{}", bounds.low) : fmt::format("{} to {}", bounds.low, bounds.high);
  return fmt::format(
      "expected the level of `{}` to be {} at the end, but by then, after {:.2f}s, it is {:.4f}",
      expected.name.text, wanted, agent_.seconds(), level);
}

std::string RunJudge::key(const ExpectedKey& expected) const {
  const auto& [name, variable] = model_.blackboard[expected.key];
  const uint32_t key = asset_.find(ishi::Kind::keys, id_of("blackboard", name.text));
  const RawValue& raw = agent_.key(key);
  if (is_met(expected, variable.resolved, raw, agent_.place().stage())) return {};
  const std::string value = variable.resolved.kind == ValueKind::number
                                ? show(value_as<float>(raw.data()), variable.resolved.quantity, variable.unit)
                                : value_text(agent_.place(), asset_.key(key).variable, raw.data());
  const double changed = history_.changed(key);
  return fmt::format(
      "expected `{}` to be {} at the end, but it is {}, {}", name.text, expected.text, value,
      changed < 0 ? std::string("as from the beginning") : fmt::format("since {:.2f}s", changed));
}

}  // namespace ishi::compiler
