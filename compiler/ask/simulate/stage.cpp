#include "simulate/stage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "ishi/id.h"
#include "simulate/walls.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kNodeEvents = 4096;  // of a round, for each agent of a population up to kMostRoom
constexpr uint32_t kNotices = 4096;     // of a frame, the same
constexpr uint32_t kMostRoom = 16;

}  // namespace

Stage::Stage(const Asset& asset, const Model& model, const Situation& situation, World& world,
             std::vector<Entity> entities, uint32_t population, Entity agent)
    : asset_(asset),
      model_(model),
      situation_(situation),
      world_(world),
      entities_(std::move(entities)),
      taken_(situation.taken) {
  for (uint32_t i = 0; i < world.population_count(); ++i) populations_.push_back(world.population(i));
  StageAgent& one = agents_.emplace_back();
  one.stage_ = this;
  one.population_ = population;
  one.self_ = agent;
  one.agent_ = asset.find(one.population().agent_id());
  const uint16_t option = one.population().option(agent);
  one.running_ = option == kNoOption ? kNone : option;
  static_cast<void>(one.population().slot_of(agent, one.slot_));  // it lives
}

Status Stage::open(uint64_t seed, bool has_paths) {
  const Status status = make_world(seed, has_paths);
  return status ? populate() : status;
}

Status Stage::make_world(uint64_t seed, bool has_paths) {
  WorldOptions options;
  options.seed = seed;
  // Where there are no paths, the next situation of this stage may have some more.
  constexpr uint32_t kSpare = 16;
  options.entities =
      static_cast<uint32_t>(situation_.entities.size()) + situation_.agent_count() + (has_paths ? 0 : kSpare);
  teams_ = std::max<uint32_t>(1, static_cast<uint32_t>(model_.teams.size()));
  options.teams = teams_;
  options.up = asset_.up();
  options.event_bytes += event_bytes();
  Status status = World::create(options, world_);
  if (status) status = add_populations();
  for (const SituationDoor& door : situation_.doors) open_doors_.push_back(door.is_open);
  find_walls();
  return status && has_paths ? make_grid() : status;
}

Status Stage::populate() {
  Status status;
  entities_.assign(situation_.entities.size(), kNobody);
  taken_ = {};
  for (StageAgent& agent : agents_) agent.running_ = kNone;
  for (uint32_t i = 0; i < entities_.size(); ++i) {
    if (status && situation_.entities[i].comes_at == -kForever) status = spawn(i);
  }
  for (uint32_t i = 0; i < situation_.agent_count() && status; ++i) status = spawn_agent(i);
  for (const StageAgent& agent : agents_) {
    for (const SituationValue& field : agent.situation().self.fields) {
      if (status) status = set_field(agent.situation().self, field, agent.self_.index);
    }
  }
  for (uint32_t i = 0; i < entities_.size(); ++i) {
    if (status && situation_.entities[i].comes_at == -kForever) status = set_fields(i);
  }
  for (const StageAgent& agent : agents_) {
    if (status) status = set_agent(agent);
  }
  if (status) status = set_taken(situation_.taken);
  hidden_ = situation_.hidden;
  for (const SituationSound& sound : situation_.sounds) {
    if (status) status = make_sound(sound);
  }
  for (StageAgent& agent : agents_) {
    if (status) status = set_state(agent);
    if (status && agent.situation().running != kNone) status = set_running(agent);
  }
  return status;
}

// Says which population each agent is in, and counts the agents of each.
void Stage::list_agents(std::vector<uint32_t>& counts) {
  for (uint32_t i = 0; i < situation_.agent_count(); ++i) {
    const uint32_t kind = situation_.agent_at(i).agent;
    const auto known = std::ranges::find(kinds_, kind);
    StageAgent& agent = agents_.emplace_back();
    agent.stage_ = this;
    agent.index_ = i;
    agent.population_ = static_cast<uint32_t>(known - kinds_.begin());
    agent.slot_ = known == kinds_.end() ? 0 : counts[agent.population_];
    if (known == kinds_.end()) {
      kinds_.push_back(kind);
      counts.push_back(0);
    }
    ++counts[agent.population_];
    agent.agent_ = asset_.find(Kind::agents, model_.imported.id("agents", model_.agents[kind].name.text));
  }
  populations_.resize(kinds_.size());
}

