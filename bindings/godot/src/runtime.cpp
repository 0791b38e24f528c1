#include "runtime.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "conversions.h"
#include "options.h"

namespace ishi::godot {
namespace {

// A phase of fewer agents is done before a thread has woken up.
constexpr uint32_t kThreadsFrom = 256;

}  // namespace

// --- refusals

Runtime::Refused Runtime::refuse(std::string words) {
  error_ = std::move(words);
  return {};
}
Runtime::Refused Runtime::refuse(ishi_status status) {
  char text[512];
  size_t length = 0;
  if (ishi_world_describe(world_, status, text, sizeof text, &length).code == ISHI_OK) return refuse(text);
  return refuse(ishi_describe(status));
}
Runtime::Refused Runtime::refuse_asset(ishi_status status) {
  char text[512];
  size_t length = 0;
  if (ishi_world_contract_fault(world_, text, sizeof text, &length).code == ISHI_OK && length > 0)
    return refuse(text);
  return refuse(status);
}
bool Runtime::is_open() {
  if (is_in_frame_) return refuse("a frame is running");
  return ishi_world_valid(world_) != 0 || refuse("the world is not open");
}
bool Runtime::is_good(ishi_status status) { return status.code == ISHI_OK || refuse(status); }

// --- assets

std::string Runtime::load(std::span<const std::byte> blob, ishi_asset& asset) {
  const std::byte none{};
  const ishi_status status =
      ishi_asset_load(blob.empty() ? &none : blob.data(), blob.size(), nullptr, &asset);
  if (status.code == ISHI_OK) return {};
  return "the blob of " + std::to_string(blob.size()) + " bytes is refused: " + ishi_describe(status);
}

std::string Runtime::describe(std::span<const std::byte> blob) {
  ishi_asset asset{};
  if (std::string fault = load(blob, asset); !fault.empty()) return refuse(std::move(fault)), std::string();
  std::string result = godot::describe(asset);
  ishi_asset_destroy(asset);
  return result;
}

bool Runtime::open(const Value& given) {
  if (ishi_world_valid(world_)) return refuse("the world is open already");
  ishi_world_options options;
  options.size = sizeof options;
  ishi_world_options_defaults(&options);
  Options from(given);
  from.count("entities", options.entities);
  from.count("teams", options.teams);
  from.id("seed", options.seed);
  uint32_t threads = 1, threads_from = kThreadsFrom;
  from.count("threads", threads);
  from.count("threads_from", threads_from);
  if (!from.fault.empty()) return refuse(from.fault);
  if (!is_good(ishi_world_create(&options, &world_))) return false;
  pool_.open(threads, threads_from);
  return true;
}

void Runtime::close() {
  if (ishi_world_valid(world_) == 0 || is_in_frame_) return;
  live_.close();
  pool_.close();
  ishi_world_destroy(world_);
  for (const ishi_asset asset : assets_) ishi_asset_destroy(asset);
  for (const ishi_asset asset : retired_) ishi_asset_destroy(asset);
  world_ = {};
  assets_.clear();
  retired_.clear();
  populations_.clear();
  spawned_.clear();
  numbers_.clear();
  tokens_.clear();
  token_names_.clear();
  questions_.clear();
  layouts_.clear();
}

int64_t Runtime::add_asset(std::span<const std::byte> blob) {
  if (!is_open()) return 0;
  ishi_asset asset{};
  if (std::string fault = load(blob, asset); !fault.empty()) return refuse(std::move(fault));
  assets_.push_back(asset);
  learn_layouts(asset, layouts_);
  return static_cast<int64_t>(assets_.size());
}

std::string Runtime::names_text(uint32_t kind) const {
  std::vector<std::string> names;
  for (const ishi_asset asset : assets_)
    for (std::string& name : names_of(asset, kind))
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(names.size(), 20); ++i)
    text += (i == 0 ? (names.size() == 1 ? ": there is " : ": there are ") : ", ") + quoted(names[i]);
  return text;
}

bool Runtime::is_known(uint32_t kind, const char* section, const std::string& name, const char* word) {
  for (const ishi_asset asset : assets_) {
    uint32_t index = 0;
    if (ishi_asset_find(asset, kind, ishi_id_of(section, name.c_str()), &index).code == ISHI_OK) return true;
  }
  return refuse(std::string("there is no ") + word + " " + quoted(name) + names_text(kind));
}

