#include "testing/run_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "ishi/id.h"
#include "language/unit.h"
#include "language/words.h"
#include "simulate/agent_move.h"
#include "simulate/walls.h"

namespace ishi::compiler {
namespace {

constexpr double kTolerance = 1e-5;  // of a number
constexpr size_t kMostTold = 8;      // stretches and tasks

bool is_near(float value, float wanted) { return std::abs(value - wanted) <= kTolerance; }
bool is_near_by(float value, float wanted) { return std::abs(value - wanted) <= kVectorTolerance; }

// Of directions the length does not matter.
Vector unit(const Vector& v) {
  const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length == 0 ? v : Vector{v[0] / length, v[1] / length, v[2] / length};
}

float number_of(const Type& type, const RawValue& raw) {
  return type.kind == ValueKind::integer ? static_cast<float>(value_as<int32_t>(raw.data()))
                                         : value_as<float>(raw.data());
}

// `is_now`: the value is what a key holds now, where somebody who is gone reads as nothing.
bool is_met(const ExpectedKey& expected, const Type& type, const RawValue& raw, const Stage& stage,
            bool is_now) {
  const SituationValue& wanted = expected.value;
  if (expected.is_range) {
    const float value = number_of(type, raw);
    return value >= expected.low && value <= expected.high;
  }
  switch (type.kind) {
    case ValueKind::entity: {
      const auto held = value_as<EntityId>(raw.data());
      const EntityId id =
          is_now && !stage.world().is_alive(stage.world().entity(held)) ? EntityId(kNobody) : held;
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
      if (expected.is_box)
        return std::ranges::equal(value, expected.least, std::greater_equal<>()) &&
               std::ranges::equal(value, expected.most, std::less_equal<>());
      return std::ranges::equal(value, is_point ? wanted.value : unit(wanted.value), is_near_by);
    }
    default: return is_near(number_of(type, raw), wanted.value[0]);
  }
}

}  // namespace

void RunJudge::judge(const std::function<void(std::string)>& fail) const {
  const auto say = [&](std::string line) {
    if (!line.empty()) fail(std::move(line));
  };
  if (since().seconds < 0) {
    if (must_arrive_)
      fail(fmt::format("expected something after `{}`, but that never reaches it", expect_.after.text));
  } else if (expect_.within.given && !is_open()) {
    if (!expect_.picks.empty()) say(picks_within());
    if (expect_.state.given) say(state_within());
    for (const auto& wanted : expect_.notices) say(notices_within(wanted));
  }
  if (!expect_.does.empty()) say(does(expect_.does));
  if (!expect_.does_in_order.empty()) say(does_in_order(expect_.does_in_order));
  for (const Reference& task : expect_.never_does) say(never_does(task));
  for (const auto& expected : expect_.times) say(times(expected));
  for (const ExpectedRecord& wanted : expect_.emits.value) {
    if (since().seconds >= 0 && !is_open()) say(emits(wanted));
  }
  for (const auto& wanted : expect_.remembers) say(remembers(wanted));
  if (expect_.emits.given && expect_.emits.value.empty() && !history_.emitted().empty())
    say(fmt::format("expected it to emit nothing, but {}", emitted_text()));
  if (expect_.max_switches.given) say(switches());
  // Of the whole run, not of its moments under `at`.
  if (expect_.expects_place && agent_.place().situation().reaches) say(reaches());
  for (const auto& goal : expect_.goals) say(this->goal(goal));
  for (const auto& level : expect_.level) say(this->level(level));
  for (const ExpectedKey& one : expect_.keys) say(key(one));
}

void tell_unused_failures(const Asset& asset, const Simulation& simulation,
                          const std::function<void(std::string)>& tell) {
  for (const Course::Failure& failure : simulation.failures_left()) {
    const std::string_view task = asset.name(ishi::Kind::tasks, failure.task);
    tell(fmt::format("`{}: {{ {}: {} }}` came to nothing: no {} ran then or was started later",
                     failure.completes ? "without_effect" : "fails", task,
                     show(failure.seconds, Quantity::duration), task));
  }
}

void tell_ways_through_walls(const Model& model, const Asset& asset, const Simulation& simulation,
                             const std::function<void(std::string)>& tell) {
  constexpr size_t kMostTold = 3;
  const Situation& situation = simulation.stage().situation();
  size_t count = 0;
  for (const WentThroughWall& one : simulation.through_walls()) {
    if (++count > kMostTold) continue;
    const std::string_view name = situation.agent_at(one.agent).name;
    tell(fmt::format("{} goes through a wall at {} ({:.2f}s): `{}` leads straight to where it `moves_to`",
                     name.empty() ? "the agent" : fmt::format("`{}`", name), place_text(one.at), one.seconds,
                     asset.name(ishi::Kind::tasks, one.task)));
  }
  if (count > kMostTold)
    tell(fmt::format("{} more task{} agents through walls", count - kMostTold,
                     count == kMostTold + 1 ? " leads" : "s lead"));
  for (const SituationMove& move : situation.moves) {
    Vector from = situation.entities[move.entity].position;
    for (const Vector& to : move.path) {
      if (!is_sight_blocked(situation.walls, std::exchange(from, to), to, model.up.value)) continue;
      tell(fmt::format("the path of `{}` under `moves` leads through a wall",
                       name_of_entity(situation, move.entity)));
      break;
    }
  }
}

const std::vector<Reference>& RunJudge::actions() const {
  return model_.agents[agent_.place().situation().agent].value.actions;
}

std::string_view RunJudge::name_of(uint32_t option) const {
  return option == kNone ? "nothing" : actions()[option].text;
}

// "shoot 0.00s–1.00s, flee 1.00s–1.50s"
std::string RunJudge::stretches_text(double from, double until) const {
  std::string text;
  size_t told = 0;
  for (const History::Stretch& stretch : history_.stretches()) {
    if (stretch.begins > until) break;
    if (stretch.ends <= from && from > 0) continue;
    if (++told > kMostTold) return text + ", …";
    text += fmt::format("{}{} {:.2f}s–{:.2f}s", text.empty() ? "" : ", ", name_of(stretch.option),
                        stretch.begins, std::min(stretch.ends, until));
  }
  return text.empty() ? "nothing" : text;
}

// From where `within` counts: below 0 seconds if that never came.
const History::Since& RunJudge::since() const {
  static constexpr History::Since kBeginning;
  if (!expect_.after.given()) return kBeginning;
  return history_.first_event(asset_.find(ishi::EventId::of(expect_.after.text)));
}

// The time up to which `within` counts: until the end of the last frame whose shown time lies within it,
// counted from the shown time of its beginning.
double RunJudge::until() const {
  constexpr double kHair = 1e-6;
  const double end = shown_seconds(since().seconds) + expect_.within.value + kHair;
  return std::floor(end * 100) / 100 + 0.005 - kHair;
}

// The run is over before the time is in which something may still come.
bool RunJudge::is_open() const {
  return !must_arrive_ && expect_.within.given && until() > situation_.course.seconds;
}

std::string RunJudge::picks_within() const {
  const std::vector<Reference>& actions = this->actions();
  const auto option_of = [&](const Reference& wanted) {
    const auto option = std::ranges::find(actions, wanted.text, &Reference::text);
    return option == actions.end() ? kNone : static_cast<uint32_t>(option - actions.begin());
  };
  double first = -1;
  std::string name;
  uint32_t picked = kNone;
  for (const Reference& wanted : expect_.picks) {
    const uint32_t option = option_of(wanted);
    name += fmt::format("{}{}", name.empty() ? "" : " or ",
                        option == kNone ? "nothing" : fmt::format("`{}`", name_of(option)));
    const double at = history_.first_picked(option, since(), until());
    if (at >= 0 && (first < 0 || at < first)) first = at, picked = option;
  }
  if (first >= 0 && first <= until()) return {};
  const std::string later = picked == kNone ? "nothing" : fmt::format("`{}`", name_of(picked));
  return fmt::format("expected {} within {}, but it ran {}{}", name, within_text(),
                     stretches_text(since().seconds, since().seconds + expect_.within.value),
                     first < 0 ? "" : fmt::format("; it picks {} at {:.2f}s", later, first));
}

// "2s", "2s of `radio` (3.40s)"
std::string RunJudge::within_text() const {
  const std::string within = show(expect_.within.value, Quantity::duration);
  return expect_.after.given()
             ? fmt::format("{} of `{}` ({:.2f}s)", within, expect_.after.text, since().seconds)
             : within;
}

std::string RunJudge::state_within() const {
  const double first = history_.first_in_state(expect_.in_state, since(), until());
  if (first >= 0 && first <= until()) return {};
  return fmt::format(
      "expected the state `{}` within {}, but {}", expect_.state.value.text, within_text(),
      first < 0 ? fmt::format("it is never in that state{}", expect_.after.given() ? " after that" : "")
                : fmt::format("it is in that state from {:.2f}s", first));
}

std::string RunJudge::notices_within(const Named<std::vector<Setting<Name>>>& wanted) const {
  const auto& senses = model_.agents[agent_.place().situation().agent].value.senses;
  const auto sense =
      static_cast<uint32_t>(std::ranges::find(senses, wanted.name.text, &Reference::text) - senses.begin());
  for (const Setting<Name>& who : wanted.value) {
    if (who.value.text == "nothing") continue;  // judged at the end of the run
    const uint32_t entity = find_named(situation_, who.value.text);
    const auto first = std::ranges::find_if(history_.first_notices(), [&](const History::FirstNotice& one) {
      return one.sense == sense && one.entity == entity && one.order >= since().order;
    });
    const bool is_found = first != history_.first_notices().end();
    if (is_found && first->seconds <= until()) continue;
    return fmt::format(
        "expected `{}` to notice `{}` within {}, but {}", wanted.name.text, who.value.text, within_text(),
        is_found ? fmt::format("it does so at {:.2f}s", first->seconds) : std::string("it never does"));
  }
  return {};
}

// "fire { at: thug } (1.00s)"
std::string RunJudge::record_text(const History::Record& record, bool is_task) const {
  if (record.is_sound)
    return fmt::format("{} ({:.2f}s)", asset_.name(ishi::Kind::sounds, record.index), record.seconds);
  const IndexRange range = is_task ? AssetParts(asset_).task(record.index).parameters
                                   : AssetParts(asset_).event(record.index).fields;
  std::string text;
  for (uint32_t i = 0; i < range.count && !record.fields.empty(); ++i) {
    const NamedVariable field = is_task ? AssetParts(asset_).parameter(range.first + i)
                                        : AssetParts(asset_).event_field(range.first + i);
    if (is_task && field.given) continue;  // the game gives it back at the end
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", field.name, field_text(record, i, is_task));
  }
  const std::string_view name = asset_.name(is_task ? ishi::Kind::tasks : ishi::Kind::events, record.index);
  return fmt::format("{}{} ({:.2f}s)", name, text.empty() ? "" : fmt::format(" {{ {} }}", text),
                     record.seconds);
}

// A field of a record, with as many digits as tell two numbers apart that a test does.
std::string RunJudge::field_text(const History::Record& record, uint32_t index, bool is_task) const {
  const auto kind = is_task ? ishi::Kind::tasks : ishi::Kind::events;
  const AssetParts parts(asset_);
  const IndexRange range = is_task ? parts.task(record.index).parameters : parts.event(record.index).fields;
  const NamedVariable field =
      is_task ? parts.parameter(range.first + index) : parts.event_field(range.first + index);
  const std::byte* const bytes = record.fields.data() + field.offset;
  const std::string_view owner = asset_.name(kind, record.index);
  const Map<Variable>& declared = is_task ? model_.tasks[find_index(model_.tasks, owner)].value.parameters
                                          : model_.events[find_index(model_.events, owner)].value.fields;
  const uint32_t known = find_index(declared, field.name);
  const Variable* const variable = known == kNone ? nullptr : &declared[known].value;
  if (variable != nullptr && variable->resolved.kind == ValueKind::number)
    return show(value_as<float>(bytes), variable->resolved.quantity, variable->unit);
  return value_text(agent_.place(), field.variable, bytes);
}

// True if a record is of the task or event that is wanted, and has the fields that are.
bool RunJudge::is_like(const History::Record& record, const ExpectedRecord& wanted, bool is_task) const {
  if (record.is_sound || wanted.is_sound)
    return record.is_sound && wanted.is_sound &&
           asset_.name(ishi::Kind::sounds, record.index) == model_.sounds[wanted.index].name.text;
  const std::string_view name =
      is_task ? model_.tasks[wanted.index].name.text : model_.events[wanted.index].name.text;
  const auto kind = is_task ? ishi::Kind::tasks : ishi::Kind::events;
  if (asset_.find(kind, id_of(is_task ? "tasks" : "events", name)) != record.index) return false;
  const Map<Variable>& fields =
      is_task ? model_.tasks[wanted.index].value.parameters : model_.events[wanted.index].value.fields;
  const IndexRange range = is_task ? AssetParts(asset_).task(record.index).parameters
                                   : AssetParts(asset_).event(record.index).fields;
  return std::ranges::all_of(wanted.fields, [&](const ExpectedKey& expected) {
    const NamedVariable field = is_task ? AssetParts(asset_).parameter(range.first + expected.key)
                                        : AssetParts(asset_).event_field(range.first + expected.key);
    RawValue raw{};
    const size_t bytes = std::min(raw.size(), record.fields.size() - field.offset);
    std::memcpy(raw.data(), record.fields.data() + field.offset, bytes);
    return is_met(expected, fields[expected.key].value.resolved, raw, agent_.place().stage(), false);
  });
}

// "fire { at: thug }", as it is expected.
std::string RunJudge::wanted_text(const ExpectedRecord& wanted, bool is_task) const {
  if (wanted.is_sound) return std::string(model_.sounds[wanted.index].name.text);
  const auto& fields =
      is_task ? model_.tasks[wanted.index].value.parameters : model_.events[wanted.index].value.fields;
  std::string text;
  for (const ExpectedKey& field : wanted.fields)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", fields[field.key].name.text, field.text);
  const std::string_view name =
      is_task ? model_.tasks[wanted.index].name.text : model_.events[wanted.index].name.text;
  return fmt::format("{}{}", name, text.empty() ? "" : fmt::format(" {{ {} }}", text));
}

std::string RunJudge::does(const std::vector<ExpectedRecord>& wanted) const {
  const std::vector<History::Record>& started = history_.started();
  size_t right = 0;
  while (right < std::min(wanted.size(), started.size()) && is_like(started[right], wanted[right], true))
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
  const std::string expected = list(wanted.size(), [&](size_t i) { return wanted_text(wanted[i], true); });
  if (started.empty()) return fmt::format("expected `does: [{}]`, but no task is started", expected);
  const size_t told = std::min(started.size(), wanted.size() + 1);
  const bool with_arguments =
      std::ranges::any_of(wanted, [](const auto& one) { return !one.fields.empty(); });
  const std::string done = list(told, [&](size_t i) {
    return with_arguments ? record_text(started[i], true)
                          : fmt::format("{} ({:.2f}s)", asset_.name(ishi::Kind::tasks, started[i].index),
                                        started[i].seconds);
  });
  // `does` begins with the first task; `does_in_order` expects a part of what the agent does.
  const std::string_view help =
      does_in_order(wanted).empty() ? "; `does_in_order` expects them with others before and between" : "";
  return fmt::format("expected `does: [{}]`, but the {} {}{}", expected,
                     right == started.size() ? "only tasks started are" : "tasks started are", done, help);
}

std::string RunJudge::does_in_order(const std::vector<ExpectedRecord>& wanted) const {
  size_t right = 0;
  for (const History::Record& started : history_.started()) {
    if (right < wanted.size() && is_like(started, wanted[right], true)) ++right;
  }
  if (right == wanted.size()) return {};
  std::string done;
  for (size_t i = 0; i < std::min(history_.started().size(), 2 * kMostTold); ++i)
    done += fmt::format("{}{}", done.empty() ? "" : ", ", record_text(history_.started()[i], true));
  if (history_.started().size() > 2 * kMostTold) done += ", …";
  return fmt::format("expected it to start `{}`{}, but {}", wanted_text(wanted[right], true),
                     right == 0 ? "" : fmt::format(" after `{}`", wanted_text(wanted[right - 1], true)),
                     done.empty() ? "no task is started" : fmt::format("the tasks started are {}", done));
}

std::string RunJudge::emits(const ExpectedRecord& wanted) const {
  const bool is_timed = expect_.within.given;
  const auto found = std::ranges::find_if(history_.emitted(), [&](const History::Record& record) {
    return record.order > since().order && is_like(record, wanted, false);
  });
  if (found != history_.emitted().end() && (!is_timed || found->seconds <= until())) return {};
  std::string text = fmt::format("expected it to emit `{}`{}, but ", wanted_text(wanted, false),
                                 is_timed ? fmt::format(" within {}", within_text()) : "");
  if (found != history_.emitted().end()) return text + fmt::format("it does so at {:.2f}s", found->seconds);
  const auto before = std::ranges::find_if(
      history_.emitted(), [&](const History::Record& record) { return is_like(record, wanted, false); });
  if (before == history_.emitted().end()) return text + emitted_text();
  return text +
         fmt::format(
             "it does so at {:.2f}s, before `{}` arrives{}", before->seconds, expect_.after.text,
             shown_seconds(before->seconds) == shown_seconds(since().seconds) ? " in the same frame" : "");
}

// "it emits nothing", "it emits radio { who: thief } (2.00s)"
std::string RunJudge::emitted_text() const {
  std::string text;
  size_t told = 0;
  for (const History::Record& record : history_.emitted()) {
    if (++told > kMostTold) {
      text += ", …";
      break;
    }
    text += fmt::format("{}{}", text.empty() ? "" : ", ", record_text(record, false));
  }
  if (history_.has_lost_emitted()) text += "; more than so many unlike events were not looked at";
  return fmt::format("it emits {}", text.empty() ? "nothing" : text);
}

std::string RunJudge::never_does(const Reference& task) const {
  const uint32_t index = asset_.find(ishi::TaskId::of(task.text));
  const auto first = std::ranges::find(history_.started(), index, &History::Record::index);
  if (history_.times(index) == 0) return {};
  return fmt::format(
      "expected it never to start `{}`, but it does so {} time{}{}", task.text, history_.times(index),
      history_.times(index) == 1 ? "" : "s",
      first == history_.started().end() ? "" : fmt::format(", first at {:.2f}s", first->seconds));
}

std::string RunJudge::times(const Named<Setting<Bounds>>& expected) const {
  const uint32_t index = asset_.find(ishi::TaskId::of(expected.name.text));
  const double times = history_.times(index);
  const Bounds& bounds = expected.value.value;
  if (times >= bounds.low && times <= bounds.high) return {};
  const std::string wanted = bounds.low == bounds.high ? fmt::format("{}", bounds.low)
                             : std::isinf(bounds.high) ? fmt::format("at least {}", bounds.low)
                             : std::isinf(bounds.low)  ? fmt::format("at most {}", bounds.high)
                                                       : fmt::format("{} to {}", bounds.low, bounds.high);
  return fmt::format("expected `{}` to be started {} times, but it is started {} time{}", expected.name.text,
                     wanted, times, times == 1 ? "" : "s");
}

std::string RunJudge::switches() const {
  const auto most = static_cast<size_t>(expect_.max_switches.value);
  if (history_.switches() <= most) return {};
  return fmt::format("expected at most {} switch{}, but there are {}: {}", most, most == 1 ? "" : "es",
                     history_.switches(), stretches_text(0, situation_.course.seconds));
}

std::string RunJudge::reaches() const {
  if (agent_.reached_at() >= 0) return {};
  const Vector& wanted = *agent_.place().situation().reaches;
  return fmt::format("expected it to reach {}, but it never comes there: at the end it is at {}",
                     place_text({wanted[0], wanted[1], wanted[2]}), place_text(agent_.position()));
}

std::string RunJudge::remembers(const Named<std::vector<Setting<Name>>>& wanted) const {
  const Population& population = agent_.place().population();
  const MemoryId memory(model_.imported.id("memory", wanted.name.text));
  std::vector<FactInfo> facts;
  uint32_t count = 0;
  Status status = population.facts(agent_.place().self(), memory, facts, count);
  facts.resize(count);
  if (status) status = population.facts(agent_.place().self(), memory, facts, count);
  std::vector<std::string_view> expected, found;
  for (const Setting<Name>& who : wanted.value) {
    if (who.value.text != "nothing") expected.push_back(who.value.text);
  }
  for (const FactInfo& fact : facts) {
    const uint32_t entity = agent_.place().stage().entity_index(fact.entity);
    const std::string_view name = name_of_entity(situation_, entity);
    found.push_back(name.empty() ? "somebody without a name" : name);
  }
  std::ranges::sort(expected);
  std::ranges::sort(found);
  if (status && expected == found) return {};
  const auto list = [](const std::vector<std::string_view>& names) {
    return names.empty() ? std::string("nothing") : quoted_list(names, "and");
  };
  return fmt::format("expected `{}` to hold {} {}, but it holds {}", wanted.name.text, list(expected), when_,
                     list(found));
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
  return fmt::format("expected the goal `{}` to be {}{}, but it {}", expected.name.text, word(wanted),
                     when_ == kAtEnd ? "" : fmt::format(" {}", when_), text);
}

LevelStanding::LevelStanding(const Model& model, const Asset& asset, const Named<Setting<Bounds>>& expected,
                             const SimulatedAgent& agent)
    : bounds_(expected.value.value) {
  const uint32_t motive = asset.find(ishi::Kind::motives, model.imported.id("motives", expected.name.text));
  level_ = agent.level(motive).value_or(0);
}

bool LevelStanding::is_met() const {
  constexpr double kLevelTolerance = 1e-4;
  const double slack = bounds_.low == bounds_.high ? kLevelTolerance : 0;
  return level_ >= bounds_.low - slack && level_ <= bounds_.high + slack;
}

std::string RunJudge::level(const Named<Setting<Bounds>>& expected) const {
  const LevelStanding standing(model_, asset_, expected, agent_);
  if (standing.is_met()) return {};
  const Bounds& bounds = expected.value.value;
  const std::string wanted = bounds.low == bounds.high ? fmt::format("{}", bounds.low)
                                                       : fmt::format("{} to {}", bounds.low, bounds.high);
  return fmt::format("expected the level of `{}` to be {} {}, but by then, after {:.2f}s, it is {:.4f}",
                     expected.name.text, wanted, when_, agent_.seconds(), standing.level());
}

KeyStanding::KeyStanding(const Model& model, const Asset& asset, const ExpectedKey& expected,
                         const SimulatedAgent& agent)
    : asset_(asset),
      expected_(expected),
      agent_(agent),
      named_(model.blackboard[expected.key]),
      key_(asset.find(ishi::Kind::keys, id_of("blackboard", named_.name.text))) {}

bool KeyStanding::is_met() const {
  return compiler::is_met(expected_, named_.value.resolved, agent_.key(key_), agent_.place().stage(), true);
}

std::string KeyStanding::text() const {
  const Variable& variable = named_.value;
  const RawValue& raw = agent_.key(key_);
  const World& world = agent_.place().stage().world();
  const bool is_gone = variable.resolved.kind == ValueKind::entity &&
                       value_as<EntityId>(raw.data()) != kNobody &&
                       !world.is_alive(world.entity(value_as<EntityId>(raw.data())));
  const std::string value = value_text(agent_.place(), AssetParts(asset_).key(key_).variable, raw.data());
  if (is_gone) return fmt::format("nothing (`{}` is gone)", value);
  return variable.resolved.kind == ValueKind::number
             ? show(value_as<float>(raw.data()), variable.resolved.quantity, variable.unit)
             : value;
}

std::string RunJudge::key(const ExpectedKey& expected) const {
  const KeyStanding standing(model_, asset_, expected, agent_);
  if (standing.is_met()) return {};
  const double changed = history_.changed(standing.key());
  return fmt::format(
      "expected `{}` to be {} {}, but it is {}, {}", standing.name(), expected.text, when_, standing.text(),
      changed < 0 ? std::string("as from the beginning") : fmt::format("since {:.2f}s", changed));
}

}  // namespace ishi::compiler