Status Stage::add_populations() {
  Status status;
  std::vector<uint32_t> counts;
  list_agents(counts);
  for (size_t i = 0; i < kinds_.size() && status; ++i) {
    const uint64_t id = model_.imported.id("agents", model_.agents[kinds_[i]].name.text);
    if (asset_.find(Kind::agents, id) == kNotFound) return {StatusCode::unknown_id, id};
    const uint32_t room = std::min(counts[i], kMostRoom);
    status = world_.add_population(
        asset_, AgentId(id),
        {.capacity = counts[i], .node_events = kNodeEvents * room, .notices = kNotices * room},
        populations_[i]);
  }
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
  for (uint32_t i = 0; i < situation_.agent_count(); ++i) {
    const SituationAgent& agent = situation_.agent_at(i);
    hold(agent.self.position);
    if (agent.reaches) hold(*agent.reaches);
    for (const SituationValue& key : agent.keys) {
      if (model_.blackboard[key.index].value.resolved.kind == ValueKind::point) hold(key.value);
    }
  }
  for (const SituationEntity& entity : situation_.entities) hold(entity.position);
  for (const SituationWall& wall : situation_.walls) {
    hold(wall.from);
    hold(wall.to);
  }
  for (const SituationDoor& door : situation_.doors) {
    hold(door.wall.from);
    hold(door.wall.to);
  }
  half = std::ceil(std::min(half, kFar));
  const auto size = static_cast<uint32_t>(2 * half) + 1;
  const float corner = -half - 0.5F;
  Status status =
      world_.create_grid({.columns = size,
                          .rows = size,
                          .origin = up() == Up::y ? Vector3{corner, 0, corner} : Vector3{corner, corner, 0},
                          .searches = 1});
  return status ? fill_cells(wall_cells_, true) : status;
}

Status Stage::fill_cells(std::span<const WallCell> cells, bool is_filled) {
  Status status;
  for (const auto& [right, ahead] : cells) {
    const auto x = static_cast<float>(right), y = static_cast<float>(ahead);
    uint32_t column = 0, row = 0;
    if (status && world_.cell_of(up() == Up::y ? Vector3{x, 0, y} : Vector3{x, y, 0}, column, row))
      status = world_.set_cell(column, row, is_filled ? ishi::kImpassableCell : uint8_t{0});
  }
  return status;
}

void Stage::find_walls() {
  walls_ = situation_.walls;
  for (size_t i = 0; i < open_doors_.size(); ++i) {
    if (!open_doors_[i]) walls_.push_back(situation_.doors[i].wall);
  }
  wall_cells_ = compiler::wall_cells(walls_, up());
}

Status Stage::set_door(uint32_t door, bool is_open) {
  if (open_doors_[door] == is_open) return {};
  open_doors_[door] = is_open;
  find_walls();
  if (!has_grid()) return {};
  // Other walls may fill the same cells.
  const Status status = fill_cells(situation_.doors[door].cells, false);
  return status ? fill_cells(wall_cells_, true) : status;
}

uint32_t Stage::entity_index(EntityId id) const {
  const auto agent =
      std::ranges::find(agents_, id, [](const StageAgent& one) { return EntityId(one.self_); });
  if (agent != agents_.end()) return entity_of_agent(agent->index_);
  const auto found = std::ranges::find(entities_, id);
  return found == entities_.end() ? kNone : static_cast<uint32_t>(found - entities_.begin());
}

Entity Stage::handle(uint32_t entity) const {
  return is_agent(entity) ? agents_[agent_of_entity(entity)].self_ : entities_[entity];
}

Status Stage::spawn(uint32_t index) {
  const SituationEntity& entity = situation_.entities[index];
  EntityOptions options;
  options.position = to_vector(entity.position);
  options.facing = to_vector(entity.facing);
  if (entity.thing != kNone) options.thing = ThingId::of(model_.things[entity.thing].name.text);
  return world_.spawn_entity(options, entities_[index]);
}

Status Stage::set_fields(uint32_t index) {
  const SituationEntity& entity = situation_.entities[index];
  Status status;
  for (const SituationValue& field : entity.fields) {
    if (status) status = set_field(entity, field, entities_[index].index);
  }
  return status;
}

