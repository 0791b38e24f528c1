#include "compiler/reference/random_situation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace ishi::compiler::reference {
namespace {

constexpr std::array<std::string_view, 7> kEntities = {"e0", "e1", "e2", "e3", "e4", "e5", "e6"};
constexpr uint32_t kPersons = 4;  // the first ones; then crates
constexpr uint32_t kThings = 6;   // the last one is no thing

class Thrower {
 public:
  Thrower(const Model& model, std::mt19937& random) : model_(model), random_(random) {}

  Situation situation() {
    Situation situation;
    situation.agent = 0;
    situation.profile = below(3) == 0 ? kNone : below(static_cast<uint32_t>(model_.importance.size()));
    const auto& actions = model_.agents[0].value.actions;
    if (below(2) != 0) situation.running = actions[below(static_cast<uint32_t>(actions.size()))].index;
    situation.position = place();
    situation.facing = direction();
    for (uint32_t i = 0; i < kEntities.size(); ++i) {
      SituationEntity& entity = situation.entities.emplace_back();
      entity.name = kEntities[i];
      if (i < kThings) entity.thing = i < kPersons ? 0 : 1;
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
    return change;
  }

 private:
  float real(double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<>(low, high)(random_));
  }
  uint32_t below(uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(random_); }
  Vector place() { return {real(-20, 20), real(-20, 20), real(-20, 20)}; }
  Vector direction() {
    const Vector v{real(-1, 1), real(-1, 1), real(0.1, 1)};
    const float length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return {v[0] / length, v[1] / length, v[2] / length};
  }

  SituationValue value(uint32_t index, const Variable& variable) {
    SituationValue value{index};
    switch (variable.resolved.kind) {
      case ValueKind::point: value.value = place(); break;
      case ValueKind::direction: value.value = direction(); break;
      case ValueKind::integer:
      case ValueKind::boolean:
      case ValueKind::enumeration:
        value.value[0] =
            static_cast<float>(below(static_cast<uint32_t>(variable.high - variable.low) + 1)) + variable.low;
        break;
      case ValueKind::entity:
        if (below(3) != 0)
          value.entity = below(variable.resolved.reference == kNone ? static_cast<uint32_t>(kEntities.size())
                                                                    : kPersons);
        break;
      default: value.value[0] = variable.has_range() ? real(variable.low, variable.high) : real(-3, 3); break;
    }
    return value;
  }

  // Whether a memory may hold an entity of the situation.
  [[nodiscard]] bool may_hold(uint32_t memory, uint32_t entity) const {
    const Type& of = model_.memory[memory].value.entity;
    return of.reference == kNone || of.reference == (entity < kPersons ? 0U : entity < kThings ? 1U : kNone);
  }

  // A few facts, in any order, of which some may be forgotten when the first frame begins.
  void remember(uint32_t memory, Situation& situation) {
    const Memory& of = model_.memory[memory].value;
    std::vector<uint32_t> entities;
    for (uint32_t i = 0; i < kEntities.size(); ++i) {
      if (may_hold(memory, i)) entities.push_back(i);
    }
    std::ranges::shuffle(entities, random_);
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
    for (const Fact& fact : moment.memories[memory]) {
      if (below(12) == 0) change.forgotten.push_back({memory, fact.entity});
    }
  }

  const Model& model_;
  std::mt19937& random_;
};

}  // namespace

Situation random_situation(const Model& model, std::mt19937& random) {
  return Thrower(model, random).situation();
}

Change random_change(const Model& model, const Moment& moment, std::mt19937& random) {
  return Thrower(model, random).change(moment);
}

}  // namespace ishi::compiler::reference
