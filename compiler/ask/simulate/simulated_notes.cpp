#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "ishi/id.h"
#include "ishi/tools.h"
#include "language/unit.h"
#include "simulate/foreseen_text.h"
#include "simulate/simulated_agent.h"

// The events and plans that a simulated agent notes in each frame.

namespace ishi::compiler {
namespace {

using EventKind = SimulatedEvent::Kind;

constexpr size_t kMostActive = 256;  // nodes that are at work at once, as looked through for plans

}  // namespace

std::string cost_text(double seconds) {
  const double shown = std::stod(fmt::format("{:.4g}", seconds));
  return show(shown, Quantity::duration);
}

void SimulatedAgent::note(EventKind kind, uint32_t index, std::string text, uint32_t depth) {
  SimulatedEvent& event = events_.emplace_back();
  event.kind = kind;
  event.index = index;
  event.text = std::move(text);
  event.depth = depth;
}

// The depth of the task that starts: those of one kind start in the order in which their nodes begin.
uint32_t SimulatedAgent::take_depth(uint32_t task) {
  const auto begun = std::ranges::find(begun_, task, &BegunTask::task);
  if (begun == begun_.end()) return 0;
  const uint32_t depth = begun->depth;
  begun_.erase(begun);
  return depth;
}

void SimulatedAgent::note_event(const SituationEvent& event) {
  if (!is_observed_) return;
  const uint64_t id = id_of("events", model_.events[event.event].name.text);
  const uint32_t index = asset_.find(ishi::Kind::events, id);
  if (is_light_) return note(EventKind::event_posted, index);
  const std::vector<std::byte> record = place_.stage().record_of(event);
  std::string text;
  for (const SituationValue& given : event.fields) {
    const NamedVariable field =
        AssetParts(asset_).event_field(AssetParts(asset_).event(index).fields.first + given.index);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", field.name,
                        value_text(place_, field.variable, record.data() + field.offset));
  }
  note(EventKind::event_posted, index, std::move(text));
}

void SimulatedAgent::note_node(const NodeEvent& event) {
  using ishi::NodeKind;
  node_events_.push_back(event);
  const NodeKind kind = AssetParts(asset_).node(event.node).kind;
  if (event.change == NodeChange::began) {
    if (begins_.size() <= event.node) begins_.resize(event.node + 1, 0);
    ++begins_[event.node];
  }
  if (kind == NodeKind::plan) {
    const bool had_a_plan = std::erase(told_plans_, event.node) > 0 || has_planned_;
    if (event.change == NodeChange::completed && event.cause == NodeCause::none && !had_a_plan)
      note(EventKind::reached, event.node, {}, depths_[event.node]);
  }
  if (AssetParts(asset_).node(event.node).foresees) {
    std::erase(foreseeing_, event.node);
    if (event.change == NodeChange::began || event.change == NodeChange::tried_again)
      foreseeing_.push_back(event.node);
  }
  const bool starts_later = kind == NodeKind::task &&
                            (event.change == NodeChange::began || event.change == NodeChange::interrupted);
  if (starts_later) begun_.push_back({AssetParts(asset_).node(event.node).subject, depths_[event.node]});
  if (kind == NodeKind::goal) note_goal(event);
  if (kind == NodeKind::sound && event.change == NodeChange::completed) {
    const uint32_t sound = AssetParts(asset_).node(event.node).subject;
    sounds_.push_back(sound);
    note(EventKind::sound_made, sound, {}, depths_[event.node]);
  }
  // That a task starts or is reported over is noted elsewhere; of other nodes only what tells why.
  const bool is_own_work = event.cause == NodeCause::none && event.change != NodeChange::interrupted;
  const bool is_told = kind == NodeKind::goal || kind == NodeKind::wait || kind == NodeKind::interjection;
  const bool is_ended = event.change == NodeChange::tried_again || event.change == NodeChange::skipped;
  const bool has_failed = event.change == NodeChange::failed;
  const bool is_check = kind == NodeKind::fail && AssetParts(asset_).node(event.node).value != kNotFound;
  const bool is_planless = kind == NodeKind::plan && has_failed;
  if (!is_told && !is_ended && !is_planless && !(is_check && has_failed) &&
      (kind != NodeKind::task || is_own_work))
    return;
  note(EventKind::node_changed, event.node, {}, depths_[event.node]);
  events_.back().change = event;
}

