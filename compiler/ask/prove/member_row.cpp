#include "prove/member_row.h"

#include <utility>

#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

// The number of fields that a row has before the set's own.
size_t count_before_own(const Model& model, uint32_t set, const MemberRow& row) {
  if (is_memory(model, set)) return count_noticed(model, set);
  return row.thing == kNone ? 0 : model.things[row.thing].value.fields.size();
}

}  // namespace

const Variable& variable_of(const Model& model, uint32_t set, const MemberRow& row, uint32_t field) {
  if (is_memory(model, set)) return member_variable(model, set, field);
  const size_t of_thing = count_before_own(model, set, row);
  return field < of_thing ? model.things[row.thing].value.fields[field].value
                          : own_fields(model, set)[field - of_thing].value;
}

void add_member(const Model& model, uint32_t set, const MemberRow& row, Situation& situation) {
  const bool is_fact = is_memory(model, set);
  const size_t before_own = count_before_own(model, set, row);
  const bool has_entity = is_fact || candidates_of(model, set).value.has_entities;
  const auto entity = static_cast<uint32_t>(situation.entities.size());
  SituationEntity member{
      {}, is_fact ? model.memory[set].value.entity.reference : row.thing, {}, forward(model), {}};
  SituationFact fact{set, entity, {}, true, 0, {}, {}};
  SituationCandidate candidate{
      set - static_cast<uint32_t>(model.memory.size()), has_entity ? entity : kNone, {}};
  for (const MemberPart& part : row.parts) {
    switch (part.kind) {
      case MemberPart::Kind::field: {
        const bool is_own = part.index >= before_own;
        if (is_fact) fact.fields.push_back({part.index, part.value});
        if (!is_own) member.fields.push_back({part.index, part.value});
        if (is_own && !is_fact)
          candidate.fields.push_back({part.index - static_cast<uint32_t>(before_own), part.value});
        break;
      }
      case MemberPart::Kind::position: fact.position = member.position = part.value; break;
      case MemberPart::Kind::age: fact.age = part.value[0]; break;
      case MemberPart::Kind::awareness: fact.awareness = part.value[0]; break;
    }
  }
  if (has_entity) situation.entities.push_back(std::move(member));
  if (is_fact)
    situation.facts.push_back(std::move(fact));
  else
    situation.candidates.push_back(std::move(candidate));
}

}  // namespace ishi::compiler