int64_t Runtime::add_population(int64_t asset, const std::string& agent, int64_t capacity) {
  if (!is_open()) return 0;
  if (asset < 1 || asset > static_cast<int64_t>(assets_.size()))
    return refuse("there is no asset " + std::to_string(asset));
  if (!fits_count(capacity))
    return refuse("a capacity of " + std::to_string(capacity) + " agents is out of its range");
  ishi_population_options options;
  options.size = sizeof options;
  ishi_population_options_defaults(&options);
  options.capacity = static_cast<uint32_t>(capacity);
  const ishi_asset of = assets_[static_cast<size_t>(asset - 1)];
  ishi_population population{};
  const ishi_status status =
      ishi_world_add_population(world_, of, ishi_id_of("agents", agent.c_str()), &options, &population);
  if (status.code == ISHI_UNKNOWN_ID)
    return refuse("there is no agent " + quoted(agent) + names_text(ISHI_AGENTS));
  if (status.code != ISHI_OK) return refuse_asset(status);
  populations_.push_back(population);
  return static_cast<int64_t>(populations_.size());
}

bool Runtime::reload(int64_t asset, std::span<const std::byte> blob) {
  if (!is_open()) return false;
  if (asset < 1 || asset > static_cast<int64_t>(assets_.size()))
    return refuse("there is no asset " + std::to_string(asset));
  ishi_asset next{};
  if (std::string fault = load(blob, next); !fault.empty()) return refuse(std::move(fault));
  ishi_asset& current = assets_[static_cast<size_t>(asset - 1)];
  const ishi_asset_change change{current, next};
  ishi_reload reload{};
  ishi_status status = ishi_world_prepare_reload(world_, &change, 1, &reload);
  if (status.code == ISHI_OK) {
    status = ishi_world_commit_reload(world_, reload);
    ishi_reload_destroy(reload);
  }
  if (status.code != ISHI_OK) {
    ishi_asset_destroy(next);
    return refuse_asset(status);
  }
  replace_asset(current, next);
  return true;
}

void Runtime::replace_asset(ishi_asset& current, ishi_asset next) {
  retired_.push_back(current);
  std::erase_if(retired_, [](ishi_asset one) { return ishi_asset_destroy(one).code == ISHI_OK; });
  current = next;
  learn_layouts(next, layouts_);
}

// --- agents and things

int64_t Runtime::enter(std::optional<uint32_t> population, ishi_entity entity) {
  const int64_t number = next_number_++;
  spawned_.emplace(number, Spawned{population, entity});
  numbers_[packed(id_of(entity))] = number;
  return number;
}

int64_t Runtime::spawn(int64_t population, const Value& given) {
  if (!is_open()) return 0;
  if (population < 1 || population > static_cast<int64_t>(populations_.size()))
    return refuse("there is no population " + std::to_string(population));
  ishi_spawn_options options;
  options.size = sizeof options;
  ishi_spawn_options_defaults(&options);
  Options from(given);
  from.count("team", options.team);
  from.point("position", options.position);
  from.point("facing", options.facing);
  from.id("identity", options.identity);
  const std::string thing = from.text("thing"), profile = from.text("profile");
  if (!from.fault.empty()) return refuse(from.fault);
  if (!thing.empty() && !is_known(ISHI_THINGS, "things", thing, "kind of thing")) return 0;
  if (!profile.empty() && !is_known(ISHI_PROFILES, "importance", profile, "importance profile")) return 0;
  if (!thing.empty()) options.thing = ishi_id_of("things", thing.c_str());
  if (!profile.empty()) options.profile = ishi_id_of("importance", profile.c_str());
  ishi_entity entity{};
  const auto index = static_cast<uint32_t>(population - 1);
  if (!is_good(ishi_population_spawn(populations_[index], &options, &entity))) return 0;
  return enter(index, entity);
}

