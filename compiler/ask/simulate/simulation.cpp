#include "simulate/simulation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "ishi/id.h"
#include "simulate/assumed_record.h"
#include "simulate/walls.h"

namespace ishi::compiler {
namespace {

using EventKind = SimulatedEvent::Kind;

constexpr double kUnknownValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kHair = 1e-6;  // frames, or seconds: no frame lies on every time exactly

}  // namespace

double shown_seconds(double seconds) { return std::round(100.0 * seconds) / 100; }

uint64_t frame_at(double seconds) {
  const auto frame = static_cast<uint64_t>(std::max(0.0, std::ceil(seconds * kFramesPerSecond - kHair)));
  if (frame == 0) return 0;
  const double before = static_cast<double>(frame - 1) / kFramesPerSecond;
  return shown_seconds(before) >= seconds - kHair ? frame - 1 : frame;
}

uint64_t frames_of(double seconds) {
  return static_cast<uint64_t>(std::max(1.0, std::ceil(seconds * kFramesPerSecond - kHair)));
}

Simulation::Simulation(const Asset& asset, const Model& model, const Situation& situation)
    : asset_(asset), model_(model), situation_(situation), stage_(asset, model, situation) {}

Status Simulation::open(uint64_t seed) { return begin(stage_.open(seed)); }

Status Simulation::open_again(uint64_t seed) {
  Status status;
  if (empty_world_.empty()) {
    status = stage_.make_world(seed, true);
    empty_world_.resize(stage_.world().snapshot_size());
    size_t size = 0;
    if (status) status = stage_.world().save_snapshot(empty_world_, size);
    empty_world_.resize(size);
  } else {
    std::vector<bool> open_doors;
    for (const SituationDoor& door : situation_.doors) open_doors.push_back(door.is_open);
    status = stage_.go_back(empty_world_, {}, {}, open_doors);
  }
  return begin(status ? stage_.populate() : status);
}

// The world stands, with everybody in it.
Status Simulation::begin(Status opened) {
  Status status = opened;
  if (status && agents_.empty()) status = Scratch::create(stage_.world(), scratch_);
  if (!status) return status;
  agents_.clear();
  failures_.clear();
  endings_.clear();
  running_.clear();
  through_walls_.clear();
  moves_.clear();
  frame_ = 0;
  changed_ = 0;
  for (const StageAgent& agent : stage_.agents()) agents_.emplace_back(agent, scratch_);
  moves_.resize(agents_.size());
  for (const Course::Failure& failure : situation_.course.failures) {
    const uint64_t id = id_of("tasks", model_.tasks[failure.task].name.text);
    failures_.push_back({failure.seconds, asset_.find(ishi::Kind::tasks, id), failure.completes});
  }
  for (const Course::Ending& ending : situation_.course.endings) {
    const uint64_t id = id_of("tasks", model_.tasks[ending.task].name.text);
    endings_.push_back({asset_.find(ishi::Kind::tasks, id), ending.agent, ending.end});
  }
  flowing_.clear();
  for (const SituationFlow& flow : situation_.course.flows) flowing_.push_back({flow, kUnknownValue});
  return status;
}

// Does what a game does before it begins a frame: changes of the course, and reports of tasks.
Status Simulation::begin_frame() {
  for (SimulatedAgent& agent : agents_)
    agent.begin_frame(frame_, static_cast<double>(frame_) / kFramesPerSecond);
  Status status = stage_.advance(static_cast<double>(frame_) / kFramesPerSecond);
  if (frame_ > 0 && status) status = flow();
  if (status) status = change();
  if (status) status = fail_tasks();
  return status ? end_tasks() : status;
}

Status Simulation::keep(Between& between) const {
  const World& world = stage_.world();
  between.world_.resize(world.snapshot_size());
  size_t size = 0;
  const Status status = world.save_snapshot(between.world_, size);
  between.world_.resize(size);
  between.frame_ = frame_;
  between.changed_ = changed_;
  between.failures_ = failures_;
  between.running_ = running_;
  between.hidden_ = stage_.hidden();
  between.taken_ = stage_.taken();
  between.open_doors_ = stage_.open_doors();
  between.flowing_ = flowing_;
  return status;
}

Status Simulation::go_back(const Between& between) {
  const Status status = stage_.go_back(between.world_, between.hidden_, between.taken_, between.open_doors_);
  flowing_ = between.flowing_;
  frame_ = between.frame_;
  changed_ = between.changed_;
  failures_ = between.failures_;
  running_ = between.running_;
  for (SimulatedAgent& agent : agents_) agent.notes_holders_ = agent.notes_entities_ = false;
  return status;
}

Status Simulation::keep(Kept& kept) const {
  kept.agents_ = std::vector<SimulatedAgent>(agents_.begin(), agents_.end());  // these cannot be assigned
  kept.moves_ = moves_;
  kept.through_walls_ = through_walls_;
  return keep(kept.between_);
}

Status Simulation::go_back(const Kept& kept) {
  const Status status = go_back(kept.between_);
  for (size_t i = 0; i < agents_.size(); ++i) {
    std::destroy_at(&agents_[i]);
    std::construct_at(&agents_[i], kept.agents_[i]);
  }
  moves_ = kept.moves_;
  through_walls_ = kept.through_walls_;
  return status;
}

Status Simulation::set_key(uint32_t agent, SituationValue key) {
  const bool is_of_team = model_.blackboard[key.index].value.scope.value == Scope::team;
  key.owner = is_of_team ? agents_[agent].place().situation().team : agent;
  const Status status = stage_.set_key(key);
  note_changes();
  return status;
}

Status Simulation::set_level(uint32_t agent, SituationValue level) {
  level.owner = agent;
  return stage_.set_level(level);
}

Status Simulation::think_again(const Between& between, uint32_t agent, const Situation& as_it_was,
                               const Situation& changed, bool& is_so) {
  Status status = go_back(between);
  if (status) status = begin_frame();
  std::vector<SituationValue> keys;
  const auto is_new = [](const std::vector<SituationValue>& before, const SituationValue& value) {
    return std::ranges::none_of(before, [&](const SituationValue& one) {
      return one.index == value.index && one.value == value.value && one.entity == value.entity;
    });
  };
  const SimulatedAgent& one = agents_[agent];
  is_so = one.place().is_alive();
  for (const SituationValue& key : changed.keys) {
    if (!status || !is_so || !is_new(as_it_was.keys, key)) continue;
    keys.push_back(key);
    status = set_key_of(agent, key);
  }
  for (SituationValue level : changed.levels) {
    if (!status || !is_so || !is_new(as_it_was.levels, level)) continue;
    level.owner = agent;
    status = stage_.set_level(level);
  }
  if (status) status = stage_.world().begin_frame({frame_, microseconds_of(frame_)});
  if (status) status = sense();
  if (status) status = think(agent);
  if (status) status = stage_.world().end_frame();
  ++frame_;
  // An event of this frame may have set a key again.
  is_so = is_so && one.has_thought() && std::ranges::all_of(keys, [&](const SituationValue& key) {
            const SituationValue then = one.key_of_thought(key.index);
            return then.value == key.value && then.entity == key.entity;
          });
  return status;
}

Status Simulation::set_key_of(uint32_t agent, SituationValue key) {
  const StageAgent& one = agents_[agent].place();
  const bool is_of_team = model_.blackboard[key.index].value.scope.value == Scope::team;
  key.owner = is_of_team ? one.situation().team : agent;
  key.entity = agents_[agent].entity_of_all(key.entity);
  return stage_.set_key(key);
}

Status Simulation::frame() {
  Status status = begin_frame();
  if (status) status = stage_.world().begin_frame({frame_, microseconds_of(frame_)});
  if (status) status = sense();
  const auto populations = static_cast<uint32_t>(stage_.populations().size());
  if (status) status = think(kNone);
  for (uint32_t i = 0; i < populations && status; ++i) status = act(i);
  if (status) status = move();
  if (status) status = stage_.world().end_frame();
  for (SimulatedAgent& agent : agents_) {
    if (status) status = agent.walk_on();
  }
  if (status) status = move_by_tasks();
  if (status) note_changes();
  ++frame_;
  return status;
}

// True if this time of the course has come. What lies between the last two frames comes in the last one; what
// a scene changes when the run of a test is over never comes.
bool Simulation::is_due(double seconds) const {
  const double run = situation_.course.seconds;
  if (run > 0 && seconds >= run) return false;
  return frame_ >= (run > 0 ? std::min(frame_at(seconds), frames_of(run) - 1) : frame_at(seconds));
}

// Makes the course's changes that are due.
Status Simulation::change() {
  Status status;
  const std::vector<Course::Change>& changes = situation_.course.changes;
  for (; changed_ < changes.size() && is_due(changes[changed_].seconds) && status; ++changed_) {
    const Course::Change& change = changes[changed_];
    for (const uint32_t entity : change.remove) {
      if (is_agent(entity)) {
        const uint32_t agent = agent_of_entity(entity);
        agents_[agent].note_leaving();
        // Its tasks are over with it, also those that would end in this frame.
        std::erase_if(running_, [&](const RunningTask& task) { return task.agent == agent; });
      }
      if (status) status = stage_.remove(entity);
    }
    for (const uint32_t entity : change.add) {
      if (status) status = stage_.add(entity);
    }
    for (const SituationPlace& place : change.place) {
      if (status) status = stage_.place(place);
    }
    for (const SituationValue& key : change.set) {
      if (status) status = stage_.set_key(key);
    }
    for (const SituationFlow& flow : change.flows) change_flow(flow);
    for (const SituationValue& level : change.levels) {
      if (status) status = stage_.set_level(level);
    }
    for (const SituationMoment& moment : change.moments) {
      if (status) status = stage_.set_moment(moment, microseconds_of(frame_));
    }
    for (const SituationMemory& memory : change.memories) {
      if (status) status = stage_.fill(memory, static_cast<int64_t>(microseconds_of(frame_)));
    }
    for (const SituationSet& set : change.sets) {
      if (status) status = stage_.fill(set);
    }
    if (change.hidden) stage_.set_hidden(*change.hidden);
    if (change.taken && status) status = stage_.set_taken(*change.taken);
    for (const SituationSound& sound : change.sounds) {
      if (status) status = stage_.make_sound(sound);
    }
    for (const uint32_t door : change.close) {
      if (status) status = stage_.set_door(door, false);
    }
    for (const uint32_t door : change.open) {
      if (status) status = stage_.set_door(door, true);
    }
    note_changes();
    for (const SituationEvent& event : change.emit) {
      if (status) status = stage_.post(event);
      for (SimulatedAgent& agent : agents_) {
        const bool is_for_it = event.agent == kNone || event.agent == agent.place().index();
        if (is_for_it && agent.place().is_alive()) agent.note_event(event);
      }
    }
  }
  return status;
}

// Adds to keys what flows into them in a frame.
Status Simulation::flow() {
  Status status;
  for (Flowing& one : flowing_) {
    if (status) status = stage_.let_flow(one.flow, 1.0 / kFramesPerSecond, one.value);
  }
  return status;
}

// From now on so much flows into the key of a flow, and nothing else.
void Simulation::change_flow(const SituationFlow& flow) {
  const auto is_same = [&](const Flowing& one) { return one.flow.is_of_same_key(flow); };
  const auto known = std::ranges::find_if(flowing_, is_same);
  if (known == flowing_.end())
    flowing_.push_back({flow, kUnknownValue});
  else
    known->flow = flow;
}

// Tasks whose failure is due fail; what does not run fails when it is started.
Status Simulation::fail_tasks() {
  Status status;
  for (size_t i = 0; i < running_.size() && status;) {
    if (!running_[i].has_no_effect && take_failure(running_[i].task, true)) running_[i].has_no_effect = true;
    const RunningTask task = running_[i];
    if (!take_failure(task.task, false)) {
      ++i;
      continue;
    }
    running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
    status = population_of(task).report(task.token, Ending::failed);
    agents_[task.agent].note(EventKind::task_failed, task.task, {}, task.depth);
  }
  return status;
}

// Is a failure of the task due, or, with `completes`, a completion without effect? It is spent then.
bool Simulation::take_failure(uint32_t task, bool completes) {
  for (auto failure = failures_.begin(); failure != failures_.end() && is_due(failure->seconds); ++failure) {
    if (failure->task != task || failure->completes != completes) continue;
    failures_.erase(failure);
    return true;
  }
  return false;
}

Course::End Simulation::end_of(uint32_t agent, uint32_t task) const {
  Course::End end = Course::End::completed;
  for (const Course::Ending& one : endings_) {
    if (one.task == task && (one.agent == kNone || one.agent == agent)) end = one.end;
  }
  return end;
}

// Tasks whose time is over do what they are declared to do, or fail where the course says so.
Status Simulation::end_tasks() {
  Status status;
  for (size_t i = 0; i < running_.size() && status;) {
    const RunningTask task = running_[i];
    if (task.ends_at > microseconds_of(frame_) || task.end == Course::End::never) {
      ++i;
      continue;
    }
    running_.erase(running_.begin() + static_cast<ptrdiff_t>(i));
    if (task.end == Course::End::failed) {
      status = population_of(task).report(task.token, Ending::failed);
      agents_[task.agent].note(EventKind::task_failed, task.task, {}, task.depth);
      continue;
    }
    AssumedRecord record;
    status = Tools(population_of(task)).apply_effects(task.token, record.bytes, task.has_no_effect);
    stage_.give_back(task.agent, task.task, record.bytes.data());
    if (status && !task.has_no_effect) status = stage_.make_effects(task.agent, task.task, task.parameters);
    if (status && !task.has_no_effect) status = stage_.move_doors(task.task, task.parameters);
    if (status)
      status = population_of(task).report(record.report(task.token, AssetParts(asset_).task(task.task)));
    agents_[task.agent].note_completed(task.task, record.bytes.data(), task.depth);
    note_changes();
  }
  return status;
}

void Simulation::note_changes() {
  for (SimulatedAgent& agent : agents_) agent.note_changes();
}

Population& Simulation::population_of(const RunningTask& task) {
  return agents_[task.agent].place().population();
}

SimulatedAgent* Simulation::find(Entity agent) {
  const auto found =
      std::ranges::find(agents_, agent, [](const SimulatedAgent& one) { return one.place().self(); });
  return found == agents_.end() ? nullptr : &*found;
}

// Visits the agents of a population, as long as that gives no error.
template <class Visit>
Status Simulation::each_of(uint32_t population, Visit visit) {
  Status status;
  for (SimulatedAgent& agent : agents_) {
    if (status && agent.place().population_index() == population) status = visit(agent);
  }
  return status;
}

Status Simulation::sense() {
  Status status;
  for (SimulatedAgent& agent : agents_) {
    if (status) status = agent.before_senses();
  }
  return status ? stage_.sense(scratch_) : status;
}

bool Simulation::is_noted(const SimulatedAgent& agent, uint32_t only) {
  return only == kNone || agent.place().index() == only;
}

// All populations think at the same time, as run_frame lets them, so that claims are granted by scores.
// `only`: the agent whose thought is noted; kNone: all.
Status Simulation::think(uint32_t only) {
  const auto count = static_cast<uint32_t>(stage_.populations().size());
  std::vector<Batch> batches(count);
  // Agents of a team share the same values, so one agent of each team is checked.
  std::vector<const SimulatedAgent*> looked_at;
  for (const SimulatedAgent& agent : agents_) {
    const auto is_of_team = [&](const SimulatedAgent* other) {
      return other->place().situation().team == agent.place().situation().team;
    };
    const bool is_first = agent.place().is_alive() && std::ranges::none_of(looked_at, is_of_team);
    if (agent.is_observed_ && !agent.is_light_ && is_first) looked_at.push_back(&agent);
  }
  const auto has_shared_news = [&] {
    return std::ranges::any_of(looked_at, [](const SimulatedAgent* agent) {
      return std::ranges::any_of(agent->keys_.shared(), [&](uint32_t key) {
        return !agent->keys_.is_still(key, agent->known_[key]);
      });
    });
  };
  Status status;
  for (uint32_t i = 0; i < count && status; ++i) {
    status = stage_.populations()[i].begin_think(batches[i]);
    const std::span<const uint32_t> thinkers = batches[i].rows();
    if (!status) break;
    // Handlers may have set values that the thought reads: those of their own agent, and shared ones.
    const bool has_news = has_shared_news();
    for (SimulatedAgent& agent : agents_) {
      if (!is_noted(agent, only)) continue;
      if (agent.place().population_index() == i)
        agent.note_changes();
      else if (has_news || only != kNone)
        agent.note_shared_changes();
    }
    status = each_of(i, [&](SimulatedAgent& agent) {
      if (!is_noted(agent, only)) return Status();
      return agent.before_thought(std::ranges::binary_search(thinkers, agent.place().slot()));
    });
  }
  for (uint32_t i = 0; i < count; ++i) {
    for (uint32_t job = 0; job < batches[i].jobs() && status; ++job)
      status = stage_.populations()[i].think(batches[i], job, scratch_);
  }
  for (uint32_t i = 0; i < count && status; ++i) status = stage_.populations()[i].end_think(batches[i]);
  for (SimulatedAgent& agent : agents_) {
    if (status && is_noted(agent, only)) status = agent.after_thought();
  }
  return status;
}

namespace {

// Agent by agent, each one's in the order in which it began them: the runtime lists them by their tasks.
std::vector<Start> as_begun(std::span<const Start> starts) {
  std::vector<Start> result(starts.begin(), starts.end());
  std::ranges::sort(result, {},
                    [](const Start& start) { return std::pair(start.token.slot, start.token.serial); });
  return result;
}

}  // namespace

Status Simulation::act(uint32_t index) {
  Population& population = stage_.populations()[index];
  Status status;
  while (status && population.wants_act()) {
    Round round;
    Commands commands;
    const uint64_t plans = population.act_counters().plans;
    static_cast<void>(each_of(index, [](SimulatedAgent& agent) { return agent.before_round(), Status(); }));
    status = population.begin_act(round);
    for (uint32_t job = 0; job < round.jobs() && status; ++job) status = population.act(round, job, scratch_);
    if (status) status = population.end_act(round, commands);
    if (!status) break;
    const bool has_planned = population.act_counters().plans > plans;
    static_cast<void>(each_of(
        index, [&](SimulatedAgent& agent) { return agent.note_round(commands, has_planned), Status(); }));
    note_posted(commands.posted);
    for (const End& end : commands.ends) {
      std::erase_if(running_, [&](const RunningTask& task) { return task.token == end.token; });
      // A task that needs time to end is given none.
      if (end.report_when_over) status = population.report(end.token, Ending::completed);
    }
    note_changes();
    for (const Start& command : as_begun(commands.starts)) {
      if (status) status = start(command);
    }
    static_cast<void>(
        each_of(index, [&](SimulatedAgent& agent) { return agent.after_round(commands), Status(); }));
    if (status) status = end_tasks();
  }
  return status;
}

// Tells who emitted events, and, where several agents are there, who gets them.
void Simulation::note_posted(std::span<const Posted> posted) {
  for (const Posted& event : posted) {
    SimulatedAgent* const from = find(event.agent);
    if (from == nullptr) continue;
    from->note_emitted(event);
    if (event.audience == Audience::game || event.audience == Audience::self) continue;
    for (SimulatedAgent& agent : agents_) {
      const bool is_told = event.audience == Audience::one
                               ? agent.place().self() == event.to
                               : event.audience == Audience::world ||
                                     agent.place().situation().team == from->place().situation().team;
      if (&agent != from && is_told && agent.place().is_alive()) agent.note_heard(event, from->place());
    }
  }
}

Status Simulation::move() {
  const bool is_any = stage_.has_grid() || std::ranges::any_of(agents_, [](const SimulatedAgent& agent) {
                        return agent.thought().agent.steerings.count > 0;
                      });
  if (!is_any) return {};
  const Status status = move_agents(stage_, scratch_, moves_);
  for (SimulatedAgent& agent : agents_) {
    if (status) agent.take_move(moves_[agent.place().index()]);
  }
  return status;
}

// Tasks that say so take their agents a step towards where they lead.
Status Simulation::move_by_tasks() {
  Status status;
  for (RunningTask& task : running_) {
    if (status && task.target != kNone && task.ends_at == kNever) status = move_by(task);
  }
  return status;
}

Status Simulation::move_by(RunningTask& task) {
  const NamedVariable target =
      AssetParts(asset_).parameter(AssetParts(asset_).task(task.task).parameters.first + task.target);
  const std::byte* const value = task.parameters + target.offset;
  const StageAgent& agent = agents_[task.agent].place();
  World& world = agent.world();
  const bool is_entity =
      target.variable.type == ValueType::entity || target.variable.type == ValueType::thing;
  Vector3 to, at;
  if (!is_entity) to = value_as<Vector3>(value);
  if (is_entity && !world.position(world.entity(value_as<EntityId>(value)), to)) {
    task.ends_at = 0;  // it is gone: the agent goes nowhere any more
    return {};
  }
  Status status = world.position(agent.self(), at);
  if (!status) return {};  // it is gone itself
  const Vector3 way{to.x - at.x, to.y - at.y, to.z - at.z};
  const float length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  look_for_wall(task, at);
  if (length <= task.step) {
    task.ends_at = 0;
    return world.set_position(agent.self(), to);
  }
  const Vector3 heading{way.x / length, way.y / length, way.z / length};
  status = world.set_position(agent.self(), {at.x + heading.x * task.step, at.y + heading.y * task.step,
                                             at.z + heading.z * task.step});
  return status ? world.set_facing(agent.self(), heading) : status;
}

void Simulation::look_for_wall(const RunningTask& task, const Vector3& at) {
  if (!is_in_cells(stage_.wall_cells(), to_array(at), stage_.up())) return;
  const bool is_known = std::ranges::any_of(through_walls_, [&](const WentThroughWall& one) {
    return one.agent == task.agent && one.task == task.task;
  });
  if (!is_known)
    through_walls_.push_back({task.agent, task.task, at, static_cast<double>(frame_) / kFramesPerSecond});
}

Status Simulation::start(const Start& start) {
  SimulatedAgent* const agent = find(start.agent);
  if (agent == nullptr) return {};  // despawned
  const uint32_t task = asset_.find(start.task);
  const uint32_t depth = agent->take_depth(task);
  agent->note_start(start, task, depth);
  if (take_failure(task, false)) {
    agent->note(EventKind::task_failed, task, {}, depth);
    return agent->place().population().report(start.token, Ending::failed);
  }
  const double takes = AssetParts(asset_).task(task).takes_seconds;
  RunningTask& running = running_.emplace_back(
      RunningTask{start.token, agent->place().index(), task,
                  microseconds_of(frame_) + static_cast<uint64_t>(std::llround(takes * 1e6)), depth});
  running.parameters = static_cast<const std::byte*>(start.parameters);
  running.has_no_effect = take_failure(task, true);
  running.end = end_of(running.agent, task);
  set_target(running);
  if (running.target != kNone) running.ends_at = kNever;
  return {};
}

// Where the task moves its agent, and how fast, as far as its declaration says so.
void Simulation::set_target(RunningTask& task) const {
  const std::string_view name = asset_.name(ishi::Kind::tasks, task.task);
  const Task& declared = model_.tasks[find_index(model_.tasks, name)].value;
  if (!declared.moves_to.given) return;
  task.target = find_index(declared.parameters, declared.moves_to.value.text);
  task.step = static_cast<float>(declared.speed.value) / static_cast<float>(kFramesPerSecond);
}

}  // namespace ishi::compiler