void SimulatedAgent::note_goal(const NodeEvent& event) {
  GoalStanding& goal = goals_[AssetParts(asset_).node(event.node).subject];
  const double now_seconds = seconds();
  if (event.change == NodeChange::began) {
    goal.is_active = true;
    goal.active_since = now_seconds;
    return;
  }
  const bool has_ended = event.change == NodeChange::completed || event.change == NodeChange::failed ||
                         event.change == NodeChange::aborted;
  if (!has_ended) return;
  goal.is_active = false;
  goal.ended_at = now_seconds;
  goal.ended = event.change == NodeChange::completed ? GoalState::completed
               : event.change == NodeChange::failed  ? GoalState::failed
                                                     : GoalState::aborted;
}

// The levels of awareness that have been reached since the last time, as the events that they raise.
void SimulatedAgent::note_awareness() {
  std::vector<AwareOf> now;
  for (const uint32_t memory : aware_memories_) {
    const ishi::SetInfo info = AssetParts(asset_).set(memory);
    const std::vector<FactInfo> facts = place_.facts(memory);
    for (uint32_t fact = 0; fact < facts.size(); ++fact) {
      float awareness = 0;
      if (!place_.population().awareness(place_.self(), MemoryId(info.id), fact, awareness)) continue;
      const auto before = std::ranges::find_if(
          aware_, [&](const AwareOf& one) { return one.memory == memory && one.who == facts[fact].entity; });
      AwareOf& one = now.emplace_back(AwareOf{memory, facts[fact].entity, 0});
      for (uint32_t level = 0; level < info.levels.count; ++level) {
        const ishi::AwarenessLevelInfo at = AssetParts(asset_).awareness_level(info.levels.first + level);
        if (awareness < at.level) break;
        ++one.levels;
        if (before != aware_.end() && level < before->levels) continue;
        note(EventKind::event_posted, at.event, fmt::format("who: {}", place_.member_name(memory, fact)));
      }
    }
  }
  aware_ = std::move(now);
}

// The plans that have been made since the last time.
void SimulatedAgent::note_plans() {
  std::array<uint32_t, kMostActive> memory;
  const uint32_t active = Tools(place_.population()).active_nodes(place_.self(), memory);
  const std::span<const uint32_t> nodes(memory.data(), std::min<size_t>(kMostActive, active));
  const IndexRange givens = AssetParts(asset_).agent(place_.agent_index()).givens;
  const auto goes_over_entities = [&](uint32_t given) {
    const uint32_t set = AssetParts(asset_).given(givens.first + given).member_of;
    return AssetParts(asset_).set(set).has_entities;
  };
  for (const uint32_t node : nodes) {
    PlanInfo plan;
    if (std::ranges::find(told_plans_, node) != told_plans_.end() ||
        !Tools(place_.population()).plan(place_.self(), node, plan))
      continue;
    told_plans_.push_back(node);
    const NodeInfo info = AssetParts(asset_).node(node);
    MadePlan& made = plans_.emplace_back();
    made.node = node;
    made.cost_seconds = plan.cost_seconds;
    for (uint32_t i = 0; i < plan.count; ++i) {
      NodeInfo step = AssetParts(asset_).node(info.children.first + plan.steps[i]);
      const bool is_for_entity =
          step.kind == ishi::NodeKind::sequence && step.given != kNotFound && goes_over_entities(step.given);
      if (step.kind == ishi::NodeKind::sequence) step = AssetParts(asset_).node(step.children.first);
      const bool is_task = step.kind == ishi::NodeKind::task;
      const std::string_view name =
          asset_.name(is_task ? ishi::Kind::tasks : ishi::Kind::goals, step.subject);
      made.steps.push_back(is_for_entity ? fmt::format("{} {}", name, place_.name_of(plan.members[i]))
                                         : std::string(name));
    }
    std::string text = fmt::format("{} ({})", fmt::join(made.steps, ", "), cost_text(made.cost_seconds));
    note(EventKind::planned, node, std::move(text), depths_[node]);
  }
}

// The methods that goals have chosen that began since the last time.
void SimulatedAgent::note_foresight() {
  std::erase_if(foreseeing_, [this](uint32_t goal) {
    const std::string text = foreseen_text(asset_, place_, goal);
    if (!text.empty()) note(EventKind::foreseen, goal, text, depths_[goal]);
    return !text.empty();
  });
}

// The number of goals around each node.
void SimulatedAgent::find_depths() {
  std::vector<uint32_t> open;
  const auto reach = [&](uint32_t node, uint32_t depth) {
    if (depths_.size() <= node) depths_.resize(node + 1);
    depths_[node] = depth;
    open.push_back(node);
  };
  const IndexRange options = AssetParts(asset_).agent(place_.agent_index()).options;
  for (uint32_t i = 0; i < options.count; ++i) reach(AssetParts(asset_).option(options.first + i).body, 0);
  while (!open.empty()) {
    const uint32_t index = open.back();
    open.pop_back();
    const NodeInfo node = AssetParts(asset_).node(index);
    const bool is_level = node.kind == ishi::NodeKind::goal || node.kind == ishi::NodeKind::interjection;
    for (uint32_t k = 0; k < node.children.count; ++k)
      reach(node.children.first + k, depths_[index] + (is_level ? 1 : 0));
  }
}

