#include "compare/decision_sampler.h"

#include <algorithm>

#include "ishi/id.h"
#include "ishi/tools.h"
#include "simulate/situation_values.h"
#include "simulate/value_type.h"

namespace ishi::compiler {

template <class Open>
DecisionSampler::AnyColumn DecisionSampler::open_column(ValueKind kind, const Open& open) {
  return with_value_type(kind, [&]<class T>(T) {
    ColumnOf<T> column;
    return open(column) ? AnyColumn(column) : AnyColumn();
  });
}

Status DecisionSampler::open() {
  const auto& [model, asset, agent] = space_.side(side_);
  constexpr uint32_t kCount = SituationSpace::kRound;
  const uint64_t id = model->imported.id("agents", model->agents[agent].name.text);
  WorldOptions options;
  const std::vector<SampledEntity> entities = space_.entities(0);
  options.entities = kCount + static_cast<uint32_t>(entities.size());
  options.teams = kCount;
  shared_teams_ = count_shared_teams();
  options.up = asset->up();
  Status status = World::create(options, world_);
  if (status) status = world_.add_population(*asset, AgentId(id), {.capacity = kCount}, population_);
  if (status) status = Scratch::create(world_, scratch_);
  for (const SampledEntity& entity : entities) {
    const uint32_t thing = space_.things()[entity.kind].thing[side_];
    EntityOptions one;
    if (thing != kNone) one.thing = ThingId::of(model->things[thing].name.text);
    if (status) status = world_.spawn_entity(one, entities_.emplace_back());
  }
  for (const Dimension& key : space_.keys()) {
    const uint32_t index = key.index[side_];
    const Scope scope = index == kNone ? Scope::agent : model->blackboard[index].value.scope.value;
    is_team_key_.push_back(scope == Scope::team);
    is_world_key_.push_back(scope == Scope::world);
    const std::string_view own = index == kNone ? key.name : model->blackboard[index].name.text;
    keys_.push_back(index == kNone ? AnyColumn()
                                   : open_column(key.variable->resolved.kind, [&](auto& column) {
                                       const uint64_t name = id_of("blackboard", own);
                                       return scope == Scope::agent  ? population_.column(name, column)
                                              : scope == Scope::team ? world_.team_key(name, column)
                                                                     : world_.world_key(name, column);
                                     }));
  }
  for (const Dimension& level : space_.levels()) {
    Column<float> column;
    if (level.index[side_] != kNone)
      (void)population_.levels(AssetParts(*asset).motive(level.index[side_]).id,
                               column);  // else it has none to write
    levels_.push_back(column);
  }
  for (const ThingDimension& thing : space_.things()) {
    auto& columns = fields_.emplace_back();
    for (const Dimension& field : thing.fields) {
      const auto& owner = model->things[thing.thing[side_]].name.text;
      columns.push_back(field.index[side_] == kNone
                            ? AnyColumn()
                            : open_column(field.variable->resolved.kind, [&](auto& column) {
                                return world_.field(id_of("things/" + std::string(owner), field.name),
                                                    column);
                              }));
    }
  }
  return status;
}

void DecisionSampler::write(const AnyColumn& column, uint32_t row, const SampledValue& value) const {
  std::visit(
      [&]<class C>(const C& to) {
        if constexpr (!std::is_same_v<C, std::monostate>) {
          if (to.empty()) return;
          using T = std::remove_cvref_t<decltype(value_in(to, row))>;
          set_value_in(to, row, runtime_value<T>(value.value, handle(value.entity)));
        }
      },
      column);
}

Status DecisionSampler::place(const std::vector<SampledEntity>& entities) {
  Status status;
  for (size_t i = 0; i < entities.size(); ++i) {
    if (status) status = world_.set_position(entities_[i], to_vector(entities[i].position));
    if (status) status = world_.set_facing(entities_[i], to_vector(entities[i].facing));
    const auto& fields = space_.things()[entities[i].kind].fields;
    for (size_t f = 0; f < fields.size(); ++f) {
      SampledValue value = entities[i].fields[f];
      if (!space_.translate(fields[f], side_, value) && fields[f].index[side_] != kNone)
        std::ranges::copy(fields[f].variable->fallback, value.value.begin());
      write(fields_[entities[i].kind][f], entities_[i].index, value);
    }
  }
  return status;
}

Status DecisionSampler::fill(const SetDimension& set, const std::vector<SampledMember>& members,
                             uint32_t slot) {
  const Model& model = *space_.side(side_).model;
  const uint32_t index = set.index[side_];
  const std::string_view own =
      set.is_memory ? model.memory[index].name.text : model.candidates[index].name.text;
  const uint64_t id = set.is_memory ? model.imported.id("memory", own) : SetId::of(own).value;
  Status status;
  for (uint32_t i = 0; i < members.size() && status; ++i) {
    Entity member = handle(members[i].entity);
    status = set.is_memory ? population_.remember(population_.agent_of(slot), MemoryId(id), member)
                           : population_.candidates(population_.agent_of(slot), SetId(id)).add(member);
    for (size_t f = 0; f < set.fields.size() && status; ++f) {
      SampledValue value = members[i].fields[f];
      if (!space_.translate(set.fields[f], side_, value)) continue;
      const std::string_view name = set.fields[f].name;
      const uint64_t field = set.is_memory ? model.imported.id_of_part("memory", own, name)
                                           : id_of("candidates/" + std::string(own), name);
      status = with_value_type(set.fields[f].variable->resolved.kind, [&]<class T>(T) {
        const auto one = runtime_value<T>(value.value, handle(value.entity));
        const Entity agent = population_.agent_of(slot);
        return set.is_memory ? population_.set_fact_field(agent, MemoryId(id), i, field, one)
                             : population_.candidates(agent, SetId(id)).set_field(member, field, one);
      });
    }
    if (status && members[i].awareness.is_given && set.awareness.index[side_] != kNone)
      status = Tools(population_)
                   .set_awareness(population_.agent_of(slot), MemoryId(id), i, members[i].awareness.value[0]);
  }
  return status;
}

Entity DecisionSampler::member_of(const Sample& sample, const SampledRun& run, uint32_t slot) {
  const SetDimension& set = space_.sets()[run.set];
  if (set.has_entities) return handle(sample.sets[run.set][run.member].entity);
  const auto& candidates = space_.side(side_).model->candidates[set.index[side_]];
  std::vector<Entity> members(static_cast<size_t>(candidates.value.capacity.value));
  uint32_t count = 0;
  const Status status = population_.candidates(population_.agent_of(slot), SetId::of(candidates.name.text))
                            .list(members, count);
  return status && run.member < count ? members[run.member] : kNobody;
}

// Agents share the teams that have names, which behaviours may ask for, unless a team has a key: then each
// sample has a team for itself.
uint32_t DecisionSampler::count_shared_teams() const {
  size_t named = 0;
  for (const size_t side : {0U, 1U}) {
    const Model& model = *space_.side(side).model;
    named = std::max(named, model.teams.size());
    for (const Dimension& key : space_.keys()) {
      const uint32_t index = key.index[side];
      if (index != kNone && model.blackboard[index].value.scope.value == Scope::team) return 0;
    }
  }
  return static_cast<uint32_t>(named);
}

Status DecisionSampler::stage(const Sample& sample, uint32_t slot, uint32_t team) {
  const auto& keys = space_.keys();
  for (size_t k = 0; k < keys.size(); ++k) {
    SampledValue value = sample.keys[k];
    const bool is_shared = is_team_key_[k] || is_world_key_[k];
    if (!space_.translate(keys[k], side_, value)) {
      if (!is_shared || keys[k].index[side_] == kNone) continue;
      std::ranges::copy(space_.side(side_).model->blackboard[keys[k].index[side_]].value.fallback,
                        value.value.begin());  // what an earlier round left is no default
      value.entity = kNone;
    }
    write(keys_[k], is_world_key_[k] ? 0 : is_team_key_[k] ? team : slot, value);
  }
  for (size_t i = 0; i < levels_.size(); ++i)
    if (sample.levels[i].is_given && !levels_[i].empty()) levels_[i][slot] = sample.levels[i].value[0];
  Status status;
  for (size_t s = 0; s < space_.sets().size() && status; ++s)
    status = fill(space_.sets()[s], sample.sets[s], slot);
  const bool has_states =
      !space_.side(side_).model->agents[space_.side(side_).agent].value.states.value.empty();
  if (status && has_states)
    status = Tools(population_)
                 .set_state(population_.agent_of(slot),
                            sample.state == kNone ? 0 : space_.states()[sample.state].index[side_]);
  const auto run = space_.run_of(sample, side_);
  if (!status || !run) return status;
  const auto& actions = space_.side(side_).model->agents[space_.side(side_).agent].value.actions;
  const auto option =
      std::ranges::find(actions, space_.actions()[sample.running].index[side_], &Reference::index);
  return Tools(population_)
      .set_option(population_.agent_of(slot), static_cast<uint16_t>(option - actions.begin()),
                  run->set == kNone ? kNobody : member_of(sample, *run, slot));
}

Status DecisionSampler::decide(const std::vector<SampledEntity>& entities, const std::vector<Sample>& samples,
                               std::vector<uint32_t>& options) {
  const auto& [model, asset, agent] = space_.side(side_);
  Status status;
  for (const Entity one : agents_)
    if (status) status = population_.despawn(one);
  agents_.assign(samples.size(), kNobody);
  if (status) status = place(entities);
  std::vector<SpawnOptions> spawns(samples.size());
  for (size_t i = 0; i < samples.size(); ++i) {
    spawns[i].facing = to_vector(forward(*model));
    spawns[i].team = TeamId(team_of(i));
    spawns[i].identity = samples[i].number + 1;  // what is drawn is the same on both sides
    if (samples[i].profile != kNone) {
      const uint32_t profile = space_.profiles()[samples[i].profile].index[side_];
      spawns[i].profile = ProfileId(model->imported.id("importance", model->importance[profile].name.text));
    }
  }
  if (status) status = population_.spawn_many(spawns, agents_);
  std::vector<uint32_t> slots(samples.size());
  for (size_t i = 0; i < samples.size() && status; ++i) {
    status = population_.slot_of(agents_[i], slots[i]);
    if (status) status = stage(samples[i], slots[i], team_of(i));
  }
  Batch batch;
  if (status) status = world_.begin_frame({frame_++, 0});
  if (status) status = population_.begin_think(batch);
  for (uint32_t job = 0; job < batch.jobs(); ++job)
    if (status) status = population_.think(batch, job, scratch_);
  if (status) status = population_.end_think(batch);
  if (status) status = world_.end_frame();
  options.clear();
  for (const uint32_t slot : slots) {
    const uint16_t option = status ? population_.option(population_.agent_of(slot)) : kNoOption;
    options.push_back(option == kNoOption ? kNone : option);
  }
  return status;
}

}  // namespace ishi::compiler
