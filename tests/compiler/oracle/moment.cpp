#include "compiler/oracle/moment.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ishi::compiler::oracle {
namespace {

void describe(std::vector<SituationValue>& fields, const std::vector<SituationValue>& by) {
  for (const SituationValue& value : by) {
    std::erase_if(fields, [&](const SituationValue& field) { return field.index == value.index; });
    fields.push_back(value);
  }
}

}  // namespace

Moment::Moment(const Model& model, Situation begin)
    : situation(std::move(begin)),
      is_gone(situation.entities.size()),
      sets(model.memory.size() + model.candidates.size()),
      chosen(model.choices.size()) {
  const auto& actions = model.agents[situation.agent].value.actions;
  const auto run = std::ranges::find(actions, situation.running, &Reference::index);
  if (situation.running != kNone) running = static_cast<uint32_t>(run - actions.begin());
  ended.resize(actions.size(), kNever);
  ready.resize(actions.size(), kNever);
  for (const auto* motives : {&model.needs, &model.drives}) {
    for (const auto& motive : *motives) levels.push_back({motive.value.start.value, false});
  }
  for (const SituationValue& level : situation.levels) levels[level.index].value = level.value[0];
  arrived.resize(model.events.size(), kNever);
  for (const SituationFact& fact : situation.facts) {
    const auto seen = -std::llround(static_cast<double>(fact.age) * 1e6);
    sets[fact.memory].push_back({static_cast<int>(fact.entity), fact.position, seen, seen, fact.fields});
  }
  for (const SituationCandidate& candidate : situation.candidates) {
    const int entity = candidate.entity == kNone ? kNobody : static_cast<int>(candidate.entity);
    const auto set = static_cast<uint32_t>(model.memory.size()) + candidate.set;
    fill({Filling::Kind::add, set, entity, {}, candidate.fields});
  }
}

bool Moment::competes(const Model& model, uint32_t option) const {
  const auto& states = model.agents[situation.agent].value.states.value;
  const auto has = [option](const Named<State>& one) {
    return std::ranges::find(one.value.options, option) != one.value.options.end();
  };
  return std::ranges::none_of(states, has) || has(states[state]);
}

const Member* Moment::find(uint32_t memory, int entity) const {
  const auto found = std::ranges::find(sets[memory], entity, &Member::entity);
  return found == sets[memory].end() ? nullptr : &*found;
}

const Vector& Moment::position_of(int entity) const {
  return entity == kSelf ? situation.self.position : situation.entities[static_cast<size_t>(entity)].position;
}

void Moment::notice(const Model& model, uint32_t memory, int entity) {
  const Memory& of = model.memory[memory].value;
  std::vector<Member>& facts = sets[memory];
  auto fact = std::ranges::find(facts, entity, &Member::entity);
  if (fact == facts.end()) {
    if (facts.size() == static_cast<size_t>(of.capacity.value))
      facts.erase(std::ranges::min_element(facts, {}, &Member::last_seen));
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
  std::erase_if(sets[memory], [&](const Member& fact) { return fact.entity == entity; });
}

void Moment::begin_frame(const Model& model) {
  for (uint32_t m = 0; m < sets.size(); ++m) {
    std::erase_if(sets[m], [&](const Member& member) {
      if (is_memory(model, m))
        return static_cast<double>(now - member.last_seen) / 1e6 >= model.memory[m].value.forget.value;
      return member.entity < kHandles && member.entity >= 0 && is_gone[static_cast<size_t>(member.entity)];
    });
  }
}

void Moment::fill(const Filling& filling) {
  std::vector<Member>& members = sets[filling.set];
  const auto place = [&](int entity) { return std::ranges::find(members, entity, &Member::entity); };
  switch (filling.kind) {
    case Filling::Kind::add:
      members.push_back({filling.entity == kNobody ? handles++ : filling.entity, {}, 0, 0, filling.fields});
      break;
    case Filling::Kind::withdraw: members.erase(place(filling.entity)); break;
    case Filling::Kind::describe: describe(place(filling.entity)->fields, filling.fields); break;
    case Filling::Kind::arrange: {
      std::vector<Member> arranged;
      for (const int entity : filling.entities) {
        const auto known = place(entity);
        arranged.push_back(known == members.end() ? Member{entity, {}, 0, 0, {}} : *known);
      }
      members = arranged;
      break;
    }
  }
}

}  // namespace ishi::compiler::oracle