void SimulatedAgent::note_changes() {
  if (!is_observed_ || !place_.is_alive()) return;
  if (is_light_) {
    for (const uint32_t key : watched_keys_) known_[key] = keys_.read(key);
    return;
  }
  for (uint32_t key = 0; key < keys_.size(); ++key) {
    if (!keys_.is_still(key, known_[key])) note_change_of(key);
  }
  for (FactChange& change : facts_.look()) {
    const EventKind kind = change.kind == FactChange::Kind::noticed     ? EventKind::noticed
                           : change.kind == FactChange::Kind::forgotten ? EventKind::forgotten
                                                                        : EventKind::fact_changed;
    note(kind, change.memory, std::move(change.text));
  }
}

void SimulatedAgent::note_shared_changes() {
  if (!is_observed_ || is_light_ || !place_.is_alive()) return;
  for (const uint32_t key : keys_.shared()) {
    if (!keys_.is_still(key, known_[key])) note_change_of(key);
  }
}

void SimulatedAgent::note_change_of(uint32_t key) {
  const RawValue value = keys_.read(key);
  const VariableInfo variable = AssetParts(asset_).key(key).variable;
  const std::string before = value_text(place_, variable, known_[key].data());
  const std::string after = value_text(place_, variable, value.data());
  known_[key] = value;
  if (before != after) note(EventKind::key_changed, key, fmt::format("{} → {}", before, after));
}

void SimulatedAgent::note_start(const Start& start, uint32_t task, uint32_t depth) {
  if (!is_observed_) return note(EventKind::task_started, task, {}, depth);
  const IndexRange parameters = AssetParts(asset_).task(task).parameters;
  const auto* const record = static_cast<const std::byte*>(start.parameters);
  std::string text = is_light_ ? std::string() : values_text(task, record, false);
  note(EventKind::task_started, task, std::move(text), depth);
  if (parameters.count > 0)
    events_.back().record.assign(record, record + AssetParts(asset_).task(task).record_size);
}

void SimulatedAgent::note_completed(uint32_t task, const std::byte* record, uint32_t depth) {
  note(EventKind::task_completed, task,
       is_observed_ && !is_light_ ? values_text(task, record, true) : std::string(), depth);
}

std::string SimulatedAgent::values_text(uint32_t task, const std::byte* record, bool given) const {
  const IndexRange parameters = AssetParts(asset_).task(task).parameters;
  std::string text;
  for (uint32_t i = 0; i < parameters.count; ++i) {
    const NamedVariable parameter = AssetParts(asset_).parameter(parameters.first + i);
    if (parameter.given != given) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", parameter.name,
                        value_text(place_, parameter.variable, record + parameter.offset));
  }
  return text;
}

// "who: thief, loud: 3"
std::string SimulatedAgent::fields_text(uint32_t event, const std::byte* record) const {
  const IndexRange fields = AssetParts(asset_).event(event).fields;
  std::string text;
  for (uint32_t i = 0; i < fields.count; ++i) {
    const NamedVariable field = AssetParts(asset_).event_field(fields.first + i);
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", field.name,
                        value_text(place_, field.variable, record + field.offset));
  }
  return text;
}

void SimulatedAgent::note_emitted(const Posted& event) {
  if (!is_observed_) return;
  const uint32_t index = asset_.find(event.event);
  const auto* const record = static_cast<const std::byte*>(event.record);
  note(EventKind::event_emitted, index, is_light_ ? std::string() : fields_text(index, record));
  events_.back().record.assign(record, record + AssetParts(asset_).event(index).record_size);
  SimulatedEvent& emitted = events_.back();
  emitted.audience = event.audience;
  emitted.reaches_itself =
      event.audience == Audience::one ? event.to == place_.self() : event.audience != Audience::game;
  if (event.audience == Audience::one && !is_light_) emitted.to = place_.name_of(event.to);
}

void SimulatedAgent::note_heard(const Posted& event, const StageAgent& from) {
  if (!is_observed_) return;
  const uint32_t index = asset_.find(event.event);
  if (is_light_) return note(EventKind::event_posted, index);
  const std::string fields = fields_text(index, static_cast<const std::byte*>(event.record));
  note(EventKind::event_posted, index,
       fmt::format("{}{}from {}", fields, fields.empty() ? "" : ", ", place_.name_of(from.self())));
}

}  // namespace ishi::compiler
