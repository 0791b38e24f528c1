#include "simulate/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ishi/id.h"

namespace ishi::compiler {
namespace {

using EventKind = SimulatedEvent::Kind;

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
  facts_.open(asset_, stage_);
  levels_.resize(asset_.count(ishi::Kind::motives));
  for (uint32_t motive = 0; motive < levels_.size(); ++motive) {
    if (asset_.motive(motive).is_carried && status)
      status = stage_.population().levels(asset_.motive(motive).id, levels_[motive]);
  }
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
  if (status) status = stage_.sense(scratch_);
  if (status) status = think();
  if (status) status = act();
  if (status) status = steer();
  if (status) status = stage_.world().end_frame();
  if (status) status = walk_on();
  if (status) note_changes();
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
    if (changes[changed_].hidden && status) status = stage_.set_hidden(*changes[changed_].hidden);
    for (const SituationSound& sound : changes[changed_].sounds) {
      if (status) status = stage_.make_sound(sound);
    }
    note_changes();
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
    note(EventKind::task_failed, task.task, {}, task.depth);
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
    note(EventKind::task_completed, task.task, {}, task.depth);
    note_changes();
  }
  return status;
}

Status Simulation::think() {
  Population& population = stage_.population();
  const uint16_t before = option();
  const Entity candidate = population.candidate(stage_.self());
  const bool was_locked = population.is_locked(stage_.self());
  const uint32_t state_before = state();
  thought_.state = state_before;
  Batch batch;
  Status status = population.begin_think(batch);
  has_thought_ = batch.size() > 0;
  if (status && stage_.has_senses()) {
    if (has_thought_) sensing_ = read_sensing(stage_);
    note_changes();
    note_awareness();
  }
  if (status && has_thought_) {
    thought_.running = before == kNoOption ? kNone : before;
    thought_.is_locked = was_locked;
    for (uint32_t i = 0; i < thought_.cooldowns.size(); ++i) {
      const uint64_t left = population.cooldown_left(stage_.self(), static_cast<uint16_t>(i));
      thought_.cooldowns[i] = static_cast<double>(left) / 1e6;
    }
    thought_at_ = now();
    Vector3 at;
    Vector3 facing;
    const Entity self = stage_.self();
    status = stage_.world().position(self, at);
    if (status) status = stage_.world().facing(self, facing);
    thought_position_ = {at.x, at.y, at.z};
    thought_facing_ = {facing.x, facing.y, facing.z};
    thought_keys_.resize(keys_.size());
    for (uint32_t key = 0; key < keys_.size(); ++key) thought_keys_[key] = keys_.read(key);
    thought_levels_.clear();
    for (uint32_t motive = 0; motive < levels_.size(); ++motive) {
      if (!levels_[motive].empty()) thought_levels_.push_back({motive, {levels_[motive][stage_.slot()]}});
    }
    if (status) status = population.explain(stage_.self(), thought_.values);
    if (status) status = judge_facts(stage_, asset_, thought_);
  }
  for (uint32_t job = 0; job < batch.jobs() && status; ++job) status = population.think(batch, job, scratch_);
  if (status) status = population.end_think(batch);
  if (status && state() != state_before) {
    note(EventKind::state_changed, state());
    thought_.state = state();
    status = judge_again(stage_, asset_, candidate, thought_);
    note_changes();
  }
  const uint16_t after = option();
  const std::string whom = after == kNoOption ? "" : candidate_name();
  if (has_thought_) {
    thought_.picked = after == kNoOption ? kNone : after;
    thought_.picked_for = whom;
    read_choices(stage_, asset_, thought_);
  }
  const bool changes = after != before || population.candidate(stage_.self()) != candidate;
  if (changes && before != kNoOption) note(EventKind::option_left, before, why_left(before));
  if (changes && after != kNoOption) note(EventKind::option_chosen, after, whom);
  return status;
}

// What an option is left for that the last thought no longer allowed; empty if another one is better.
std::string Simulation::why_left(uint16_t option) const {
  if (!thought_.competes(asset_, option)) return "this state lacks it";
  const auto& actions = model_.agents[situation_.agent].value.actions;
  const bool is_asked = model_.actions[actions[option].index].value.when.given();
  const bool holds = std::isfinite(thought_.score(asset_, option));
  return is_asked && !holds ? "its `when` no longer holds" : "";
}

