#include <cmath>
#include <cstring>

#include "asset/check.h"
#include "asset/limits.h"
#include "blackboard/record.h"
#include "bodies/visit.h"
#include "levels/levels.h"
#include "program/run_row.h"
#include "sets/sets.h"

// What the formulas of a body give.

namespace ishi {

float Visit::number(uint32_t formula) {
  const blob::Range& range = t_.formulas[formula].program();
  const auto program = part(t_.operations, range);
  bool draws = false, reads_levels = false, has_pass = false;
  for (const blob::Operation& operation : program) {
    draws |= ishi::draws(static_cast<OperationCode>(operation.code()));
    reads_levels |= operation.code() == blob::OperationCode::level;
    has_pass |= operation.code() == blob::OperationCode::each;
  }
  row_.levels = reads_levels && read_levels(p_, row_.slot, values_, levels_) ? levels_.data() : nullptr;
  if (has_pass)
    run_row(p_.binding, program, p_.asset->domains_of(range), row_, values_, [](const Row&, uint32_t) {});
  else
    run_plain_row(p_.binding, program, row_, values_.data());
  if (draws) ++p_.draws[row_.slot];
  return values_[program.size() - 1];
}

void Visit::evaluate(uint32_t formula, Storage storage, float (&value)[3]) {
  value[0] = number(formula);
  value[1] = value[2] = 0;
  if (storage != Storage::vector) return;
  std::memcpy(value, &values_[t_.formulas[formula].program().count() - 3], sizeof value);
}

// One that only names somebody means them also when they are gone: what is remembered of them can be
// forgotten, and a goal goes on knowing whom it was given.
EntityId Visit::whom(uint32_t formula) {
  const EntityView& entities = p_.binding.entities;
  const auto of_kind = [&](EntityId id, uint32_t thing) {
    const bool is_another = entities.row_of(id, kAnyThing) != 0 && entities.row_of(id, thing) == 0;
    return is_another ? EntityId() : id;
  };
  const auto program = part(t_.operations, t_.formulas[formula].program());
  const blob::Operation* value = &program.back();
  if (value->code() == blob::OperationCode::saturate) value = &program[value->a()];  // which changes no row
  switch (value->code()) {
    case blob::OperationCode::record_entity: {
      const blob::Parameter& given = row_.variables[value->parameter()];
      const bool is_thing = given.variable().type() == blob::ValueType::thing;
      return of_kind(read_at<EntityId>(row_.record, given.offset()),
                     is_thing ? p_.things[given.variable().reference()] : kAnyThing);
    }
    case blob::OperationCode::key_entity: {
      const Variable& key = p_.keys[value->parameter()];
      const uint32_t row = key.scope == Scope::agent ? row_.slot : key.scope == Scope::team ? row_.team : 0;
      return of_kind(static_cast<const EntityId*>(key.columns[0])[row], key.thing);
    }
    case blob::OperationCode::bound_row: return row_.candidate;
    case blob::OperationCode::given_entity: {
      const blob::Variable& given = row_.given_variables[value->parameter()].variable();
      const bool is_thing = given.type() == blob::ValueType::thing;
      return row_.given == nullptr
                 ? EntityId()
                 : of_kind(read_at<EntityId>(row_.given, row_.given_variables[value->parameter()].offset()),
                           is_thing ? p_.things[given.reference()] : kAnyThing);
    }
    default: return entities.id_of(number(formula));
  }
}

// The values in three floats each, a handle in the first two of them.
void Visit::evaluate_all(std::span<const blob::Assignment> assignments,
                         std::span<const blob::Parameter> givens) {
  float* values = values_to_write(assignments);
  for (const blob::Assignment& assignment : assignments) {
    float value[3] = {};
    const uint32_t subject = assignment.subject();
    switch (assignment.target()) {
      case blob::Target::key: evaluate(assignment.formula(), p_.keys[subject].storage, value); break;
      case blob::Target::member_field:
        evaluate(assignment.formula(), p_.sets.fields[subject].storage, value);
        break;
      case blob::Target::given: {
        const auto type = static_cast<ValueType>(givens[subject].variable().type());
        evaluate(assignment.formula(), storage_of(type), value);
        break;
      }
      case blob::Target::level: evaluate(assignment.formula(), Storage::number, value); break;
      case blob::Target::awareness:
        value[1] = number(assignment.formula());
        value[0] = values_[t_.formulas[assignment.formula()].program().count() - 2];
        break;
      case blob::Target::remember:
      case blob::Target::forget: {
        const bool is_of_option = assignment.formula() == kNotFound;
        const EntityId entity = is_of_option ? row_.candidate : whom(assignment.formula());
        std::memcpy(value, &entity, sizeof entity);
      }
    }
    std::memcpy(values, value, sizeof value);
    values += 3;
  }
}

Visit::Truth Visit::truth(uint32_t formula) {
  if (formula == kNotFound) return Truth::missing;
  return number(formula) != 0.0f ? Truth::yes : Truth::no;
}

bool Visit::holds(uint32_t slot, uint32_t condition, uint64_t since, blob::HowEnded ending,
                  uint32_t ended_option) {
  look_at(slot);
  row_.ending = ending;
  row_.ended_option = ended_option;
  row_.step_started = since;
  return truth(condition) == Truth::yes;
}

uint64_t Visit::after(float seconds) const {
  const double held_seconds =
      seconds > 0.0f ? (seconds < limits::kSeconds ? seconds : limits::kSeconds) : 0.0;
  return now_ + static_cast<uint64_t>(std::floor(held_seconds * 1e6 + 0.5));
}

}  // namespace ishi
