#include "testing/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ishi/id.h"

namespace ishi::compiler {
namespace {

using Kind = SimulatedEvent::Kind;

constexpr size_t kMostActive = 256;  // nodes that are at work at once, as looked through for plans

// The first frame at or after a time; a hair's breadth before it is none.
uint64_t frame_at(double seconds) {
  return static_cast<uint64_t>(std::max(0.0, std::ceil(seconds * kFramesPerSecond - 1e-6)));
}

}  // namespace

uint64_t frames_of(double seconds) { return std::max<uint64_t>(1, frame_at(seconds)); }

Simulation::Simulation(const Asset& asset, const Model& model, const Situation& situation)
    : asset_(asset), model_(model), situation_(situation), stage_(asset, model, situation) {}

Status Simulation::open(uint64_t seed) {
  Status status = stage_.open(seed);
  if (status) status = Scratch::create(stage_.world(), scratch_);
  if (!status) return status;
  thought_.agent_index = stage_.agent_index();
  thought_.agent = asset_.agent(stage_.agent_index());
  find_depths();
  goals_.resize(asset_.count(ishi::Kind::goals));
  thought_.values.resize(stage_.population().value_count());
  thought_.cooldowns.resize(thought_.agent.options.count);
  keys_.open(asset_, stage_);
  for (uint32_t key = 0; key < keys_.size(); ++key) known_.push_back(keys_.read(key));
  for (const Course::Failure& failure : situation_.course.failures) {
    const uint64_t id = id_of("tasks", model_.tasks[failure.task].name.text);
    failures_.push_back({failure.seconds, asset_.find(ishi::Kind::tasks, id)});
  }
  return status;
}

Status Simulation::frame() {
  events_.clear();
  Status status = change();
  if (status) status = fail_tasks();
  if (status) status = end_tasks();
  if (status) status = stage_.world().begin_frame({frame_, now()});
  if (status) status = think();
  if (status) status = act();
  if (status) status = stage_.world().end_frame();
  if (status) note_keys();
  ++frame_;
  return status;
}

// Has this time of the course come? What lies between the last two frames comes in the last one.
bool Simulation::is_due(double seconds) const {
  const double run = situation_.course.seconds;
  return frame_ >= (run > 0 ? std::min(frame_at(seconds), frames_of(run) - 1) : frame_at(seconds));
}

// What the course changes at this time.
Status Simulation::change() {
  Status status;
  const std::vector<Course::Change>& changes = situation_.course.changes;
  for (; changed_ < changes.size() && is_due(changes[changed_].seconds) && status; ++changed_) {
    for (const SituationValue& key : changes[changed_].set) {
      if (status) status = stage_.set_key(key);
    }
    note_keys();
    for (const SituationEvent& event : changes[changed_].emit) {
      if (status) status = stage_.post(event);
      note_event(event);
    }
  }
  return status;
}

// Tasks whose failure is due fail; what does not run fails when it is started.
Status Simulation::fail_tasks() {
  Status status;
  for (size_t i = 0; i < running_.size() && status;) {
    const RunningTask task = running_[i];
    if (!take_failure(task.task)) {
      ++i;
      continue;
    }
    running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
    status = stage_.population().report(task.token, Ending::failed);
    note(Kind::task_failed, task.task, {}, task.depth);
  }
  return status;
}

// Is a failure of the task due? It is spent then.
bool Simulation::take_failure(uint32_t task) {
  for (auto failure = failures_.begin(); failure != failures_.end() && is_due(failure->seconds); ++failure) {
    if (failure->task != task) continue;
    failures_.erase(failure);
    return true;
  }
  return false;
}

// Tasks whose time is over do what they are declared to do.
Status Simulation::end_tasks() {
  Status status;
  for (size_t i = 0; i < running_.size() && status;) {
    const RunningTask task = running_[i];
    if (task.ends_at > now()) {
      ++i;
      continue;
    }
    running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
    status = stage_.population().apply_effects(task.token);
    if (status) status = stage_.population().report(task.token, Ending::completed);
    note(Kind::task_completed, task.task, {}, task.depth);
    note_keys();
  }
  return status;
}

Status Simulation::think() {
  Population& population = stage_.population();
  const uint16_t before = option();
  const EntityId candidate = population.candidate(stage_.slot());
  const bool was_locked = population.is_locked(stage_.slot());
  Batch batch;
  Status status = population.begin_think(batch);
  has_thought_ = batch.size() > 0;
  if (status && has_thought_) {
    thought_.running = before == kNoOption ? kNone : before;
    thought_.is_locked = was_locked;
    for (uint32_t i = 0; i < thought_.cooldowns.size(); ++i) {
      const uint64_t left = population.cooldown_left(stage_.slot(), static_cast<uint16_t>(i));
      thought_.cooldowns[i] = static_cast<double>(left) / 1e6;
    }
    thought_at_ = now();
    thought_keys_.resize(keys_.size());
    for (uint32_t key = 0; key < keys_.size(); ++key) thought_keys_[key] = keys_.read(key);
    status = population.explain(stage_.slot(), thought_.values);
    if (status) status = judge_facts(stage_, asset_, thought_);
  }
  for (uint32_t job = 0; job < batch.jobs() && status; ++job) status = population.think(batch, job, scratch_);
  if (status) status = population.end_think(batch);
  const uint16_t after = option();
  const std::string whom = after == kNoOption ? "" : candidate_name();
  if (has_thought_) {
    thought_.picked = after == kNoOption ? kNone : after;
    thought_.picked_for = whom;
  }
  const bool changes = after != before || population.candidate(stage_.slot()) != candidate;
  if (changes && before != kNoOption) note(Kind::option_left, before);
  if (changes && after != kNoOption) note(Kind::option_chosen, after, whom);
  return status;
}

// Whom what runs is for; empty if it is for nobody.
std::string Simulation::candidate_name() {
  const uint32_t memory = asset_.option(thought_.agent.options.first + option()).memory;
  if (memory == kNotFound) return {};
  const std::vector<FactInfo> facts = stage_.facts(memory);
  const auto on = std::ranges::find(facts, stage_.population().candidate(stage_.slot()), &FactInfo::entity);
  return on == facts.end() ? "" : stage_.fact_name(memory, static_cast<uint32_t>(on - facts.begin()));
}

Status Simulation::act() {
  Population& population = stage_.population();
  Status status;
  while (status && population.wants_act()) {
    Round round;
    Commands commands;
    const ActCounters counters = population.act_counters();
    const uint16_t before = option();
    status = population.begin_act(round);
    for (uint32_t job = 0; job < round.jobs() && status; ++job) status = population.act(round, job, scratch_);
    if (status) status = population.end_act(round, commands);
    if (!status) break;
    for (const NodeEvent& event : commands.nodes) note_node(event);
    note_plans();
    for (const End& end : commands.ends) {
      std::erase_if(running_, [&](const RunningTask& task) { return task.token == end.token; });
      // What needs time to end is given none.
      if (end.report_when_over) status = population.report(end.token, Ending::completed);
    }
    note_keys();
    for (const Start& command : commands.starts) {
      if (status) status = start(command);
    }
    if (before != kNoOption && option() == kNoOption) {
      const bool failed = population.act_counters().failed_options > counters.failed_options;
      note(failed ? Kind::option_failed : Kind::option_ended, before);
    }
    if (status) status = end_tasks();
  }
  return status;
}

Status Simulation::start(const Start& start) {
  const uint32_t task = asset_.find(ishi::Kind::tasks, start.task);
  const uint32_t depth = take_depth(task);
  note(Kind::task_started, task, parameters_text(start, task), depth);
  if (take_failure(task)) {
    note(Kind::task_failed, task, {}, depth);
    return stage_.population().report(start.token, Ending::failed);
  }
  const double takes = asset_.task(task).takes_seconds;
  running_.push_back({start.token, task, now() + static_cast<uint64_t>(std::llround(takes * 1e6)), depth});
  return {};
}

Situation Simulation::situation_of_thought() const {
  Situation then = situation_;
  then.course = {};
  then.time_microseconds = thought_at_;
  const auto& actions = model_.agents[situation_.agent].value.actions;
  then.running = thought_.running == kNone ? kNone : actions[thought_.running].index;
  then.keys.clear();
  for (uint32_t i = 0; i < model_.blackboard.size(); ++i) {
    const uint32_t key = asset_.find(ishi::Kind::keys, id_of("blackboard", model_.blackboard[i].name.text));
    const RawValue& raw = thought_keys_[key];
    SituationValue& value = then.keys.emplace_back();
    value.index = i;
    switch (asset_.key(key).variable.type) {
      case ValueType::integer: value.value[0] = static_cast<float>(value_as<int32_t>(raw.data())); break;
      case ValueType::boolean:
      case ValueType::enumeration: value.value[0] = value_as<uint8_t>(raw.data()); break;
      case ValueType::entity:
      case ValueType::thing: value.entity = stage_.entity_index(value_as<EntityId>(raw.data())); break;
      default: value.value = value_as<Vector>(raw.data()); break;
    }
  }
  return then;
}

void Simulation::note(Kind kind, uint32_t index, std::string text, uint32_t depth) {
  events_.push_back({kind, index, std::move(text), {}, depth});
}

// How deep the task that starts stands: those of one kind start in the order in which their nodes begin.
uint32_t Simulation::take_depth(uint32_t task) {
  const auto begun = std::ranges::find(begun_, task, &BegunTask::task);
  if (begun == begun_.end()) return 0;
  const uint32_t depth = begun->depth;
  begun_.erase(begun);
  return depth;
}

void Simulation::note_event(const SituationEvent& event) {
  const uint64_t id = id_of("events", model_.events[event.event].name.text);
  const uint32_t index = asset_.find(ishi::Kind::events, id);
  const std::vector<std::byte> record = stage_.record_of(event);
  std::string text;
  for (const SituationValue& given : event.fields) {
    const NamedVariable field = asset_.event_field(asset_.event(index).fields.first + given.index);
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", field.name,
                        value_text(asset_, stage_, field.variable, record.data() + field.offset));
  }
  note(Kind::event_posted, index, std::move(text));
}

