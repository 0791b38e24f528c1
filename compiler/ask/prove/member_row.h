#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"
#include "simulate/situation.h"

// A member of a set that a proof makes up: an entity without a name.

namespace ishi::compiler {

// One value of the member that differs from the default.
struct MemberPart {
  enum class Kind : uint8_t { field, position, age, awareness };
  Kind kind = Kind::field;
  uint32_t index = 0;  // of a field: counted over those that are noticed, or of the thing, then the set's own
  Vector value{};      // of an age and an awareness the first number
};

struct MemberRow {
  uint32_t thing = kNone;  // the kind of a candidate; kNone: its set's members are no entities, or any
  std::vector<MemberPart> parts;
};

// The variable of a field of a row.
[[nodiscard]] const Variable& variable_of(const Model& model, uint32_t set, const MemberRow& row,
                                          uint32_t field);

// Adds the member to a memory or set of the situation's agent, and its entity to the situation. `set`: of the
// model, memories first.
void add_member(const Model& model, uint32_t set, const MemberRow& row, Situation& situation);

}  // namespace ishi::compiler
