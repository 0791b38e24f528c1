#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "ishi/id.h"
#include "simulate/stage.h"

// Fills the memories and sets of agents: at the beginning of a situation, and at a
// time of its course.

namespace ishi::compiler {

Status Stage::set_fact(const StageAgent& agent, const SituationFact& fact, int64_t now) {
  Population& population = agent.population();
  const MemoryId id(model_.imported.id("memory", model_.memory[fact.memory].name.text));
  const auto age = static_cast<int64_t>(std::llround(static_cast<double>(fact.age) * 1e6));
  const int64_t seen = now - age;
  FactInfo info{handle(fact.entity), to_vector(fact.position), seen, seen};
  if (!fact.is_where_it_was && !world_.position(info.entity, info.position)) return {};  // it is gone
  Status status = Tools(population).restore_fact(agent.self_, id, info);
  std::vector<FactInfo> none;
  uint32_t count = 0;
  if (status) status = population.facts(agent.self_, id, none, count);
  if (status && fact.awareness)
    status = Tools(population).set_awareness(agent.self_, id, count - 1, *fact.awareness);
  if (status && !fact.is_where_it_was) status = notice_fields(agent, fact, count - 1);
  const SetInfo of_asset = AssetParts(asset_).set(asset_.find(id));
  for (const SituationValue& field : fact.fields) {
    if (!status) return status;
    const uint64_t field_id = AssetParts(asset_).member_field(of_asset.fields.first + field.index).id;
    const Type& type = member_variable(model_, fact.memory, field.index).resolved;
    status = with_value_type(type.kind, [&]<class T>(T) {
      return population.set_fact_field(agent.self_, id, count - 1, field_id, to_runtime<T>(field));
    });
  }
  return status;
}

// A fact that has just been noticed has the fields of its entity as they are now.
Status Stage::notice_fields(const StageAgent& agent, const SituationFact& fact, uint32_t number) {
  const Memory& memory = model_.memory[fact.memory].value;
  if (!memory.has_thing()) return {};
  const MemoryId id(model_.imported.id("memory", model_.memory[fact.memory].name.text));
  const IndexRange of_asset = AssetParts(asset_).set(asset_.find(id)).fields;
  const auto& thing = model_.things[memory.entity.reference];
  const std::string section = "things/" + std::string(thing.name.text);
  const Map<Variable>& fields = thing.value.fields;
  const uint32_t row = handle(fact.entity).index;
  Status status;
  for (uint32_t i = 0; i < fields.size() && status; ++i) {
    const uint64_t to = AssetParts(asset_).member_field(of_asset.first + i).id;
    status = with_value_type(fields[i].value.resolved.kind, [&]<class T>(T) {
      ColumnOf<T> column;
      const Status found = world_.field(id_of(section, fields[i].name.text), column);
      return found ? agent.population().set_fact_field(agent.self_, id, number, to, value_in(column, row))
                   : found;
    });
  }
  return status;
}

Status Stage::set_candidate(const StageAgent& agent, const SituationCandidate& candidate, bool is_known) {
  Population& population = agent.population();
  const auto& [name, set] = model_.candidates[candidate.set];
  const SetId id = SetId::of(name.text);
  const bool is_own = set.scope.value == Scope::agent;
  Status status;
  for (uint32_t team = 0; team < (set.scope.value == Scope::team ? teams_ : 1); ++team) {
    Entity member = candidate.entity == kNone ? kNobody : handle(candidate.entity);
    const ishi::Candidates candidates =
        is_own ? population.candidates(agent.self_, id) : world_.candidates(id, TeamId(team));
    if (status && !is_known) status = candidates.add(member);
    for (const SituationValue& field : candidate.fields) {
      if (!status) return status;
      const auto& [field_name, variable] = set.fields[field.index];
      const uint64_t field_id = id_of("candidates/" + std::string(name.text), field_name.text);
      status = with_value_type(variable.resolved.kind, [&]<class T>(T) {
        return candidates.set_field(member, field_id, to_runtime<T>(field));
      });
    }
  }
  return status;
}

Status Stage::fill(const SituationMemory& memory, int64_t now_microseconds) {
  const StageAgent& agent = agents_[memory.agent];
  if (!agent.is_alive()) return {};
  const MemoryId id(model_.imported.id("memory", model_.memory[memory.memory].name.text));
  Status status;
  for (const FactInfo& fact : agent.facts(asset_.find(id))) {
    if (status) status = agent.population().forget(agent.self_, id, fact.entity);
  }
  for (const SituationFact& fact : memory.facts) {
    if (status) status = set_fact(agent, fact, now_microseconds);
  }
  return status;
}

Status Stage::fill(const SituationSet& set) {
  const StageAgent& agent = agents_[set.agent];
  const auto& [name, of] = model_.candidates[set.set];
  const SetId id = SetId::of(name.text);
  const bool is_own = of.scope.value == Scope::agent;
  if (is_own && !agent.is_alive()) return {};
  std::vector<Entity> entities;  // who is a member already stays one, with its fields
  for (const SituationCandidate& member : set.members) {
    if (of.has_entities) entities.push_back(handle(member.entity));
  }
  Status status;
  for (uint32_t team = 0; team < (of.scope.value == Scope::team ? teams_ : 1) && status; ++team) {
    status = is_own ? agent.population().candidates(agent.self_, id).set(entities)
                    : world_.candidates(id, TeamId(team)).set(entities);
  }
  for (const SituationCandidate& member : set.members) {
    if (status) status = set_candidate(agent, member, of.has_entities);
  }
  return status;
}

}  // namespace ishi::compiler
