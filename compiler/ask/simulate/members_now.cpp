#include "simulate/members_now.h"

#include <string>

#include "ishi/asset_info.h"

namespace ishi::compiler {
namespace {

// The value of a field, which `read` copies to a variable of its type.
template <class Read>
SituationValue read_member_value(const Stage& stage, const Type& type, uint32_t index, Read read) {
  return with_value_type(type.kind, [&](auto held) {
    read(held);  // never refused for a field of the asset
    return stage.from_runtime(index, held);
  });
}

}  // namespace

std::vector<SituationFact> facts_now(const StageAgent& agent, uint64_t now_microseconds) {
  const Model& model = agent.stage().model();
  const AssetParts parts(agent.asset());
  std::vector<SituationFact> facts;
  for (uint32_t memory = 0; memory < model.memory.size(); ++memory) {
    const MemoryId id(model.imported.id("memory", model.memory[memory].name.text));
    const uint32_t set = agent.asset().find(id);
    if (set == kNotFound) continue;
    const IndexRange fields = parts.set(set).fields;
    const std::vector<FactInfo> known = agent.facts(set);
    for (uint32_t number = 0; number < known.size(); ++number) {
      const uint32_t entity = agent.stage().entity_index(known[number].entity);
      if (entity == kNone) continue;
      SituationFact& fact = facts.emplace_back();
      fact.memory = memory;
      fact.entity = entity;
      fact.position = to_array(known[number].position);
      const int64_t age = static_cast<int64_t>(now_microseconds) - known[number].last_seen_microseconds;
      fact.age = static_cast<float>(static_cast<double>(age) / 1e6);
      float awareness = 0;
      if (agent.population().awareness(agent.self(), id, number, awareness)) fact.awareness = awareness;
      for (uint32_t field = 0; field < fields.count; ++field) {
        const uint64_t field_id = parts.member_field(fields.first + field).id;
        fact.fields.push_back(read_member_value(
            agent.stage(), member_variable(model, memory, field).resolved, field, [&](auto& value) {
              static_cast<void>(agent.population().fact_field(agent.self(), id, number, field_id, value));
            }));
      }
    }
  }
  return facts;
}

std::vector<SituationCandidate> candidates_now(const StageAgent& agent) {
  const Model& model = agent.stage().model();
  std::vector<SituationCandidate> candidates;
  for (uint32_t set = 0; set < model.candidates.size(); ++set) {
    const auto& [name, of] = model.candidates[set];
    const SetId id = SetId::of(name.text);
    const uint32_t known = agent.asset().find(id);
    if (known == kNotFound) continue;
    Population& population = agent.population();
    const bool is_own = of.scope.value == Scope::agent;
    const TeamId team = of.scope.value == Scope::team ? population.team(agent.self()) : TeamId();
    const ishi::Candidates members =
        is_own ? population.candidates(agent.self(), id) : agent.world().candidates(id, team);
    for (const Entity& member : agent.members(known)) {
      SituationCandidate& candidate = candidates.emplace_back();
      candidate.set = set;
      candidate.entity = of.has_entities ? agent.stage().entity_index(member) : kNone;
      for (uint32_t field = 0; field < of.fields.size(); ++field) {
        const uint64_t field_id = id_of("candidates/" + std::string(name.text), of.fields[field].name.text);
        candidate.fields.push_back(read_member_value(
            agent.stage(), of.fields[field].value.resolved, field,
            [&](auto& value) { static_cast<void>(members.field(member, field_id, value)); }));
      }
    }
  }
  return candidates;
}

}  // namespace ishi::compiler