// Whom what runs is for; empty if it is for nobody.
std::string Simulation::candidate_name() {
  const uint32_t set = asset_.option(thought_.agent.options.first + option()).set;
  if (set == kNotFound) return {};
  const std::vector<Entity> members = stage_.members(set);
  const auto on = std::ranges::find(members, stage_.population().candidate(stage_.self()));
  return on == members.end() ? "" : stage_.member_name(set, static_cast<uint32_t>(on - members.begin()));
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
    has_planned_ = population.act_counters().plans > counters.plans;
    for (const NodeEvent& event : commands.nodes) note_node(event);
    note_plans();
    for (const End& end : commands.ends) {
      std::erase_if(running_, [&](const RunningTask& task) { return task.token == end.token; });
      // What needs time to end is given none.
      if (end.report_when_over) status = population.report(end.token, Ending::completed);
    }
    note_changes();
    for (const Start& command : commands.starts) {
      if (status) status = start(command);
    }
    if (before != kNoOption && option() == kNoOption) {
      const bool failed = population.act_counters().failed_options > counters.failed_options;
      note(failed ? EventKind::option_failed : EventKind::option_ended, before);
    }
    if (status) status = end_tasks();
  }
  return status;
}

// Tells where the agent goes from now on, if that is elsewhere than before.
Status Simulation::steer() {
  if (thought_.agent.steerings.count == 0 && !stage_.has_grid()) return {};
  const AgentMove before = move_;
  const Status status = move_agent(stage_, situation_, scratch_, move_);
  if (move_.steering != kNone && (before.steering != move_.steering || before.direction != move_.direction))
    note(EventKind::heads, move_.steering, heading_text(move_));
  const bool is_new = move_.cells > before.cells || place_text(move_.way_end) != place_text(before.way_end);
  if (move_.cells > 0 && is_new)
    note(EventKind::walks, 0,
         fmt::format("{}, {} cell{}", place_text(move_.way_end), move_.cells, move_.cells == 1 ? "" : "s"));
  return status;
}

// The agent goes where it heads, and looks there; nothing is in its way but what its steering avoids.
Status Simulation::walk_on() {
  Status reached = look_where_it_is();
  if (!reached || move_.speed == 0) return reached;
  const Entity self = stage_.self();
  float way = move_.speed / static_cast<float>(kFramesPerSecond);
  Vector3 at;
  Status status = stage_.world().position(self, at);
  if (move_.steering == kNone) {  // not beyond the next cell
    const float x = move_.way_point.x - at.x, y = move_.way_point.y - at.y, z = move_.way_point.z - at.z;
    way = std::min(way, std::sqrt(x * x + y * y + z * z));
  }
  at = {at.x + move_.heading.x * way, at.y + move_.heading.y * way, at.z + move_.heading.z * way};
  if (status) status = stage_.world().set_position(self, at);
  if (status) status = stage_.world().set_facing(self, move_.heading);
  return status;
}

// Whether it is where it is expected to come.
Status Simulation::look_where_it_is() {
  const Status status = stage_.world().position(stage_.self(), position_);
  if (situation_.reaches && reached_at_ < 0 && is_there(position_, *situation_.reaches, stage_.up()))
    reached_at_ = static_cast<double>(frame_) / kFramesPerSecond;
  return status;
}

Status Simulation::start(const Start& start) {
  const uint32_t task = asset_.find(ishi::Kind::tasks, start.task);
  const uint32_t depth = take_depth(task);
  note(EventKind::task_started, task, parameters_text(start, task), depth);
  if (take_failure(task)) {
    note(EventKind::task_failed, task, {}, depth);
    return stage_.population().report(start.token, Ending::failed);
  }
  const double takes = asset_.task(task).takes_seconds;
  running_.push_back({start.token, task, now() + static_cast<uint64_t>(std::llround(takes * 1e6)), depth});
  return {};
}

std::optional<float> Simulation::level(uint32_t motive) const {
  float level = 0;
  const Population& population = stage_.population();
  const bool is_carried =
      bool(population.level_now(stage_.self(), asset_.motive(motive).id, scratch_, level));
  return is_carried ? std::optional(level) : std::nullopt;
}

Situation Simulation::situation_of_thought() const {
  Situation then = situation_;
  then.course = {};
  then.time_microseconds = thought_at_;
  const auto& actions = model_.agents[situation_.agent].value.actions;
  then.running = thought_.running == kNone ? kNone : actions[thought_.running].index;
  then.levels = thought_levels_;
  then.self.position = thought_position_;
  then.self.facing = thought_facing_;
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

}  // namespace ishi::compiler