int64_t Runtime::add_thing(const Value& given) {
  if (!is_open()) return 0;
  ishi_entity_options options;
  options.size = sizeof options;
  ishi_entity_options_defaults(&options);
  Options from(given);
  from.point("position", options.position);
  from.point("facing", options.facing);
  from.id("identity", options.identity);
  const std::string thing = from.text("thing");
  if (!from.fault.empty()) return refuse(from.fault);
  if (!thing.empty() && !is_known(ISHI_THINGS, "things", thing, "kind of thing")) return 0;
  if (!thing.empty()) options.thing = ishi_id_of("things", thing.c_str());
  ishi_entity entity{};
  if (!is_good(ishi_world_spawn(world_, &options, &entity))) return 0;
  return enter(std::nullopt, entity);
}

const Runtime::Spawned* Runtime::find(int64_t number) {
  if (!is_open()) return nullptr;
  const auto found = spawned_.find(number);
  if (found != spawned_.end()) return &found->second;
  const std::string text = std::to_string(number);
  refuse(number > 0 && number < next_number_ ? "number " + text + " has left the world"
                                             : "there is no number " + text + " in the world");
  return nullptr;
}
const Runtime::Spawned* Runtime::find_agent(int64_t number) {
  const Spawned* found = find(number);
  if (found == nullptr || found->population.has_value()) return found;
  refuse("number " + std::to_string(number) + " is a thing, not an agent");
  return nullptr;
}
int64_t Runtime::number_of(ishi_entity_id id) const {
  const auto found = numbers_.find(packed(id));
  return found == numbers_.end() ? 0 : found->second;
}

bool Runtime::remove(int64_t number) {
  const Spawned* found = find(number);
  if (found == nullptr) return false;
  const ishi_entity entity = found->entity;
  if (!is_good(found->population ? ishi_population_despawn(populations_[*found->population], entity)
                                 : ishi_world_despawn(world_, entity)))
    return false;
  spawned_.erase(number);
  numbers_.erase(packed(id_of(entity)));
  return true;
}

bool Runtime::set_team(int64_t number, int64_t team) {
  const Spawned* found = find_agent(number);
  if (found == nullptr) return false;
  if (!fits_count(team)) return refuse("there is no team " + std::to_string(team));
  return is_good(
      ishi_population_set_team(populations_[*found->population], found->entity, static_cast<uint32_t>(team)));
}
bool Runtime::set_profile(int64_t number, const std::string& profile) {
  const Spawned* found = find_agent(number);
  if (found == nullptr) return false;
  if (!profile.empty() && !is_known(ISHI_PROFILES, "importance", profile, "importance profile")) return false;
  const uint64_t id = profile.empty() ? ISHI_NO_PROFILE : ishi_id_of("importance", profile.c_str());
  return is_good(ishi_population_set_profile(populations_[*found->population], found->entity, id));
}

// --- keys

bool Runtime::column_of(int64_t number, const std::string& key, ishi_column& column, uint32_t& row) {
  const Spawned* found = find_agent(number);
  if (found == nullptr) return false;
  const ishi_population population = populations_[*found->population];
  const ishi_status status =
      ishi_population_column(population, ishi_id_of("blackboard", key.c_str()), ISHI_ANY_TYPE, &column);
  if (status.code == ISHI_UNKNOWN_ID) return refuse("there is no key " + quoted(key) + names_text(ISHI_KEYS));
  if (status.code == ISHI_WRONG_SCOPE)
    return refuse("the key " + quoted(key) + " is not an agent's: set_shared_key sets it");
  return is_good(status) && is_good(ishi_population_slot_of(population, found->entity, &row));
}
bool Runtime::shared_column(const std::string& key, int64_t team, ishi_column& column, uint32_t& row) {
  if (!is_open() || !is_known(ISHI_KEYS, "blackboard", key, "key")) return false;
  if (!is_good(ishi_world_column(world_, team < 0 ? ISHI_OF_WORLD : ISHI_OF_TEAM,
                                 ishi_id_of("blackboard", key.c_str()), ISHI_ANY_TYPE, &column)))
    return false;
  if (team >= static_cast<int64_t>(column.count)) return refuse("there is no team " + std::to_string(team));
  row = team < 0 ? 0 : static_cast<uint32_t>(team);
  return true;
}
bool Runtime::field_column(int64_t number, const std::string& thing, const std::string& field,
                           ishi_column& column, uint32_t& row) {
  const Spawned* found = find(number);
  if (found == nullptr) return false;
  row = found->entity.index;
  if (!is_known(ISHI_THINGS, "things", thing, "kind of thing")) return false;
  const ishi_status status = ishi_world_column(
      world_, ISHI_OF_THING, ishi_id_of(("things/" + thing).c_str(), field.c_str()), ISHI_ANY_TYPE, &column);
  if (status.code == ISHI_UNKNOWN_ID) return refuse(quoted(thing) + " has no field " + quoted(field));
  return is_good(status);
}

