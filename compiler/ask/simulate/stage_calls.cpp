#include <algorithm>
#include <cmath>
#include <cstring>

#include "ishi/id.h"
#include "simulate/field_formula.h"
#include "simulate/stage.h"
#include "simulate/walls.h"

// A game's calls between frames, and the answers that it gives to senses.

namespace ishi::compiler {

Status Stage::add(uint32_t entity) {
  if (world_.is_alive(entities_[entity])) return {};
  const Status status = spawn(entity);
  return status ? set_fields(entity) : status;
}

Status Stage::remove(uint32_t entity) {
  const Entity handle = this->handle(entity);
  if (!world_.is_alive(handle)) return {};
  return is_agent(entity) ? agents_[agent_of_entity(entity)].population().despawn(handle)
                          : world_.despawn_entity(handle);
}

Status Stage::place(const SituationPlace& place) {
  const Entity handle = this->handle(place.entity);
  if (!world_.is_alive(handle)) return {};
  Status status;
  if (place.position) status = world_.set_position(handle, to_vector(*place.position));
  if (status && place.facing) status = world_.set_facing(handle, to_vector(*place.facing));
  const SituationEntity& who = is_agent(place.entity)
                                   ? agents_[agent_of_entity(place.entity)].situation().self
                                   : situation_.entities[place.entity];
  std::vector<SituationValue> fields = place.fields;
  for (const SituationFormula& one : place.formulas) {  // all are computed before the first is written
    SituationValue value{one.field};
    value.value[0] = static_cast<float>(one.formula->value(
        [&](uint32_t field) { return double{field_of(handle, who.thing, field).value[0]}; }));
    fields.push_back(value);
  }
  for (const SituationValue& field : fields) {
    if (status) status = set_field(who, field, handle.index);
  }
  return status;
}

// Puts entities where their paths have brought them; before its start each stands where the scene put it.
Status Stage::advance(double seconds) {
  Status status;
  for (const SituationMove& move : situation_.moves) {
    const Entity handle = entities_[move.entity];
    if (!status || move.path.empty() || seconds < move.starts || !world_.is_alive(handle)) continue;
    double left = (seconds - move.starts) * move.speed;
    Vector at = situation_.entities[move.entity].position;
    Vector ahead{};
    for (const Vector& next : move.path) {
      const Vector way{next[0] - at[0], next[1] - at[1], next[2] - at[2]};
      const double length =
          std::sqrt(double{way[0]} * way[0] + double{way[1]} * way[1] + double{way[2]} * way[2]);
      if (length == 0) continue;
      const auto share = static_cast<float>(std::min(1.0, left / length));
      const auto unit = static_cast<float>(1 / length);
      ahead = {way[0] * unit, way[1] * unit, way[2] * unit};
      at = {at[0] + way[0] * share, at[1] + way[1] * share, at[2] + way[2] * share};
      left -= length;
      if (left <= 0) break;
    }
    status = world_.set_position(handle, to_vector(at));
    if (status && ahead != Vector{}) status = world_.set_facing(handle, to_vector(ahead));
  }
  return status;
}

template <class T>
Status Stage::key_column(const SituationFlow& flow, Column<T>& column, uint32_t& row) {
  const auto& [name, variable] = model_.blackboard[flow.key];
  const uint64_t id = id_of("blackboard", name.text);
  row = flow.owner;
  switch (variable.scope.value) {
    case Scope::world: row = 0; return world_.world_key(id, column);
    case Scope::team: return world_.team_key(id, column);
    case Scope::agent: break;
  }
  row = agents_[flow.owner].slot_;
  return agents_[flow.owner].population().column(id, column);
}

Status Stage::let_flow(const SituationFlow& flow, double seconds, double& exact) {
  const Variable& variable = model_.blackboard[flow.key].value;
  const bool is_own = variable.scope.value == Scope::agent;
  if (is_own ? !agents_[flow.owner].is_alive() : flow.owner >= teams_) return {};
  const auto flow_into = [&](auto column, auto rounded) -> Status {
    uint32_t row = 0;
    const Status status = key_column(flow, column, row);
    if (!status) return status;
    if (std::isnan(exact) || rounded(exact) != column[row]) exact = column[row];  // something else wrote it
    exact += flow.per_second * seconds;
    const bool is_clock = variable.resolved.quantity == Quantity::duration;
    const double length = variable.high - variable.low;
    if (variable.has_range() && is_clock && length > 0)
      exact -= std::floor((exact - variable.low) / length) * length;
    else if (variable.has_range())
      exact = std::clamp(exact, double{variable.low}, double{variable.high});
    column[row] = rounded(exact);
    return status;
  };
  if (variable.resolved.kind == ValueKind::integer)
    return flow_into(Column<int32_t>(),
                     [](double value) { return static_cast<int32_t>(std::floor(value + 1e-6)); });
  return flow_into(Column<float>(), [](double value) { return static_cast<float>(value); });
}

Status Stage::make_sound(const SituationSound& sound) {
  const Entity maker = handle(sound.entity);
  const Status status = world_.make_sound(SoundId::of(model_.sounds[sound.sound].name.text), maker);
  // Somebody of another kind makes another sound: nothing is heard of this one.
  return status.code == StatusCode::wrong_thing ? Status() : status;
}

bool Stage::is_hidden(EntityId id) const {
  return std::ranges::any_of(hidden_, [&](uint32_t entity) { return EntityId(handle(entity)) == id; });
}

bool Stage::has_wall_between(Entity a, Entity b) const {
  Vector3 from, to;
  if (walls_.empty() || !world_.position(a, from) || !world_.position(b, to)) return false;
  return is_sight_blocked(walls_, to_array(from), to_array(to), up());
}

Status Stage::sense(Scratch& scratch) {
  Status status;
  for (size_t i = 0; i < populations_.size() && status; ++i) {
    const auto first = std::ranges::find(agents_, i, &StageAgent::population_);
    if (!first->has_senses()) continue;
    Population& population = populations_[i];
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    status = population.begin_sense(batch);
    for (uint32_t job = 0; job < batch.jobs() && status; ++job)
      status = population.sense(batch, job, scratch);
    if (status) status = population.end_sense(batch, queries);
    for (const OcclusionQuery& query : queries) {
      const bool is_blocked =
          is_hidden(query.target) || is_sight_blocked(walls_, to_array(query.from), to_array(query.to), up());
      const auto sight = is_blocked ? ishi::Sight::blocked : ishi::Sight::clear;
      if (status) status = population.answer(query.ticket, sight);
    }
  }
  return status;
}

Status Stage::post(const SituationEvent& event) {
  const std::vector<std::byte> record = record_of(event);
  EventOptions options{.record_bytes = static_cast<uint32_t>(record.size()),
                       .event = info_of(event).id,
                       .record = record.data()};
  if (event.agent == kNone)
    options.target = EventTarget::everyone;
  else
    options.agent = agents_[event.agent].self_;
  return world_.post(options);
}

void Stage::give_back(uint32_t agent, uint32_t task, std::byte* record) const {
  const TaskInfo info = AssetParts(asset_).task(task);
  for (const Course::Result& result : situation_.course.results) {
    const bool is_of_agent = result.agent == kNone || result.agent == agent;
    const auto& [name, declared] = model_.tasks[result.task];
    if (!is_of_agent || info.id != TaskId::of(name.text)) continue;
    for (const SituationValue& value : result.gives) {
      const NamedVariable place = AssetParts(asset_).parameter(
          info.parameters.first + static_cast<uint32_t>(declared.parameters.size()) + value.index);
      put(record + place.offset, place, &value);
    }
  }
}

Status Stage::make_effects(uint32_t agent, uint32_t task, const std::byte* record) {
  const TaskInfo info = AssetParts(asset_).task(task);
  Status status;
  for (const Course::Effect& effect : situation_.course.effects) {
    const bool is_of_agent = effect.agent == kNone || effect.agent == agent;
    if (!is_of_agent || info.id != TaskId::of(model_.tasks[effect.task].name.text)) continue;
    SituationPlace changed = effect.place;
    if (effect.parameter != kNone) {
      const NamedVariable whose = AssetParts(asset_).parameter(info.parameters.first + effect.parameter);
      EntityId id;
      std::memcpy(&id, record + whose.offset, sizeof id);
      changed.entity = entity_index(id);
    }
    if (changed.entity != kNone && status) status = place(changed);
  }
  return status;
}

Status Stage::move_doors(uint32_t task, const std::byte* record) {
  const TaskInfo info = AssetParts(asset_).task(task);
  const auto names = [&](const std::vector<uint32_t>& tasks) {
    return std::ranges::any_of(tasks, [&](uint32_t one) {
      return one != kNone && info.id == TaskId::of(model_.tasks[one].name.text);
    });
  };
  Status status;
  for (uint32_t i = 0; i < situation_.doors.size() && status; ++i) {
    const SituationDoor& door = situation_.doors[i];
    const bool opens = names(door.opened_by), closes = names(door.closed_by);
    if (!(opens || closes) || !is_at_door(door, info, record)) continue;
    status = set_door(i, opens && closes ? !open_doors_[i] : opens);
  }
  return status;
}

// A task that is for entities moves the door that is called like one of them; any other task moves all of its
// doors.
bool Stage::is_at_door(const SituationDoor& door, const TaskInfo& task, const std::byte* record) const {
  const uint32_t entity = find_named(situation_, door.name);
  if (entity == kNone) return true;
  bool is_for_entities = false;
  for (uint32_t i = 0; i < task.parameters.count; ++i) {
    const NamedVariable parameter = AssetParts(asset_).parameter(task.parameters.first + i);
    if (parameter.variable.type != ValueType::entity && parameter.variable.type != ValueType::thing) continue;
    is_for_entities = true;
    EntityId id;
    std::memcpy(&id, record + parameter.offset, sizeof id);
    if (entity_index(id) == entity) return true;
  }
  return !is_for_entities;
}

EventInfo Stage::info_of(const SituationEvent& event) const {
  return AssetParts(asset_).event(asset_.find(EventId::of(model_.events[event.event].name.text)));
}

std::vector<std::byte> Stage::record_of(const SituationEvent& event) const {
  const EventInfo info = info_of(event);
  std::vector<std::byte> record(info.record_size);
  for (uint32_t i = 0; i < info.fields.count; ++i) {
    const NamedVariable field = AssetParts(asset_).event_field(info.fields.first + i);
    const auto given = std::ranges::find(event.fields, i, &SituationValue::index);
    put(record.data() + field.offset, field, given == event.fields.end() ? nullptr : &*given);
  }
  return record;
}

// Writes a value, or the default, into a record.
void Stage::put(std::byte* place, const NamedVariable& field, const SituationValue* value) const {
  with_value_type(field.variable.type, [&]<class T>(T) {
    const T held =
        value == nullptr ? runtime_value<T>(to_array(field.variable.fallback), {}) : to_runtime<T>(*value);
    std::memcpy(place, &held, sizeof held);
  });
}

// Room for all events of the course, which may come in one frame.
uint32_t Stage::event_bytes() const {
  constexpr uint64_t kHeader = 32;
  constexpr uint64_t kMost = uint64_t{1} << 29;
  uint64_t bytes = 0;
  for (const Course::Change& change : situation_.course.changes) {
    for (const SituationEvent& event : change.emit) bytes += kHeader + info_of(event).record_size;
  }
  return static_cast<uint32_t>(std::min((bytes + 7) / 8 * 8, kMost));
}

}  // namespace ishi::compiler
