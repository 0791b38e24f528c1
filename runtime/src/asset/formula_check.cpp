#include "asset/formula_check.h"

#include <functional>

#include "asset/limits.h"
#include "ishi/types.h"

namespace ishi {

uint32_t results_of(blob::ValueType type) {
  return type == blob::ValueType::point || type == blob::ValueType::direction ? 3 : 1;
}

bool FormulaCheck::one(const blob::Formula& formula) {
  const auto record_is = [&](size_t count) {
    return check_.that(formula.record() < count, StatusCode::index_out_of_range, &formula);
  };
  const bool kind = formula.record_kind() == blob::RecordKind::none    ? record_is(1)
                    : formula.record_kind() == blob::RecordKind::task  ? record_is(t_.tasks.size())
                    : formula.record_kind() == blob::RecordKind::event ? record_is(t_.events.size())
                    : formula.record_kind() == blob::RecordKind::sense ? record_is(1)
                                                                       : record_is(t_.goals.size());
  const uint32_t count = formula.program().count();
  return check_.that(formula.record_kind() <= blob::RecordKind::MAX, StatusCode::unknown_enumerator,
                     &formula) &&
         kind &&
         check_.that(formula.set() == kNotFound || formula.set() < t_.sets.size(),
                     StatusCode::index_out_of_range, &formula) &&
         check_.that(formula.reserved() == 0 && formula.reserved_2() == 0, StatusCode::reserved_not_zero,
                     &formula) &&
         programs_.follows(check_, formula.program()) &&
         check_.that(count > 0, StatusCode::program_empty, &formula) &&
         check_.that(count <= limits::kFormulaOperations, StatusCode::too_many, &formula);
}

bool FormulaCheck::owned(const blob::Range& formulas) {
  return formulas_.follows(check_, formulas) &&
         Check::all(part(t_.formulas, formulas), [&](const blob::Formula& formula) { return one(formula); });
}

bool FormulaCheck::complete() {
  return formulas_.complete(check_, t_.formulas.data()) && programs_.complete(check_, t_.operations.data());
}

bool FormulaCheck::given(const FormulaScope& own, uint32_t index, uint32_t results, const void* where) {
  const bool owned = index >= own.range.first() && index - own.range.first() < own.range.count();
  if (!check_.that(owned, StatusCode::formula_not_of_owner, where)) return false;
  const blob::Formula& formula = t_.formulas[index];
  const bool readable = formula.record_kind() == blob::RecordKind::none ||
                        (formula.record_kind() == own.record_kind && formula.record() == own.record);
  const bool remembered = formula.set() == kNotFound || formula.set() == own.set;
  return check_.that(readable, StatusCode::formula_record, where) &&
         check_.that(remembered, StatusCode::formula_member, where) &&
         check_.that(formula.program().count() >= results, StatusCode::program_empty, where);
}

bool FormulaCheck::optional(const FormulaScope& own, uint32_t index, const void* where) {
  return index == kNotFound || given(own, index, 1, where);
}

bool FormulaCheck::assigns(const FormulaScope& own, const blob::Assignment& assignment) {
  const bool is_of_member = assignment.target() == blob::Target::member_field;
  const bool reserved = assignment.reserved() == 0 && (is_of_member || assignment.member() == 0);
  if (!check_.that(assignment.target() <= blob::Target::MAX, StatusCode::unknown_enumerator, &assignment) ||
      !check_.that(reserved, StatusCode::reserved_not_zero, &assignment)) {
    return false;
  }
  switch (assignment.target()) {
    case blob::Target::key: return assigns_key(own, assignment);
    case blob::Target::member_field: return assigns_member_field(own, assignment);
    case blob::Target::level: return assigns_level(own, assignment);
    case blob::Target::given: return assigns_given(own, assignment);
    case blob::Target::awareness:
      return check_.that(find_awareness(t_, assignment.subject()) != nullptr, StatusCode::index_out_of_range,
                         &assignment) &&
             given(own, assignment.formula(), 2, &assignment);
    case blob::Target::remember:
    case blob::Target::forget: break;
  }
  const bool is_of_option = assignment.formula() == kNotFound && own.set == assignment.subject() &&
                            assignment.target() == blob::Target::forget;
  const bool is_memory =
      assignment.subject() < t_.sets.size() && t_.sets[assignment.subject()].kind() == blob::SetKind::memory;
  return check_.that(is_memory, StatusCode::index_out_of_range, &assignment) &&
         (is_of_option || given(own, assignment.formula(), 1, &assignment));
}

bool FormulaCheck::assigns_key(const FormulaScope& own, const blob::Assignment& assignment) {
  const uint32_t key = assignment.subject();
  return check_.that(key < t_.keys.size(), StatusCode::index_out_of_range, &assignment) &&
         given(own, assignment.formula(), results_of(t_.keys[key].variable().type()), &assignment);
}

bool FormulaCheck::assigns_given(const FormulaScope& own, const blob::Assignment& assignment) {
  const uint32_t index = assignment.subject();
  return check_.that(index < own.givens.size(), StatusCode::index_out_of_range, &assignment) &&
         given(own, assignment.formula(), results_of(own.givens[index].variable().type()), &assignment);
}

bool FormulaCheck::assigns_level(const FormulaScope& own, const blob::Assignment& assignment) {
  const uint32_t motive = assignment.subject();
  return check_.that(motive < t_.motives.size(), StatusCode::index_out_of_range, &assignment) &&
         check_.that(t_.motives[motive].carried() != 0, StatusCode::level_not_carried, &assignment) &&
         given(own, assignment.formula(), 1, &assignment);
}

// Of which set's member an assignment writes a field; kNotFound if of none.
uint32_t FormulaCheck::set_written(const FormulaScope& own, const blob::Assignment& assignment) {
  if (assignment.member() == 0) return own.set;
  const uint32_t given = assignment.member() - 1u;
  return given < own.givens.size() ? own.givens[given].variable().member_of() - 1 : kNotFound;
}

// A field that is a set's own, of the member that the option is for, or a step.
bool FormulaCheck::assigns_member_field(const FormulaScope& own, const blob::Assignment& assignment) {
  const uint32_t index = assignment.subject();
  if (!check_.that(index < member_fields_.size(), StatusCode::index_out_of_range, &assignment)) return false;
  const blob::Field* const field = member_fields_[index].field;
  const blob::Field* const first = t_.set_fields.data();
  const bool is_own = !std::less<>()(field, first) && std::less<>()(field, first + t_.set_fields.size());
  const bool is_agents = t_.sets[member_fields_[index].set].scope() == blob::Scope::agent;
  return check_.that(is_own, StatusCode::member_field_noticed, &assignment) &&
         check_.that(is_agents, StatusCode::candidates_shared, &assignment) &&
         check_.that(member_fields_[index].set == set_written(own, assignment), StatusCode::formula_member,
                     &assignment) &&
         given(own, assignment.formula(), results_of(field->variable().type()), &assignment);
}

bool FormulaCheck::distinct(std::span<const blob::Assignment> assignments) {
  uint64_t next = 0;
  return Check::all(assignments, [&](const blob::Assignment& assignment) {
    const uint64_t place = uint64_t{static_cast<uint8_t>(assignment.target())} << 48 |
                           uint64_t{assignment.subject()} << 16 | assignment.member();
    const bool rises = place >= next;
    next = place + 1;
    return check_.that(rises, StatusCode::effect_order, &assignment);
  });
}

}  // namespace ishi