Status Stage::spawn_agent(uint32_t index) {
  StageAgent& agent = agents_[index];
  const SituationAgent& situation = agent.situation();
  SpawnOptions options;
  const SituationEntity& self = situation.self;
  if (self.thing != kNone) options.thing = ThingId::of(model_.things[self.thing].name.text);
  options.position = to_vector(self.position);
  options.facing = to_vector(self.facing);
  options.team = TeamId(situation.team);
  if (situation.profile != kNone) {
    options.profile =
        ProfileId(model_.imported.id("importance", model_.importance[situation.profile].name.text));
  }
  const Status status = agent.population().spawn(options, agent.self_);
  return status ? agent.population().slot_of(agent.self_, agent.slot_) : status;
}

// The values that the situation gives to an agent.
Status Stage::set_agent(const StageAgent& agent) {
  const SituationAgent& situation = agent.situation();
  Status status;
  for (const SituationValue& key : situation.keys) {
    if (status) status = set_key(key);
  }
  for (const SituationValue& level : situation.levels) {
    if (status) status = set_level(level);
  }
  for (const SituationMoment& moment : situation.moments) {
    if (status) status = set_moment(moment, situation_.time_microseconds);
  }
  for (const SituationFact& fact : situation.facts) {
    if (status) status = set_fact(agent, fact, static_cast<int64_t>(situation_.time_microseconds));
  }
  for (const SituationCandidate& candidate : situation.candidates) {
    if (status) status = set_candidate(agent, candidate, false);
  }
  return status;
}

Entity Stage::entity(const SituationValue& value) const {
  return value.entity == kNone ? kNobody : handle(value.entity);
}

// Writes into row `row` of the column that `open` gives for a type of element.
template <class Open>
Status Stage::write(const Type& type, const SituationValue& value, uint32_t row, Open open) {
  return with_value_type(type.kind, [&]<class T>(T) {
    ColumnOf<T> column;
    const Status status = open(column);
    if (status) set_value_in(column, row, to_runtime<T>(value));
    return status;
  });
}

Status Stage::set_field(const SituationEntity& owner, const SituationValue& field, uint32_t row) {
  const auto& thing = model_.things[owner.thing];
  const auto& [name, variable] = thing.value.fields[field.index];
  const uint64_t id = id_of("things/" + std::string(thing.name.text), name.text);
  return write(variable.resolved, field, row, [&](auto& column) { return world_.field(id, column); });
}

SituationValue Stage::field_of(Entity entity, uint32_t thing, uint32_t field) const {
  const auto& [name, variable] = model_.things[thing].value.fields[field];
  const uint64_t id = id_of("things/" + std::string(model_.things[thing].name.text), name.text);
  return with_value_type(variable.resolved.kind, [&]<class T>(T) {
    ColumnOf<T> column;  // never refused for a field of the asset
    return from_runtime(field, world_.field(id, column) ? value_in(column, entity.index) : T());
  });
}

Status Stage::set_key(const SituationValue& key) {
  const auto& [name, variable] = model_.blackboard[key.index];
  const uint64_t id = id_of("blackboard", name.text);
  switch (variable.scope.value) {
    case Scope::world:
      return write(variable.resolved, key, 0, [&](auto& column) { return world_.world_key(id, column); });
    case Scope::team: {
      Status status;
      for (uint32_t team = 0; team < teams_ && status; ++team) {
        if (key.owner != kNone && key.owner != team) continue;
        status =
            write(variable.resolved, key, team, [&](auto& column) { return world_.team_key(id, column); });
      }
      return status;
    }
    case Scope::agent: break;
  }
  const StageAgent& owner = agents_[key.owner];
  return write(variable.resolved, key, owner.slot_,
               [&](auto& column) { return owner.population().column(id, column); });
}

Status Stage::set_level(const SituationValue& level) {
  const StageAgent& agent = agents_[level.owner];
  Column<float> column;
  const Status status = agent.population().levels(AssetParts(asset_).motive(level.index).id, column);
  if (status) column[agent.slot_] = level.value[0];
  return status;
}

