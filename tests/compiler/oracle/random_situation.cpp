#include "compiler/oracle/random_situation.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "compiler/oracle/living.h"
#include "compiler/oracle/random_fillings.h"
#include "compiler/oracle/random_values.h"

namespace ishi::compiler::oracle {
namespace {

constexpr std::array<std::string_view, kEntities> kNames = {"e0", "e1", "e2", "e3", "e4", "e5", "e6"};

class Thrower : RandomValues {
 public:
  Thrower(const Model& model, std::mt19937& random) : RandomValues(random), model_(model) {}

  Situation situation() {
    Situation situation;
    situation.agent = 0;
    situation.profile = below(3) == 0 ? kNone : below(static_cast<uint32_t>(model_.importance.size()));
    const auto& actions = model_.agents[0].value.actions;
    const uint32_t runs = actions[below(static_cast<uint32_t>(actions.size()))].index;
    if (below(2) != 0 && model_.actions[runs].value.offered_by == kNone) situation.running = runs;
    situation.self.position = place();
    situation.self.facing = direction();
    for (uint32_t i = 0; i < kEntities; ++i) {
      SituationEntity& entity = situation.entities.emplace_back();
      entity.name = kNames[i];
      entity.thing = thing_of(i);
      entity.position = place();
      entity.facing = direction();
      if (i >= kThings) continue;
      const Map<Variable>& fields = model_.things[entity.thing].value.fields;
      for (uint32_t f = 0; f < fields.size(); ++f) entity.fields.push_back(value(f, fields[f].value));
    }
    for (uint32_t k = 0; k < model_.blackboard.size(); ++k) {
      if (below(5) != 0) situation.keys.push_back(value(k, model_.blackboard[k].value));
    }
    for (uint32_t m = 0; m < model_.memory.size(); ++m) remember(m, situation);
    for (uint32_t i = 0; i < model_.needs.size() + model_.drives.size(); ++i) {
      if (motive_of(model_, i).is_carried() && below(2) == 0)
        situation.levels.push_back({i, {real(0, 1), 0, 0}, kNone});
    }
    situation.candidates = random_candidates(model_, *this);
    return situation;
  }

  Change change(const Moment& moment) {
    Change change;
    change.microseconds = static_cast<int64_t>(below(4'000'000));
    for (uint32_t k = 0; k < model_.blackboard.size(); ++k) {
      if (below(5) == 0) change.keys.push_back(value(k, model_.blackboard[k].value));
    }
    if (below(2) == 0) change.moves.emplace_back(kSelf, place());
    for (uint32_t event = 0; event < model_.events.size(); ++event) {
      if (below(3) == 0) change.posted.push_back(event);
    }
    for (uint32_t i = 0; i < moment.is_gone.size(); ++i) {
      if (moment.is_gone[i]) continue;
      if (below(3) == 0) change.moves.emplace_back(static_cast<int>(i), place());
      if (below(12) == 0) change.gone.push_back(i);
    }
    change.is_in_frame = below(2) == 0;
    for (uint32_t m = 0; m < model_.memory.size(); ++m) remember_more(m, moment, change);
    std::vector<bool> gone = moment.is_gone;
    for (const uint32_t entity : change.gone) gone[entity] = true;
    for (uint32_t choice = 0; choice < model_.choices.size(); ++choice) {
      if (below(4) == 0) change.asked.push_back(choice);
    }
    change.fillings = random_fillings(model_, moment, gone, *this);
    return change;
  }

 private:
  // True if a memory may hold an entity of the situation.
  [[nodiscard]] bool may_hold(uint32_t memory, uint32_t entity) const {
    const Type& of = model_.memory[memory].value.entity;
    return of.reference == kNone || of.reference == thing_of(entity);
  }

  // A few facts, in any order, of which some may be forgotten when the first frame begins.
  void remember(uint32_t memory, Situation& situation) {
    const Memory& of = model_.memory[memory].value;
    std::vector<uint32_t> entities;
    for (uint32_t i = 0; i < kEntities; ++i) {
      if (may_hold(memory, i)) entities.push_back(i);
    }
    std::ranges::shuffle(entities, random());
    const size_t count = below(static_cast<uint32_t>(of.capacity.value) + 1);
    entities.resize(std::min(entities.size(), count));
    size_t fields = of.fields.size();
    if (of.has_thing()) fields += model_.things[of.entity.reference].value.fields.size();
    for (const uint32_t entity : entities) {
      SituationFact& fact = situation.facts.emplace_back();
      fact.memory = memory;
      fact.entity = entity;
      fact.position = place();
      fact.age = real(0, std::min(of.forget.value, 40.0));
      for (uint32_t f = 0; f < fields; ++f) {
        if (below(5) != 0) fact.fields.push_back(value(f, member_variable(model_, memory, f)));
      }
    }
  }

  void remember_more(uint32_t memory, const Moment& moment, Change& change) {
    for (uint32_t i = 0; i < moment.is_gone.size(); ++i) {
      const bool is_gone = moment.is_gone[i] || std::ranges::find(change.gone, i) != change.gone.end();
      if (!is_gone && may_hold(memory, i) && below(6) == 0)
        change.noticed.push_back({memory, static_cast<int>(i)});
    }
    if (model_.memory[memory].value.entity.reference == kNone && below(3) == 0)
      change.noticed.push_back({memory, kSelf});
    for (const Member& fact : moment.sets[memory]) {
      if (below(12) == 0) change.forgotten.push_back({memory, fact.entity});
    }
  }

  const Model& model_;
};

}  // namespace

Situation random_situation(const Model& model, std::mt19937& random) {
  return Thrower(model, random).situation();
}

Change random_change(const Model& model, const Moment& moment, std::mt19937& random) {
  return Thrower(model, random).change(moment);
}

}  // namespace ishi::compiler::oracle