bool Runtime::entity_of(const Value& value, std::string_view name, ishi_entity& entity) {
  if (!value.is(Type::integer) && !value.is(Type::number))
    return refuse(quoted(name) + " is an entity, not " + a_type(value.type()));
  entity = {};
  if (value.integer() == 0) return true;
  const Spawned* found = find(value.integer());
  if (found != nullptr) entity = found->entity;
  return found != nullptr;
}

bool Runtime::write(const ishi_column& column, uint32_t row, const std::string& name, const Value& value) {
  if (column.type == ISHI_POINT) {
    if (!value.is(Type::vector3)) return refuse(quoted(name) + " is a point, not " + a_type(value.type()));
    const ishi_vector3 point = value.point();
    row_of<float>(column.data, column, row) = point.x;
    row_of<float>(column.y, column, row) = point.y;
    row_of<float>(column.z, column, row) = point.z;
    return true;
  }
  if (column.type == ISHI_ENTITY) {
    ishi_entity entity;
    if (!entity_of(value, name, entity)) return false;
    row_of<ishi_entity_id>(column.data, column, row) = id_of(entity);
    return true;
  }
  if (!value.is_number()) return refuse(quoted(name) + " is a number, not " + a_type(value.type()));
  if (column.type == ISHI_FLOAT)
    row_of<float>(column.data, column, row) = float_of(value);
  else if (column.type == ISHI_INT32)
    row_of<int32_t>(column.data, column, row) = integer_of(value);
  else
    row_of<uint8_t>(column.data, column, row) = byte_of(value);
  return true;
}

Value Runtime::read(const ishi_column& column, uint32_t row) const {
  switch (column.type) {
    case ISHI_POINT:
      return point_value({row_of<float>(column.data, column, row), row_of<float>(column.y, column, row),
                          row_of<float>(column.z, column, row)});
    case ISHI_ENTITY: {
      const std::pair<std::string_view, Value> entry{
          "entity", Value(number_of(row_of<ishi_entity_id>(column.data, column, row)))};
      return Value::dictionary({&entry, 1});
    }
    case ISHI_FLOAT: return number_value(row_of<float>(column.data, column, row));
    case ISHI_INT32: return Value(static_cast<int64_t>(row_of<int32_t>(column.data, column, row)));
    default: return Value(static_cast<int64_t>(row_of<uint8_t>(column.data, column, row)));
  }
}

bool Runtime::set_key(int64_t number, const std::string& key, const Value& value) {
  ishi_column column{};
  uint32_t row = 0;
  return column_of(number, key, column, row) && write(column, row, key, value);
}
Value Runtime::get_key(int64_t number, const std::string& key) {
  ishi_column column{};
  uint32_t row = 0;
  return column_of(number, key, column, row) ? read(column, row) : Value();
}
bool Runtime::set_shared(const std::string& key, int64_t team, const Value& value) {
  ishi_column column{};
  uint32_t row = 0;
  return shared_column(key, team, column, row) && write(column, row, key, value);
}
Value Runtime::get_shared(const std::string& key, int64_t team) {
  ishi_column column{};
  uint32_t row = 0;
  return shared_column(key, team, column, row) ? read(column, row) : Value();
}
bool Runtime::set_field(int64_t number, const std::string& thing, const std::string& field,
                        const Value& value) {
  ishi_column column{};
  uint32_t row = 0;
  return field_column(number, thing, field, column, row) && write(column, row, field, value);
}
Value Runtime::get_field(int64_t number, const std::string& thing, const std::string& field) {
  ishi_column column{};
  uint32_t row = 0;
  return field_column(number, thing, field, column, row) ? read(column, row) : Value();
}

// --- viewers

std::string Runtime::start_live(const std::string& name, bool may_hold, bool may_change) {
  if (!is_open()) return {};
  if (live_.has_host()) return refuse("viewers can look into the world already"), std::string();
  std::string path;
  const bool is_there = is_good(live_.open_host(world_, name, may_hold, may_change, assets_, path));
  return is_there ? path : std::string();
}

