#include "compiler/oracle/random_fillings.h"

#include <algorithm>

namespace ishi::compiler::oracle {
namespace {

class Filler {
 public:
  Filler(const Model& model, uint32_t set, RandomValues& values)
      : set_(set), candidates_(candidates_of(model, set).value), values_(values) {}

  std::vector<SituationCandidate> members(uint32_t first_set) {
    std::vector<SituationCandidate> members;
    const uint32_t capacity = static_cast<uint32_t>(candidates_.capacity.value);
    const uint32_t count = values_.below(4) == 0 ? 0 : values_.below(capacity + 1);
    const std::vector<int> who = anyone({});
    for (uint32_t i = 0; i < count; ++i) {
      if (candidates_.has_entities && i == who.size()) break;
      SituationCandidate& member = members.emplace_back();
      member.set = set_ - first_set;
      if (candidates_.has_entities) member.entity = static_cast<uint32_t>(who[i]);
      member.fields = i > 0 && values_.below(3) == 0 ? members[i - 1].fields : fields();
    }
    return members;
  }

  Filling filling(std::vector<Member> members, const std::vector<bool>& gone) {
    Filling filling;
    const bool has_room = members.size() < static_cast<size_t>(candidates_.capacity.value);
    std::erase_if(members, [&](const Member& member) {
      return member.entity < kHandles && gone[static_cast<size_t>(member.entity)];
    });
    filling.set = set_;
    filling.fields = fields();
    std::vector<int> strangers = anyone(gone);
    std::erase_if(strangers, [&](int entity) {
      return std::ranges::find(members, entity, &Member::entity) != members.end();
    });
    const uint32_t what = values_.below(4);
    if (what == 0 && has_room && (!candidates_.has_entities || !strangers.empty())) {
      if (candidates_.has_entities) filling.entity = strangers[0];
      return filling;
    }
    if (what == 1 && candidates_.has_entities) {
      filling.kind = Filling::Kind::arrange;
      filling.entities = anyone(gone);
      const uint32_t count = values_.below(static_cast<uint32_t>(candidates_.capacity.value) + 1);
      if (count < filling.entities.size()) filling.entities.resize(count);
      return filling;
    }
    filling.kind = what == 2 ? Filling::Kind::withdraw : Filling::Kind::describe;
    if (members.empty()) {
      filling.kind = Filling::Kind::arrange;  // nobody is told of
    } else {
      filling.entity = members[values_.below(static_cast<uint32_t>(members.size()))].entity;
    }
    return filling;
  }

  [[nodiscard]] bool has_entities() const { return candidates_.has_entities; }

 private:
  // Whom the set may hold, in any order.
  std::vector<int> anyone(const std::vector<bool>& gone) {
    std::vector<int> entities;
    for (uint32_t i = 0; i < kEntities; ++i) {
      const auto& things = candidates_.things;
      const bool fits = things.empty() || std::ranges::find(things, thing_of(i)) != things.end();
      if (fits && (gone.empty() || !gone[i])) entities.push_back(static_cast<int>(i));
    }
    std::ranges::shuffle(entities, values_.random());
    return entities;
  }

  std::vector<SituationValue> fields() {
    std::vector<SituationValue> fields;
    for (uint32_t f = 0; f < candidates_.fields.size(); ++f) {
      if (values_.below(5) != 0) fields.push_back(values_.value(f, candidates_.fields[f].value));
    }
    return fields;
  }

  uint32_t set_;
  const Candidates& candidates_;
  RandomValues& values_;
};

}  // namespace

std::vector<SituationCandidate> random_candidates(const Model& model, RandomValues& values) {
  std::vector<SituationCandidate> all;
  const auto first = static_cast<uint32_t>(model.memory.size());
  for (uint32_t i = 0; i < model.candidates.size(); ++i) {
    const std::vector<SituationCandidate> members = Filler(model, first + i, values).members(first);
    all.insert(all.end(), members.begin(), members.end());
  }
  return all;
}

std::vector<Filling> random_fillings(const Model& model, const Moment& moment, const std::vector<bool>& gone,
                                     RandomValues& values) {
  std::vector<Filling> fillings;
  for (auto set = static_cast<uint32_t>(model.memory.size()); set < moment.sets.size(); ++set) {
    if (values.below(2) == 0) continue;
    Filler filler(model, set, values);
    Filling filling = filler.filling(moment.sets[set], gone);
    const bool is_nothing = filling.kind == Filling::Kind::arrange && !filler.has_entities();
    if (!is_nothing) fillings.push_back(std::move(filling));
  }
  return fillings;
}

}  // namespace ishi::compiler::oracle
