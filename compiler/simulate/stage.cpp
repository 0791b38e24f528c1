#include "simulate/stage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "ishi/id.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kNodeEvents = 4096;  // of a round
constexpr uint32_t kNotices = 4096;     // of a frame

Vector3 to_vector(const Vector& v) { return {v[0], v[1], v[2]}; }

}  // namespace

Status Stage::open(uint64_t seed) {
  const uint64_t agent_id = model_.imported.id("agents", model_.agents[situation_.agent].name.text);
  agent_index_ = asset_.find(Kind::agents, agent_id);
  if (agent_index_ == kNotFound) return {StatusCode::unknown_id, agent_id};
  WorldOptions options;
  options.seed = seed;
  options.entities = static_cast<uint32_t>(situation_.entities.size()) + 1;
  options.up = asset_.up();
  options.event_bytes += event_bytes();
  Status status = World::create(options, world_);
  if (status)
    status = world_.add_population(
        asset_, agent_id, {.capacity = 1, .node_events = kNodeEvents, .notices = kNotices}, population_);
  if (status) status = make_grid();
  for (const SituationEntity& entity : situation_.entities) {
    if (status) status = spawn(entity);
  }
  if (status) status = spawn_agent();
  for (const SituationValue& field : situation_.self.fields) {
    if (status) status = set_field(situation_.self, field, self_.index);
  }
  for (size_t i = 0; i < entities_.size(); ++i) {
    for (const SituationValue& field : situation_.entities[i].fields) {
      if (status) status = set_field(situation_.entities[i], field, entities_[i].index);
    }
  }
  for (const SituationValue& key : situation_.keys) {
    if (status) status = set_key(key);
  }
  for (const SituationValue& level : situation_.levels) {
    if (status) status = set_level(level);
  }
  for (const SituationFact& fact : situation_.facts) {
    if (status) status = set_fact(fact);
  }
  for (const SituationCandidate& candidate : situation_.candidates) {
    if (status) status = set_candidate(candidate);
  }
  if (status) status = set_taken();
  if (status) status = set_hidden(situation_.hidden);
  for (const SituationSound& sound : situation_.sounds) {
    if (status) status = make_sound(sound);
  }
  if (status) status = set_state();
  if (status && situation_.running != kNone) status = set_running();
  return status;
}

// Cells of a metre, centred on whole metres, around the origin and all that the situation names, as far as
// that is near enough.
Status Stage::make_grid() {
  if (asset_.count(Kind::navigations) == 0) return {};
  constexpr float kNear = 32, kBeyond = 16, kFar = 500;
  float half = kNear;
  const auto hold = [&](const Vector& at) {
    for (const float axis : at) half = std::max(half, std::abs(axis) + kBeyond);
  };
  hold(situation_.self.position);
  for (const SituationEntity& entity : situation_.entities) hold(entity.position);
  for (const Vector& cell : situation_.blocked) hold(cell);
  for (const SituationValue& key : situation_.keys) {
    if (model_.blackboard[key.index].value.resolved.kind == ValueKind::point) hold(key.value);
  }
  if (situation_.reaches) hold(*situation_.reaches);
  half = std::ceil(std::min(half, kFar));
  const auto size = static_cast<uint32_t>(2 * half) + 1;
  const float corner = -half - 0.5F;
  Status status =
      world_.create_grid({.columns = size,
                          .rows = size,
                          .origin = up() == Up::y ? Vector3{corner, 0, corner} : Vector3{corner, corner, 0},
                          .searches = 1});
  for (const Vector& cell : situation_.blocked) {
    uint32_t column = 0, row = 0;
    if (status && world_.cell_of({cell[0], cell[1], cell[2]}, column, row))
      status = world_.set_cell(column, row, ishi::kImpassableCell);
  }
  return status;
}

uint32_t Stage::entity_index(EntityId id) const {
  if (id == self_) return kSelfEntity;
  const auto found = std::ranges::find(entities_, id);
  return found == entities_.end() ? kNone : static_cast<uint32_t>(found - entities_.begin());
}

const SituationEntity* Stage::find_entity(EntityId id) const {
  const uint32_t index = id == self_ ? kNone : entity_index(id);
  return index == kNone ? nullptr : &situation_.entities[index];
}