void Runtime::stop_live() {
  if (is_open()) live_.close_host();
}

bool Runtime::keep_recording(double seconds) {
  if (!is_open()) return false;
  if (live_.has_host()) return refuse("what is recorded cannot change while viewers can look into the world");
  const ishi_status status = live_.keep(world_, static_cast<float>(seconds));
  if (status.code == ISHI_BAD_RECORDER_OPTIONS)
    return refuse("a recording of " + std::to_string(seconds) + " seconds is out of its range");
  return is_good(status);
}

bool Runtime::write_recording(const std::string& path) {
  if (!is_open()) return false;
  if (!live_.keeps()) return refuse("nothing is recorded that could be written");
  return is_good(live_.write(path));
}

bool Runtime::let_viewers() {
  std::vector<ishi_asset_change> changes;
  const ishi_status status = live_.between_frames(world_, changes);
  for (const ishi_asset_change& change : changes)
    for (ishi_asset& asset : assets_)
      if (asset.index == change.from.index && asset.generation == change.from.generation)
        replace_asset(asset, change.to);
  return is_good(status);
}

// --- events, memories, candidates, the grid

bool Runtime::post_event(const std::string& event, int64_t target, int64_t team, const Value& fields) {
  if (!is_open() || !is_known(ISHI_EVENTS, "events", event, "event")) return false;
  const uint64_t id = ishi_id_of("events", event.c_str());
  ishi_event_options options;
  options.size = sizeof options;
  ishi_event_options_defaults(&options);
  options.event = id;
  options.target = target != 0 ? ISHI_TO_AGENT : team >= 0 ? ISHI_TO_TEAM : ISHI_TO_EVERYONE;
  if (target != 0) {
    const Spawned* found = find_agent(target);
    if (found == nullptr) return false;
    options.agent = found->entity;
  } else if (team >= 0) {
    if (!fits_count(team)) return refuse("there is no team " + std::to_string(team));
    options.team = static_cast<uint32_t>(team);
  }
  std::vector<std::byte> bytes;
  if (!fill(layouts_[id], event, fields, bytes)) return false;
  options.record = bytes.empty() ? nullptr : bytes.data();
  options.record_bytes = static_cast<uint32_t>(bytes.size());
  return is_good(ishi_world_post(world_, &options));
}

bool Runtime::make_sound(const std::string& sound, int64_t maker, ishi_vector3 position, bool elsewhere) {
  if (!is_open() || !is_known(ISHI_SOUNDS, "sounds", sound, "sound")) return false;
  ishi_sound_options options;
  options.size = sizeof options;
  ishi_sound_options_defaults(&options);
  options.sound = ishi_id_of("sounds", sound.c_str());
  if (elsewhere && !is_finite(position)) return refuse("`position` is no place");
  options.elsewhere = elsewhere ? 1 : 0;
  options.position = position;
  const Spawned* found = find(maker);
  if (found == nullptr) return false;
  options.maker = found->entity;
  return is_good(ishi_world_make_sound(world_, &options));
}

bool Runtime::remember(int64_t number, const std::string& memory, int64_t other) {
  const Spawned* agent = find_agent(number);
  const Spawned* entity = agent == nullptr ? nullptr : find(other);
  return entity != nullptr && is_known(ISHI_SETS, "memory", memory, "memory") &&
         is_good(ishi_population_remember(populations_[*agent->population], agent->entity,
                                          ishi_id_of("memory", memory.c_str()), entity->entity));
}
bool Runtime::forget(int64_t number, const std::string& memory, int64_t other) {
  const Spawned* agent = find_agent(number);
  const Spawned* entity = agent == nullptr ? nullptr : find(other);
  return entity != nullptr && is_known(ISHI_SETS, "memory", memory, "memory") &&
         is_good(ishi_population_forget(populations_[*agent->population], agent->entity,
                                        ishi_id_of("memory", memory.c_str()), entity->entity));
}