Status Stage::set_moment(const SituationMoment& moment, uint64_t now) {
  const StageAgent& agent = agents_[moment.owner];
  const AssetParts parts(asset_);
  const IndexRange moments = parts.agent(agent.agent_).moments;
  const bool is_event = moment.event != kNone;
  const uint32_t subject =
      is_event ? asset_.find(EventId::of(model_.events[moment.event].name.text)) : moment.option;
  const auto ago = static_cast<int64_t>(std::llround(moment.seconds * 1e6));
  for (uint32_t i = 0; i < moments.count; ++i) {
    const MomentInfo info = parts.moment(moments.first + i);
    if (info.subject != subject || (info.kind == MomentKind::event) != is_event) continue;
    if (const Status status =
            Tools(agent.population()).set_moment(agent.self_, i, static_cast<int64_t>(now) - ago);
        !status)
      return status;
  }
  return is_event ? Status() : set_cooldown(agent, moment.option, now, ago);
}

// An option that completed a while ago cools down for the rest of its time.
Status Stage::set_cooldown(const StageAgent& agent, uint32_t option, uint64_t now, int64_t ago) {
  const AssetParts parts(asset_);
  const OptionInfo info = parts.option(parts.agent(agent.agent_).options.first + option);
  if (info.cooldown_seconds <= 0 && info.cooldown_after_failure_seconds <= 0) return {};
  const auto left = std::llround(double{info.cooldown_seconds} * 1e6) - ago;
  return Tools(agent.population())
      .set_cooldown(agent.self_, static_cast<uint16_t>(option),
                    left > 0 ? now + static_cast<uint64_t>(left) : 0);
}

// Nothing is done for a state that the agent is in already; one thought alone enters none.
Status Stage::set_state(const StageAgent& agent) {
  const uint32_t state = agent.situation().state;
  const bool is_entered = state == kNone && situation_.course.seconds > 0;
  if (is_entered || AssetParts(asset_).agent(agent.agent_).states.count == 0) return {};
  return Tools(agent.population()).set_state(agent.self_, state == kNone ? 0 : state);
}

Status Stage::set_running(StageAgent& agent) {
  const uint64_t id = model_.imported.id("actions", model_.actions[agent.situation().running].name.text);
  const IndexRange options = AssetParts(asset_).agent(agent.agent_).options;
  for (uint32_t i = 0; i < options.count; ++i) {
    if (AssetParts(asset_).option(options.first + i).id == id) agent.running_ = i;
  }
  const RunsFor& runs_for = agent.situation().running_for;
  Entity whom = runs_for.entity == kNone ? kNobody : handle(runs_for.entity);
  if (runs_for.member != kNone) {
    const std::vector<Entity> members =
        agent.members(AssetParts(asset_).option(options.first + agent.running_).set);
    if (runs_for.member < members.size()) whom = members[runs_for.member];
  }
  return Tools(agent.population()).set_option(agent.self_, static_cast<uint16_t>(agent.running_), whom);
}

bool Stage::is_taken(EntityId id) const {
  const uint32_t entity = entity_index(id);
  return entity != kNone && std::ranges::find(taken_.entities, entity) != taken_.entities.end();
}

Status Stage::go_back(std::span<const std::byte> snapshot, const std::vector<uint32_t>& hidden,
                      const SituationTaken& taken, const std::vector<bool>& open_doors) {
  hidden_ = hidden;
  taken_ = taken;
  open_doors_ = open_doors;
  find_walls();
  return world_.restore_snapshot(snapshot);
}

Status Stage::set_taken(const SituationTaken& taken) {
  Status status = keep(taken_, false);
  taken_ = taken;
  return status ? keep(taken_, true) : status;
}

// The game itself holds what others would, or gives it back.
Status Stage::keep(const SituationTaken& taken, bool keeps) {
  Status status;
  for (const uint32_t token : taken.tokens) {
    const auto& [name, value] = model_.tokens[token];
    const auto count = keeps ? static_cast<uint32_t>(value.count.value) : 0;
    const uint32_t teams = value.scope.value == Sharing::team ? teams_ : 1;
    for (uint32_t team = 0; team < teams && status; ++team)
      status = world_.keep_tokens(TokenId::of(name.text), TeamId(team), count);
  }
  for (const uint32_t entity : taken.entities) {
    if (status && world_.is_alive(handle(entity))) status = world_.keep_entity(handle(entity), keeps);
  }
  return status;
}

}  // namespace ishi::compiler