Status Stage::spawn(const SituationEntity& entity) {
  EntityOptions options;
  options.position = to_vector(entity.position);
  options.facing = to_vector(entity.facing);
  if (entity.thing != kNone) options.thing = id_of("things", model_.things[entity.thing].name.text);
  return world_.spawn_entity(options, entities_.emplace_back());
}

Status Stage::spawn_agent() {
  SpawnOptions options;
  const SituationEntity& self = situation_.self;
  if (self.thing != kNone) options.thing = id_of("things", model_.things[self.thing].name.text);
  options.position = to_vector(self.position);
  options.facing = to_vector(self.facing);
  if (situation_.profile != kNone) {
    options.profile = asset_.find(
        Kind::profiles, model_.imported.id("importance", model_.importance[situation_.profile].name.text));
  }
  const Status status = population_.spawn(options, self_);
  return status ? population_.slot_of(self_, slot_) : status;
}

Entity Stage::entity(const SituationValue& value) const {
  return value.entity == kNone ? kNobody : value.entity == kSelfEntity ? self_ : entities_[value.entity];
}

// Writes into row `row` of the column that `open` gives for a type of element.
template <class Open>
Status Stage::write(const Type& type, const SituationValue& value, uint32_t row, Open open) {
  switch (type.kind) {
    case ValueKind::point:
    case ValueKind::direction: {
      PointColumn column;
      const Status status = open(column);
      if (status) column.set(row, to_vector(value.value));
      return status;
    }
    case ValueKind::entity: return write_as<EntityId>(entity(value), row, open);
    case ValueKind::integer: return write_as<int32_t>(static_cast<int32_t>(value.value[0]), row, open);
    case ValueKind::boolean:
    case ValueKind::enumeration: return write_as<uint8_t>(static_cast<uint8_t>(value.value[0]), row, open);
    default: return write_as<float>(value.value[0], row, open);
  }
}

template <class T, class Open>
Status Stage::write_as(T value, uint32_t row, Open open) {
  Column<T> column;
  const Status status = open(column);
  if (status) column[row] = value;
  return status;
}

Status Stage::set_field(const SituationEntity& owner, const SituationValue& field, uint32_t row) {
  const auto& thing = model_.things[owner.thing];
  const auto& [name, variable] = thing.value.fields[field.index];
  const uint64_t id = id_of("things/" + std::string(thing.name.text), name.text);
  return write(variable.resolved, field, row, [&](auto& column) { return world_.field(id, column); });
}

Status Stage::set_key(const SituationValue& key) {
  const auto& [name, variable] = model_.blackboard[key.index];
  const uint64_t id = id_of("blackboard", name.text);
  switch (variable.scope.value) {
    case Scope::world:
      return write(variable.resolved, key, 0, [&](auto& column) { return world_.world_key(id, column); });
    case Scope::team:
      return write(variable.resolved, key, 0, [&](auto& column) { return world_.team_key(id, column); });
    case Scope::agent: break;
  }
  return write(variable.resolved, key, slot_, [&](auto& column) { return population_.column(id, column); });
}

Status Stage::set_hidden(const std::vector<uint32_t>& entities) {
  hidden_.clear();
  for (const uint32_t entity : entities) hidden_.push_back(entities_[entity]);
  return {};
}

Status Stage::make_sound(const SituationSound& sound) {
  const Entity maker = sound.entity == kSelfEntity ? self_ : entities_[sound.entity];
  const Status status = world_.make_sound(id_of("sounds", model_.sounds[sound.sound].name.text), maker);
  // Somebody of another kind makes another sound: nothing is heard of this one.
  return status.code == StatusCode::wrong_thing ? Status() : status;
}

bool Stage::is_hidden(EntityId id) const { return std::ranges::find(hidden_, id) != hidden_.end(); }

Status Stage::judge_all() {
  judged_.clear();
  for (uint32_t sense = 0; sense < asset_.agent(agent_index_).senses.count; ++sense) {
    for (uint32_t entity = 0; entity < entities_.size(); ++entity) {
      JudgedEntity judged{
          .sense = sense, .entity = entity, .judgement = {}, .is_hidden = is_hidden(handle(entity))};
      const Status status = population_.judge_sense(self_, sense, handle(entity), judged.judgement);
      if (!status) return status;
      judged_.push_back(judged);
    }
  }
  return {};
}

