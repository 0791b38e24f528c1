#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ishi/enums.h"
#include "ishi/types.h"

// The score machine's operations and curves, as reference functions: what the runtime computes for ten
// thousand agents at once is bit for bit what these compute for one value. The compiler folds constants
// and prints programs with them. Everything here is pure, may be called from any thread and allocates
// nothing. Results are those of the float contract only under the default floating-point environment
// (round to nearest, denormals kept).

namespace ishi {

// Numbers from `low` to `high`, both of which are among them.
struct Interval {
  float low = 0;
  float high = 0;

  [[nodiscard]] constexpr bool contains(float value) const { return low <= value && value <= high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

inline constexpr uint32_t kOperationCount = kOperationCodeCount;

// True if an operation reads a key, which the parameter names.
[[nodiscard]] constexpr bool reads_key(OperationCode code) {
  return code >= OperationCode::key && code <= OperationCode::key_entity;
}
// True if an operation reads an entity, whose row is its first operand.
[[nodiscard]] constexpr bool reads_entity(OperationCode code) {
  return code >= OperationCode::position_x && code <= OperationCode::is_thing;
}
// True if an operation reads a member of a set, which its first operand is the number of.
[[nodiscard]] constexpr bool reads_member(OperationCode code) {
  return (code >= OperationCode::member_row && code <= OperationCode::member_field_entity) ||
         code == OperationCode::member_awareness || code == OperationCode::member_random;
}
// True if what is read of a member is one of its fields, which the parameter names; else it names the set.
[[nodiscard]] constexpr bool reads_member_field(OperationCode code) {
  return code >= OperationCode::member_field && code <= OperationCode::member_field_entity;
}
// True if an operation draws.
[[nodiscard]] constexpr bool draws(OperationCode code) {
  return code == OperationCode::random || code == OperationCode::member_random;
}
// True if an operation reads what a step was given back.
[[nodiscard]] constexpr bool reads_given(OperationCode code) {
  return code >= OperationCode::given && code <= OperationCode::given_member;
}
// True if an operation makes something of all members of a set, in the pass that its second operand opens.
[[nodiscard]] constexpr bool reduces(OperationCode code) {
  return code >= OperationCode::sum_of && code <= OperationCode::best_score;
}
// True if an operation says which member an agent's choice is.
[[nodiscard]] constexpr bool chooses(OperationCode code) {
  return code == OperationCode::best_of || code == OperationCode::best_score;
}

// What an operation's parameter means.
enum class ParameterKind : uint8_t {
  none,
  constant,    // the bits of a finite float
  key_number,  // a key of one number (number, integer, quantity, boolean, enum)
  key_vector,  // a key that is a point or a direction
  key_entity,  // a key that is an entity or a thing
  option,      // an option of the agent, counted from the agent's first
  motive,
  level,  // a motive that is carried
  thing,
  field_number,  // a field of one number
  field_vector,
  field_entity,
  record_number,  // a parameter of the task or a field of the event, counted from its first
  record_vector,
  record_entity,
  given_number,  // what a step was given back, counted from the agent's first
  given_vector,
  given_entity,
  given_member,  // one that is a member of a set
  curve,
  set,
  memory,         // a set that is one
  aware_memory,   // a memory that has awareness
  choice,         // a choice of the agent, counted from the agent's first
  draw,           // any number
  moment,         // a moment of the agent, counted from the agent's first
  member_number,  // a member's field of one number: see `member_field` in the schema
  member_vector,
  member_entity,
};

// Whose rows an operation is computed for. In a program those below the agents' come first, in this order;
// then what is the agents' and passes over their candidates take turns.
enum class Domain : uint8_t {
  constant,
  world,
  team,
  profile,
  world_member,  // of a set of the world
  team_member,   // of a set of the teams
  agent,
  candidate
};
// True if it is that of members of a set that agents share.
[[nodiscard]] constexpr bool is_shared_member(Domain domain) {
  return domain == Domain::world_member || domain == Domain::team_member;
}

struct OperationInfo {
  OperationCode code;
  uint8_t operands;  // 0 to 3
  ParameterKind parameter;
  bool elementwise;       // a function of its operands alone: `evaluate_operation` computes it
  std::string_view name;  // as in the blob's schema, without the underscore of `not_`
  std::string_view form;  // for printing: "{a} + {b}", "{a}.{p}.x"; {p} is the parameter
};

// All operations, indexed by their code.
[[nodiscard]] std::span<const OperationInfo> operation_table();

// True if an operation of domain `user` may have an operand of domain `operand`. Constants may stand
// everywhere but in `level_after`, which takes the agent's own alone, the world's values in every domain but
// the agent's and the candidates', an agent's where its candidates are, theirs where something is made of all
// of them; everything else stays in its domain, and `spread` alone carries it to the agents.
[[nodiscard]] bool may_read(OperationCode code, Domain user, Domain operand);

// The result of an elementwise operation; operands that it does not have are ignored. 0 for an
// operation that is not elementwise. Never a NaN and never infinite if the operands are finite, except
// where arithmetic overflows (programs put a `saturate` where their ranges allow that) and for `gate`.
[[nodiscard]] float evaluate_operation(OperationCode code, float a, float b, float c);

// Between which values an operation lies when its operands lie in these ranges; operands that it does not
// have are ignored. An end is infinite if the result can overflow; an operand whose end is infinite may be
// NaN, too. Of an operation that is not elementwise: what it gives in any program, with infinite ends if that
// is not known.
[[nodiscard]] Interval range_of_operation(OperationCode code, Interval a, Interval b, Interval c);

// The least domain that holds both: team and profile meet in agent, a shared member and what is no part of it
// in candidate.
[[nodiscard]] Domain join(Domain a, Domain b);

// The domain of an operation whose operands have the joined domain `operands` (constant if it has
// none). `scope` is that of its key or set, if its parameter is one. What reads an entity belongs to the
// world at least, what reads a member to the agent.
[[nodiscard]] Domain domain_of(OperationCode code, Domain operands, Scope scope);

// How many numbers a kind has: `fixed` of them, then rows of `row` numbers each (none if `row` is 0,
// else at least one), each row beginning with its x.
struct CurveShape {
  uint8_t fixed;
  uint8_t row;
};
[[nodiscard]] CurveShape curve_shape(CurveKind kind);

// A curve as the blob holds it; `numbers` must have the kind's shape, and mean what the
// kind's formula takes.
struct CurveView {
  CurveKind kind = CurveKind::linear;
  bool clamped = true;
  float shift = 0;
  float scale = 1;
  float output_scale = 1;
  float output_shift = 0;
  std::span<const float> numbers{};
};

// y = kind((x - shift) * scale), held in 0..1 if `clamped`, then y * output_scale + output_shift.
// Logarithmic in the number of rows.
[[nodiscard]] float evaluate_curve(const CurveView& curve, float x);

// Between which values evaluate_curve() lies for every input within `x`, whose ends may be infinite: a little
// wider than the curve, since it is rounded, and to the last bit where it consists of constants and straight
// lines or `x` is one number. An end is infinite if the curve can overflow. Linear in the number of rows.
[[nodiscard]] Interval range_of_curve(const CurveView& curve, Interval x);

}  // namespace ishi
