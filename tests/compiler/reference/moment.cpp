#include "compiler/reference/moment.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ishi::compiler::reference {

Moment::Moment(const Model& model, Situation begin)
    : situation(std::move(begin)), is_gone(situation.entities.size()), memories(model.memory.size()) {
  const auto& actions = model.agents[situation.agent].value.actions;
  const auto run = std::ranges::find(actions, situation.running, &Reference::index);
  if (situation.running != kNone) running = static_cast<uint32_t>(run - actions.begin());
  ended.resize(actions.size(), kNever);
  arrived.resize(model.events.size(), kNever);
  for (const SituationFact& fact : situation.facts) {
    const auto seen = -std::llround(static_cast<double>(fact.age) * 1e6);
    memories[fact.memory].push_back({static_cast<int>(fact.entity), fact.position, seen, seen, fact.fields});
  }
}

bool Moment::competes(const Model& model, uint32_t option) const {
  const auto& states = model.agents[situation.agent].value.states.value;
  const auto has = [option](const Named<State>& one) {
    return std::ranges::find(one.value.options, option) != one.value.options.end();
  };
  return std::ranges::none_of(states, has) || has(states[state]);
}

const Fact* Moment::find(uint32_t memory, int entity) const {
  const auto found = std::ranges::find(memories[memory], entity, &Fact::entity);
  return found == memories[memory].end() ? nullptr : &*found;
}

const Vector& Moment::position_of(int entity) const {
  return entity == kSelf ? situation.position : situation.entities[static_cast<size_t>(entity)].position;
}

void Moment::notice(const Model& model, uint32_t memory, int entity) {
  const Memory& of = model.memory[memory].value;
  std::vector<Fact>& facts = memories[memory];
  auto fact = std::ranges::find(facts, entity, &Fact::entity);
  if (fact == facts.end()) {
    if (facts.size() == static_cast<size_t>(of.capacity.value))
      facts.erase(std::ranges::min_element(facts, {}, &Fact::last_seen));
    facts.push_back({entity, {}, now, now, {}});
    fact = facts.end() - 1;
  }
  fact->last_seen = now;
  fact->position = position_of(entity);
  if (!of.has_thing()) return;
  const size_t of_thing = model.things[of.entity.reference].value.fields.size();
  std::erase_if(fact->fields, [&](const SituationValue& field) { return field.index < of_thing; });
  for (const SituationValue& field : situation.entities[static_cast<size_t>(entity)].fields)
    fact->fields.push_back(field);
}

void Moment::forget(uint32_t memory, int entity) {
  std::erase_if(memories[memory], [&](const Fact& fact) { return fact.entity == entity; });
}

void Moment::forget_old(const Model& model) {
  for (uint32_t m = 0; m < memories.size(); ++m) {
    const double forget = model.memory[m].value.forget.value;
    std::erase_if(memories[m], [&](const Fact& fact) {
      return static_cast<double>(now - fact.last_seen) / 1e6 >= forget;
    });
  }
}

}  // namespace ishi::compiler::reference