Status Stage::sense(Scratch& scratch) {
  if (!has_senses()) return {};
  SenseBatch batch;
  std::span<const OcclusionQuery> queries;
  Status status = judge_all();
  if (status) status = population_.begin_sense(batch);
  for (uint32_t job = 0; job < batch.jobs() && status; ++job) status = population_.sense(batch, job, scratch);
  if (status) status = population_.end_sense(batch, queries);
  for (const OcclusionQuery& query : queries) {
    const auto sight = is_hidden(query.target) ? ishi::Sight::blocked : ishi::Sight::clear;
    if (status) status = population_.answer(query.ticket, sight);
  }
  return status;
}

Status Stage::set_level(const SituationValue& level) {
  Column<float> column;
  const Status status = population_.levels(asset_.motive(level.index).id, column);
  if (status) column[slot_] = level.value[0];
  return status;
}

Status Stage::post(const SituationEvent& event) {
  const std::vector<std::byte> record = record_of(event);
  return world_.post({.record_bytes = static_cast<uint32_t>(record.size()),
                      .event = info_of(event).id,
                      .agent = self_,
                      .record = record.data()});
}

EventInfo Stage::info_of(const SituationEvent& event) const {
  return asset_.event(asset_.find(Kind::events, id_of("events", model_.events[event.event].name.text)));
}

std::vector<std::byte> Stage::record_of(const SituationEvent& event) const {
  const EventInfo info = info_of(event);
  std::vector<std::byte> record(info.record_size);
  for (uint32_t i = 0; i < info.fields.count; ++i) {
    const NamedVariable field = asset_.event_field(info.fields.first + i);
    const auto given = std::ranges::find(event.fields, i, &SituationValue::index);
    put(record.data() + field.offset, field, given == event.fields.end() ? nullptr : &*given);
  }
  return record;
}