bool Runtime::set_candidates(const std::string& set, int64_t owner, int64_t team,
                             const std::vector<int64_t>& members) {
  if (!is_open() || !is_known(ISHI_SETS, "candidates", set, "set of candidates")) return false;
  std::vector<ishi_entity> entities;
  for (const int64_t member : members) {
    const Spawned* found = find(member);
    if (found == nullptr) return false;
    entities.push_back(found->entity);
  }
  const uint64_t id = ishi_id_of("candidates", set.c_str());
  ishi_candidates candidates{};
  if (owner != 0) {
    const Spawned* agent = find_agent(owner);
    if (agent == nullptr || !is_good(ishi_population_candidates(populations_[*agent->population],
                                                                agent->entity, id, &candidates)))
      return false;
  } else {
    if (team > std::numeric_limits<uint32_t>::max())
      return refuse("there is no team " + std::to_string(team));
    if (!is_good(ishi_world_candidates(world_, id, static_cast<uint32_t>(std::max<int64_t>(team, 0)),
                                       &candidates)))
      return false;
  }
  const ishi_entity nobody{};
  return is_good(ishi_candidates_set(&candidates, entities.empty() ? &nobody : entities.data(),
                                     static_cast<uint32_t>(entities.size())));
}

Value Runtime::why(int64_t number) {
  const Spawned* found = find_agent(number);
  if (found == nullptr) return Value::list({});
  const ishi_population population = populations_[*found->population];
  uint32_t values = 0, count = 0;
  if (!is_good(ishi_population_value_count(population, &values))) return Value::list({});
  std::vector<float> room(std::max<uint32_t>(values, 1));
  ishi_option_score none{};
  if (!is_good(ishi_population_explain(population, found->entity, room.data(), values, &none, 0, &count)))
    return Value::list({});
  std::vector<ishi_option_score> scores(std::max<uint32_t>(count, 1));
  if (!is_good(ishi_population_explain(population, found->entity, room.data(), values, scores.data(), count,
                                       &count)))
    return Value::list({});
  scores.resize(count);
  std::stable_sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.score > b.score;
  });
  std::vector<Value> options;
  for (const ishi_option_score& score : scores) {
    char name[128];
    size_t length = 0;
    if (ishi_population_option_name(population, score.id, name, sizeof name, &length).code != ISHI_OK)
      length = 0;
    const std::pair<std::string_view, Value> entries[] = {
        {"action", Value(std::string_view(name, length))},       {"score", number_value(score.score)},
        {"rank", Value(static_cast<int64_t>(score.rank))},       {"is_running", Value(score.running != 0)},
        {"candidate", Value(number_of(id_of(score.candidate)))},
    };
    options.push_back(Value::dictionary(entries));
  }
  return Value::list(options);
}

std::string Runtime::state_hash() {
  uint64_t hash = 0;
  if (!is_open() || !is_good(ishi_world_state_hash(world_, &hash))) return {};
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = 16; i-- > 0; hash >>= 4U) text[i] = kDigits[hash & 15U];
  return text;
}

bool Runtime::create_grid(int64_t columns, int64_t rows, double cell, ishi_vector3 origin) {
  if (!is_open()) return false;
  if (!fits_count(columns) || !fits_count(rows))
    return refuse("a grid of " + std::to_string(columns) + " by " + std::to_string(rows) +
                  " cells is out of its range");
  ishi_grid_options options;
  options.size = sizeof options;
  ishi_grid_options_defaults(&options);
  options.columns = static_cast<uint32_t>(columns);
  options.rows = static_cast<uint32_t>(rows);
  options.cell = static_cast<float>(cell);
  options.origin = origin;
  return is_good(ishi_world_create_grid(world_, &options));
}

bool Runtime::set_cells(std::span<const std::byte> terrains) {
  if (!is_open()) return false;
  ishi_cells cells{};
  if (!is_good(ishi_world_cells(world_, &cells))) return false;
  if (cells.columns == 0) return refuse("there is no grid");
  const size_t count = static_cast<size_t>(cells.columns) * cells.rows;
  if (terrains.size() != count)
    return refuse("the grid has " + std::to_string(count) + " cells, and " + std::to_string(terrains.size()) +
                  " were given");
  for (uint32_t row = 0; row < cells.rows; ++row)
    std::memcpy(cells.data + static_cast<size_t>(row) * cells.stride,
                terrains.data() + static_cast<size_t>(row) * cells.columns, cells.columns);
  return is_good(ishi_world_cells_changed(world_));
}

}  // namespace ishi::godot
