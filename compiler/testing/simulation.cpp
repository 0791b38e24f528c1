#include "testing/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace ishi::compiler {
namespace {

using Kind = SimulatedEvent::Kind;

constexpr size_t kDeepest = 64;  // levels of a body

template <class T>
T read_as(const std::byte* value) {
  T result;
  std::memcpy(&result, value, sizeof result);
  return result;
}

}  // namespace

Status Simulation::open(uint64_t seed) {
  Status status = stage_.open(seed);
  if (status) status = Scratch::create(stage_.world(), scratch_);
  if (!status) return status;
  agent_ = asset_.agent(stage_.agent_index());
  values_.resize(stage_.population().value_count());
  scores_.resize(agent_.options.count);
  cooldowns_.resize(agent_.options.count);
  for (uint32_t key = 0; key < asset_.count(ishi::Kind::keys); ++key) keys_.push_back(key_text(key));
  return status;
}

Status Simulation::frame() {
  events_.clear();
  Status status = end_tasks();
  if (status) status = stage_.world().begin_frame({frame_, now()});
  if (status) status = think();
  if (status) status = act();
  if (status) status = stage_.world().end_frame();
  if (status) note_keys();
  ++frame_;
  return status;
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
    note(Kind::task_completed, task.task);
    note_keys();
  }
  return status;
}

Status Simulation::think() {
  Population& population = stage_.population();
  const uint16_t before = option();
  was_locked_ = population.is_locked(stage_.slot());
  for (uint32_t i = 0; i < agent_.options.count; ++i) {
    cooldowns_[i] =
        static_cast<double>(population.cooldown_left(stage_.slot(), static_cast<uint16_t>(i))) / 1e6;
  }
  Batch batch;
  Status status = population.begin_think(batch);
  if (status) status = population.explain(stage_.slot(), values_);
  for (uint32_t job = 0; job < batch.jobs() && status; ++job) status = population.think(batch, job, scratch_);
  if (status) status = population.end_think(batch);
  for (uint32_t i = 0; i < agent_.options.count; ++i) {
    scores_[i] = values_[asset_.option(agent_.options.first + i).score];
  }
  if (option() != before && before != kNoOption) note(Kind::option_left, before);
  if (option() != before && option() != kNoOption) note(Kind::option_chosen, option());
  return status;
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
    for (const End& end : commands.ends) {
      note(Kind::task_aborted, asset_.find(ishi::Kind::tasks, end.task));
      std::erase_if(running_, [&](const RunningTask& task) { return task.token == end.token; });
      // What needs time to end is given none.
      if (end.report_when_over) status = population.report(end.token, Ending::completed);
    }
    note_waits();
    note_keys();
    for (const Start& start : commands.starts) {
      const uint32_t task = asset_.find(ishi::Kind::tasks, start.task);
      const double takes = asset_.task(task).takes_seconds;
      running_.push_back({start.token, task, now() + static_cast<uint64_t>(std::llround(takes * 1e6))});
      note(Kind::task_started, task, parameters_text(start, task));
    }
    if (before != kNoOption && option() == kNoOption) {
      const bool failed = population.act_counters().failed_options > counters.failed_options;
      note(failed ? Kind::option_failed : Kind::option_ended, before);
    }
    if (status) status = end_tasks();
  }
  return status;
}

void Simulation::note(Kind kind, uint32_t index, std::string text) {
  events_.push_back({kind, index, std::move(text)});
}

void Simulation::note_waits() {
  std::vector<uint32_t> path(kDeepest);
  path.resize(std::min<size_t>(kDeepest, stage_.population().active_nodes(stage_.slot(), path)));
  const auto compare = [&](const std::vector<uint32_t>& here, const std::vector<uint32_t>& there, Kind kind) {
    for (const uint32_t node : here) {
      const bool both = std::ranges::find(there, node) != there.end();
      if (!both && asset_.node(node).kind == NodeKind::wait) note(kind, node);
    }
  };
  compare(path_, path, Kind::wait_ended);
  compare(path, path_, Kind::wait_started);
  path_ = std::move(path);
}

void Simulation::note_keys() {
  for (uint32_t key = 0; key < keys_.size(); ++key) {
    std::string text = key_text(key);
    if (text == keys_[key]) continue;
    note(Kind::key_changed, key, fmt::format("{} → {}", keys_[key], text));
    keys_[key] = std::move(text);
  }
}

std::string Simulation::value_text(const VariableInfo& variable, const std::byte* value) const {
  constexpr std::string_view kUnits[] = {"", "", "", "", "", "", "m", "s", "rad", "m/s", "", ""};
  switch (variable.type) {
    case ValueType::integer: return fmt::format("{}", read_as<int32_t>(value));
    case ValueType::boolean: return read_as<uint8_t>(value) != 0 ? "true" : "false";
    case ValueType::enumeration: {
      const EnumInfo e = asset_.enumeration(variable.reference);
      const auto member = std::min<uint32_t>(read_as<uint8_t>(value), e.members.count - 1);
      return std::string(asset_.member_name(e.members.first + member));
    }
    case ValueType::entity:
    case ValueType::thing: {
      const auto id = read_as<EntityId>(value);
      const SituationEntity* const entity = stage_.find_entity(id);
      if (entity == nullptr) return id == kNobody ? "nobody" : "itself";
      return entity->name.empty() ? "someone" : std::string(entity->name);
    }
    case ValueType::point:
    case ValueType::direction: {
      const auto vector = read_as<Vector3>(value);
      return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", vector.x, vector.y, vector.z);
    }
    default: break;
  }
  return fmt::format("{:.4g}{}", read_as<float>(value), kUnits[static_cast<size_t>(variable.type)]);
}

std::string Simulation::key_text(uint32_t key) {
  const NamedVariable info = asset_.key(key);
  World& world = stage_.world();
  const uint32_t row = info.variable.scope == ishi::Scope::agent ? stage_.slot() : 0;
  const auto open = [&](auto& column) -> Status {
    switch (info.variable.scope) {
      case ishi::Scope::team: return world.team_key(info.id, column);
      case ishi::Scope::world: return world.world_key(info.id, column);
      case ishi::Scope::agent: break;
    }
    return stage_.population().column(info.id, column);
  };
  const auto as = [&]<class T>(T) {
    Column<T> column;
    if (!open(column)) return std::string();
    return value_text(info.variable, reinterpret_cast<const std::byte*>(&column[row]));
  };
  switch (info.variable.type) {
    case ValueType::integer: return as(int32_t{});
    case ValueType::boolean:
    case ValueType::enumeration: return as(uint8_t{});
    case ValueType::entity:
    case ValueType::thing: return as(EntityId{});
    case ValueType::point:
    case ValueType::direction: {
      PointColumn column;
      if (!open(column)) return {};
      const Vector3 value = column.get(row);
      return value_text(info.variable, reinterpret_cast<const std::byte*>(&value));
    }
    default: return as(float{});
  }
}

std::string Simulation::parameters_text(const Start& start, uint32_t task) const {
  const IndexRange parameters = asset_.task(task).parameters;
  std::string text;
  for (uint32_t i = 0; i < parameters.count; ++i) {
    const NamedVariable parameter = asset_.parameter(parameters.first + i);
    const auto* const value = static_cast<const std::byte*>(start.parameters) + parameter.offset;
    text +=
        fmt::format("{}{}: {}", i == 0 ? "" : ", ", parameter.name, value_text(parameter.variable, value));
  }
  return text;
}

}  // namespace ishi::compiler
