#include "compiler/oracle/game_sets.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ishi/id.h"

namespace ishi::compiler::oracle {

void GameSets::open(const Asset& asset, const Moment& moment) {
  for (auto set = static_cast<uint32_t>(model_.memory.size()); set < moment.sets.size(); ++set) {
    const uint32_t of_asset = asset.find(id_of_set(set));
    if (of_asset == kNotFound) continue;  // nothing goes over it
    const std::vector<Entity> members = agent().members(of_asset);
    for (size_t i = 0; i < members.size() && i < moment.sets[set].size(); ++i) {
      const int entity = moment.sets[set][i].entity;
      if (entity >= kHandles) handles_[entity] = members[i];
    }
  }
}

Status GameSets::fill(const Filling& filling, int handle) {
  World& world = stage_.world();
  Population& population = agent().population();
  const uint32_t slot = agent().slot();
  const ishi::SetId set = id_of_set(filling.set);
  Entity member = filling.entity == kNobody ? ishi::kNobody : id_of(filling.entity);
  switch (filling.kind) {
    case Filling::Kind::add: {
      const Status status = is_own(filling.set)
                                ? population.candidates(population.agent_of(slot), set).add(member)
                                : world.candidates(set).add(member);
      if (filling.entity == kNobody) handles_[handle] = member;
      return status ? describe(filling, member) : status;
    }
    case Filling::Kind::withdraw:
      return is_own(filling.set) ? population.candidates(population.agent_of(slot), set).withdraw(member)
                                 : world.candidates(set).withdraw(member);
    case Filling::Kind::describe: return describe(filling, member);
    case Filling::Kind::arrange: break;
  }
  std::vector<Entity> members;
  for (const int entity : filling.entities) members.push_back(id_of(entity));
  return is_own(filling.set) ? population.candidates(population.agent_of(slot), set).set(members)
                             : world.candidates(set).set(members);
}

Entity GameSets::id_of(int entity) const {
  if (entity == kSelf) return agent().self();
  return entity >= kHandles ? handles_.at(entity) : stage_.handle(static_cast<uint32_t>(entity));
}

int GameSets::entity_of(Entity id) const {
  if (id == agent().self()) return kSelf;
  const uint32_t entity = stage_.entity_index(id);
  if (entity != kNone) return static_cast<int>(entity);
  const auto found = std::ranges::find(handles_, id, &std::pair<const int, Entity>::second);
  return found == handles_.end() ? kNobody : found->first;
}

Status GameSets::describe(const Filling& filling, Entity member) {
  Status status;
  const auto& [name, candidates] = candidates_of(model_, filling.set);
  for (const SituationValue& field : filling.fields) {
    const auto& [field_name, variable] = candidates.fields[field.index];
    const uint64_t id = ishi::id_of("candidates/" + std::string(name.text), field_name.text);
    const auto as = [&](const auto& value) { return describe_as(filling, member, id, value); };
    if (!status) return status;
    switch (variable.resolved.kind) {
      case ValueKind::point:
      case ValueKind::direction: status = as(Vector3{field.value[0], field.value[1], field.value[2]}); break;
      case ValueKind::entity:
        status = as(field.entity == kNone ? ishi::kNobody : stage_.handle(field.entity));
        break;
      case ValueKind::integer: status = as(static_cast<int32_t>(field.value[0])); break;
      case ValueKind::boolean:
      case ValueKind::enumeration: status = as(static_cast<uint8_t>(field.value[0])); break;
      default: status = as(field.value[0]); break;
    }
  }
  return status;
}

template <class T>
Status GameSets::describe_as(const Filling& filling, Entity member, uint64_t field, const T& value) {
  const ishi::SetId set = id_of_set(filling.set);
  return is_own(filling.set)
             ? agent().population().candidates(agent().self(), set).set_field(member, field, value)
             : stage_.world().candidates(set).set_field(member, field, value);
}

ishi::SetId GameSets::id_of_set(uint32_t set) const {
  return ishi::SetId::of(candidates_of(model_, set).name.text);
}

bool GameSets::is_own(uint32_t set) const {
  return candidates_of(model_, set).value.scope.value == Scope::agent;
}

}  // namespace ishi::compiler::oracle