// Writes a value, or the default, into a record.
void Stage::put(std::byte* place, const NamedVariable& field, const SituationValue* value) const {
  const Vector3 vector = value == nullptr ? field.variable.fallback : to_vector(value->value);
  const auto write = [&](auto bytes) { std::memcpy(place, &bytes, sizeof bytes); };
  switch (field.variable.type) {
    case ValueType::integer: return write(static_cast<int32_t>(vector.x));
    case ValueType::boolean:
    case ValueType::enumeration: return write(static_cast<uint8_t>(vector.x));
    case ValueType::entity:
    case ValueType::thing: return write(value == nullptr ? EntityId() : EntityId(entity(*value)));
    case ValueType::point:
    case ValueType::direction: return write(vector);
    default: return write(vector.x);
  }
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

// Nothing is done for a state that the agent is in already; one thought alone enters none.
Status Stage::set_state() {
  const bool is_entered = situation_.state == kNone && situation_.course.seconds > 0;
  if (is_entered || asset_.agent(agent_index_).states.count == 0) return {};
  return population_.set_state(self_, situation_.state == kNone ? 0 : situation_.state);
}

Status Stage::set_running() {
  const uint64_t id = model_.imported.id("actions", model_.actions[situation_.running].name.text);
  const IndexRange options = asset_.agent(agent_index_).options;
  for (uint32_t i = 0; i < options.count; ++i) {
    if (asset_.option(options.first + i).id == id) running_ = i;
  }
  return population_.set_option(self_, static_cast<uint16_t>(running_));
}

Status Stage::set_fact(const SituationFact& fact) {
  const auto& [name, memory] = model_.memory[fact.memory];
  const uint64_t id = model_.imported.id("memory", name.text);
  const auto now = static_cast<int64_t>(situation_.time_microseconds);
  const auto age = static_cast<int64_t>(std::llround(static_cast<double>(fact.age) * 1e6));
  const int64_t seen = std::min(now - age, int64_t{0});  // the world begins at 0s
  const FactInfo info{entities_[fact.entity], to_vector(fact.position), seen, seen};
  Status status = population_.restore_fact(self_, id, info);
  std::vector<FactInfo> none;
  uint32_t count = 0;
  if (status) status = population_.facts(self_, id, none, count);
  if (status && fact.awareness) status = population_.set_awareness(self_, id, count - 1, *fact.awareness);
  const uint32_t of_asset = asset_.find(Kind::sets, id);
  for (const SituationValue& field : fact.fields) {
    if (!status) return status;
    const Type& type = member_variable(model_, fact.memory, field.index).resolved;
    const auto set = [&](auto value) { return set_fact_as(value, of_asset, count - 1, field.index); };
    switch (type.kind) {
      case ValueKind::point:
      case ValueKind::direction: status = set(to_vector(field.value)); break;
      case ValueKind::entity: status = set(entity(field)); break;
      case ValueKind::integer: status = set(static_cast<int32_t>(field.value[0])); break;
      case ValueKind::boolean:
      case ValueKind::enumeration: status = set(static_cast<uint8_t>(field.value[0])); break;
      default: status = set(field.value[0]); break;
    }
  }
  return status;
}

template <class T>
Status Stage::set_fact_as(const T& value, uint32_t memory, uint32_t fact, uint32_t field) {
  const SetInfo info = asset_.set(memory);
  return population_.set_fact_field(self_, info.id, fact, asset_.member_field(info.fields.first + field).id,
                                    value);
}

std::vector<FactInfo> Stage::facts(uint32_t memory) const {
  std::vector<FactInfo> facts(asset_.set(memory).capacity);
  uint32_t count = 0;
  (void)population_.facts(self_, asset_.set(memory).id, facts, count);
  facts.resize(count);
  return facts;
}

Status Stage::set_candidate(const SituationCandidate& candidate) {
  const auto& [name, set] = model_.candidates[candidate.set];
  const uint64_t id = id_of("candidates", name.text);
  const bool is_own = set.scope.value == Scope::agent;
  Entity member = candidate.entity == kNone ? kNobody : entities_[candidate.entity];
  Status status = is_own ? population_.add_candidate(self_, id, member) : world_.add_candidate(id, 0, member);
  for (const SituationValue& field : candidate.fields) {
    if (!status) return status;
    const auto& [field_name, variable] = set.fields[field.index];
    const uint64_t field_id = id_of("candidates/" + std::string(name.text), field_name.text);
    const auto set_as = [&](auto value) {
      status = is_own ? population_.set_candidate_field(self_, id, member, field_id, value)
                      : world_.set_candidate_field(id, 0, member, field_id, value);
    };
    switch (variable.resolved.kind) {
      case ValueKind::point:
      case ValueKind::direction: set_as(to_vector(field.value)); break;
      case ValueKind::entity: set_as(entity(field)); break;
      case ValueKind::integer: set_as(static_cast<int32_t>(field.value[0])); break;
      case ValueKind::boolean:
      case ValueKind::enumeration: set_as(static_cast<uint8_t>(field.value[0])); break;
      default: set_as(field.value[0]); break;
    }
  }
  return status;
}

bool Stage::has_tokens(uint32_t option) const {
  const auto& action = model_.actions[model_.agents[situation_.agent].value.actions[option].index].value;
  return std::ranges::none_of(action.claims, [&](const Reference& claim) {
    return claim.index != kNone &&
           std::ranges::find(situation_.taken_tokens, claim.index) != situation_.taken_tokens.end();
  });
}

bool Stage::is_taken(EntityId id) const {
  const uint32_t entity = entity_index(id);
  return entity != kNone &&
         std::ranges::find(situation_.taken_entities, entity) != situation_.taken_entities.end();
}

// The game itself holds what others would.
Status Stage::set_taken() {
  for (const uint32_t token : situation_.taken_tokens) {
    const auto& [name, value] = model_.tokens[token];
    const auto count = static_cast<uint32_t>(value.count.value);
    const Status status = world_.keep_tokens(id_of("tokens", name.text), 0, count);
    if (!status) return status;
  }
  for (const uint32_t entity : situation_.taken_entities) {
    if (const Status status = world_.keep_entity(entities_[entity]); !status) return status;
  }
  return {};
}

std::vector<Entity> Stage::members(uint32_t set) const {
  const SetInfo info = asset_.set(set);
  std::vector<Entity> members;
  if (info.kind == SetKind::memory) {
    for (const FactInfo& fact : facts(set)) members.push_back(fact.entity);
    return members;
  }
  members.resize(info.capacity);
  uint32_t count = 0;
  (void)(info.scope == ishi::Scope::agent ? population_.candidates(self_, info.id, members, count)
                                          : world_.candidates(info.id, 0, members, count));
  members.resize(count);
  return members;
}

std::string Stage::member_name(uint32_t set, uint32_t member) const {
  const SituationEntity* entity = find_entity(members(set)[member]);
  if (entity != nullptr && !entity->name.empty()) return std::string(entity->name);
  return std::string(asset_.name(Kind::sets, set)) + " " + std::to_string(member + 1);
}

}  // namespace ishi::compiler
