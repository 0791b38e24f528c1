#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ishi/save.h"
#include "ishi/tools.h"
#include "simulate/simulation.h"
#include "simulate/stage.h"

// A run of a scene that goes on with another version of its file.

namespace ishi::compiler {

Status Stage::take_over(const Stage& before, std::vector<std::string>& reset) {
  std::vector<uint32_t> counts;
  list_agents(counts);
  teams_ = before.teams_;
  size_t size = 0;
  Status status = before.world_.save_size(size);
  std::vector<std::byte> save(size);
  if (status) status = before.world_.save(save, size);
  if (!status) return status;
  const Asset* const assets[] = {&asset_};
  Reload reload;
  status = World::load(std::span(save).first(size), {.assets = assets}, world_, populations_, reload);
  for (const ReloadItem& item : reload.items()) {
    const bool is_named = item.effect == ReloadEffect::reset && *item.name != 0;
    if (is_named && std::ranges::find(reset, item.name) == reset.end()) reset.emplace_back(item.name);
  }
  // Whoever is not there yet has no handle.
  const auto handle_here = [&](Entity entity) { return entity == kNobody ? kNobody : world_.entity(entity); };
  for (size_t i = 0; i < agents_.size(); ++i) {
    StageAgent& agent = agents_[i];
    agent.slot_ = before.agents_[i].slot_;
    agent.self_ = handle_here(before.agents_[i].self_);
    const uint16_t option = status ? agent.population().option(agent.self_) : kNoOption;
    agent.running_ = option == kNoOption ? kNone : option;
  }
  entities_.clear();
  for (const Entity entity : before.entities_) entities_.push_back(handle_here(entity));
  hidden_ = before.hidden_;
  open_doors_ = before.open_doors_;
  find_walls();
  taken_.entities = before.taken_.entities;
  for (const uint32_t token : before.taken_.tokens) {
    const uint32_t now = find_index(model_.tokens, before.model_.tokens[token].name.text);
    if (now != kNone) taken_.tokens.push_back(now);
  }
  return status;
}

void SimulatedAgent::take_over(const SimulatedAgent& before) {
  const AssetParts parts(asset_), parts_before(before.asset_);
  frame_ = before.frame_;
  seconds_ = before.seconds_;
  position_ = before.position_;
  reached_at_ = before.reached_at_;
  for (uint32_t goal = 0; goal < goals_.size(); ++goal) {
    for (uint32_t other = 0; other < before.goals_.size(); ++other) {
      if (parts.goal(goal).id == parts_before.goal(other).id) goals_[goal] = before.goals_[other];
    }
  }
  if (before.move_.steering == kNone) {
    move_ = before.move_;
    return;
  }
  const uint64_t id = parts_before.steering(before.move_.steering).id;
  const IndexRange own = thought_.agent.steerings;
  for (uint32_t i = own.first; i < own.first + own.count; ++i) {
    if (parts.steering(i).id != id) continue;
    move_ = before.move_;
    move_.steering = i;
  }
}

Status Simulation::take_over(const Simulation& before, std::vector<std::string>& reset) {
  const Status status = begin(stage_.take_over(before.stage_, reset));
  if (!status || before.frame_ == 0) return status;
  const std::vector<Course::Failure> all = std::move(failures_);
  failures_.clear();
  frame_ = before.frame_ - 1;
  const std::vector<Course::Change>& changes = situation_.course.changes;
  while (changed_ < changes.size() && is_due(changes[changed_].seconds)) ++changed_;
  for (const Course::Failure& failure : all) {
    const bool is_left = std::ranges::any_of(before.failures_, [&](const Course::Failure& one) {
      return AssetParts(before.asset_).task(one.task).id == AssetParts(asset_).task(failure.task).id &&
             one.seconds == failure.seconds && one.completes == failure.completes;
    });
    if (is_left || !is_due(failure.seconds)) failures_.push_back(failure);
  }
  frame_ = before.frame_;
  for (size_t i = 0; i < agents_.size(); ++i) agents_[i].take_over(before.agents_[i]);
  for (const RunningTask& task : before.running_) go_on_with(task, before);
  return status;
}

// A task of a run that this one takes over, if it runs here, too.
void Simulation::go_on_with(const RunningTask& task, const Simulation& before) {
  ishi::Token token = task.token;
  token.world = stage_.world().number();
  const Population& population = population_of(task);
  const auto* const parameters = static_cast<const std::byte*>(Tools(population).parameters(token));
  const uint32_t index = asset_.find(AssetParts(before.asset_).task(task.task).id);
  if (parameters == nullptr || index == kNotFound) return;
  RunningTask& running = running_.emplace_back(task);
  running.token = token;
  running.task = index;
  running.parameters = parameters;
  running.end = end_of(task.agent, index);
  running.target = kNone;
  set_target(running);
  const auto takes = static_cast<uint64_t>(std::llround(AssetParts(asset_).task(index).takes_seconds * 1e6));
  if (running.target != kNone)
    running.ends_at = kNever;
  else if (task.target != kNone)
    running.ends_at = microseconds_of(frame_) + takes;
}

}  // namespace ishi::compiler