void Simulation::note_node(const NodeEvent& event) {
  using ishi::NodeKind;
  const NodeKind kind = asset_.node(event.node).kind;
  if (kind == NodeKind::plan) std::erase(told_plans_, event.node);
  const bool starts_later = kind == NodeKind::task &&
                            (event.change == NodeChange::began || event.change == NodeChange::interrupted);
  if (starts_later) begun_.push_back({asset_.node(event.node).subject, depths_[event.node]});
  if (kind == NodeKind::goal) note_goal(event);
  // That a task starts or is reported over is noted elsewhere; of other nodes only what tells why.
  const bool is_own_work = event.cause == NodeCause::none && event.change != NodeChange::interrupted;
  const bool is_told = kind == NodeKind::goal || kind == NodeKind::wait || kind == NodeKind::interjection;
  const bool is_ended = event.change == NodeChange::tried_again || event.change == NodeChange::skipped;
  const bool is_planless = kind == NodeKind::plan && event.change == NodeChange::failed;
  if (!is_told && !is_ended && !is_planless && (kind != NodeKind::task || is_own_work)) return;
  events_.push_back({Kind::node_changed, event.node, {}, event, depths_[event.node]});
}

void Simulation::note_goal(const NodeEvent& event) {
  GoalStanding& goal = goals_[asset_.node(event.node).subject];
  const double now_seconds = static_cast<double>(frame_) / kFramesPerSecond;
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

// The plans that have been made since the last time.
void Simulation::note_plans() {
  std::vector<uint32_t> nodes(kMostActive);
  nodes.resize(std::min<size_t>(kMostActive, stage_.population().active_nodes(stage_.slot(), nodes)));
  for (const uint32_t node : nodes) {
    PlanInfo plan;
    if (std::ranges::find(told_plans_, node) != told_plans_.end() ||
        !stage_.population().plan(stage_.slot(), node, plan))
      continue;
    told_plans_.push_back(node);
    const NodeInfo info = asset_.node(node);
    std::string text;
    for (uint32_t i = 0; i < plan.count; ++i) {
      NodeInfo step = asset_.node(info.children.first + plan.steps[i]);
      if (step.kind == ishi::NodeKind::sequence) step = asset_.node(step.children.first);
      const bool is_task = step.kind == ishi::NodeKind::task;
      text += fmt::format("{}{}", i == 0 ? "" : ", ",
                          asset_.name(is_task ? ishi::Kind::tasks : ishi::Kind::goals, step.subject));
    }
    text += fmt::format(" ({})", show(plan.cost_seconds, Quantity::duration));
    events_.push_back({Kind::planned, node, std::move(text), {}, depths_[node]});
  }
}

// How many goals are around each node.
void Simulation::find_depths() {
  std::vector<uint32_t> open;
  const auto reach = [&](uint32_t node, uint32_t depth) {
    if (depths_.size() <= node) depths_.resize(node + 1);
    depths_[node] = depth;
    open.push_back(node);
  };
  const IndexRange options = asset_.agent(stage_.agent_index()).options;
  for (uint32_t i = 0; i < options.count; ++i) reach(asset_.option(options.first + i).body, 0);
  while (!open.empty()) {
    const uint32_t index = open.back();
    open.pop_back();
    const NodeInfo node = asset_.node(index);
    const bool is_level = node.kind == ishi::NodeKind::goal || node.kind == ishi::NodeKind::interjection;
    for (uint32_t k = 0; k < node.children.count; ++k)
      reach(node.children.first + k, depths_[index] + (is_level ? 1 : 0));
  }
}

void Simulation::note_keys() {
  for (uint32_t key = 0; key < keys_.size(); ++key) {
    const RawValue value = keys_.read(key);
    if (value == known_[key]) continue;
    const VariableInfo variable = asset_.key(key).variable;
    const std::string before = value_text(asset_, stage_, variable, known_[key].data());
    const std::string after = value_text(asset_, stage_, variable, value.data());
    known_[key] = value;
    if (before != after) note(Kind::key_changed, key, fmt::format("{} → {}", before, after));
  }
}

std::string Simulation::parameters_text(const Start& start, uint32_t task) const {
  const IndexRange parameters = asset_.task(task).parameters;
  std::string text;
  for (uint32_t i = 0; i < parameters.count; ++i) {
    const NamedVariable parameter = asset_.parameter(parameters.first + i);
    const auto* const value = static_cast<const std::byte*>(start.parameters) + parameter.offset;
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", parameter.name,
                        value_text(asset_, stage_, parameter.variable, value));
  }
  return text;
}

}  // namespace ishi::compiler
