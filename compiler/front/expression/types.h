#pragma once

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "language/unit.h"
#include "model/model.h"

// The questions that the rules of operators and functions ask about types.

namespace ishi::compiler {

inline constexpr Type kNumber{ValueKind::number};
inline constexpr Type kCondition{ValueKind::boolean};
inline constexpr Type kDuration{ValueKind::number, Quantity::duration};

[[nodiscard]] inline bool is_numeric(const Type& type) {
  return type.kind == ValueKind::number || type.kind == ValueKind::integer || type.kind == ValueKind::boolean;
}

[[nodiscard]] inline bool is_whole(const Type& type) {
  return type.kind == ValueKind::integer || type.kind == ValueKind::boolean;
}

[[nodiscard]] inline bool is_spatial(const Type& type) {
  return type.kind == ValueKind::point || type.kind == ValueKind::entity;
}

[[nodiscard]] inline bool failed(const Expression& node) { return node.type.kind == ValueKind::error; }

// Marks a node as wrong, after a report: whatever it is part of stays silent.
inline void poison(Expression& node) { node.type.kind = ValueKind::error; }

// The set of whose members a loop variable, `it` or a choice is one.
[[nodiscard]] inline uint32_t set_of(const Model& model, const Expression& object) {
  return object.kind == ExpressionKind::choice ? model.choices[object.index].value.set() : object.index;
}

// The sum, least or greatest of two numbers of one quantity is whole if both are.
[[nodiscard]] inline Type joined(const Type& a, const Type& b) {
  return is_whole(a) && is_whole(b) ? Type{ValueKind::integer} : Type{ValueKind::number, a.quantity};
}

// The fault of a number that measures something else than is wanted.
[[nodiscard]] inline Code unit_fault(Quantity given, Quantity wanted) {
  if (given == Quantity::number) return Code::unit_missing;
  return wanted == Quantity::number ? Code::unit_unexpected : Code::unit_mismatch;
}

// "a length", "a condition", "a word of `posture`": for messages.
[[nodiscard]] std::string describe(const Model& model, const Type& type);

// The field of a candidate that is a point; empty if there is none, or it is no candidate.
[[nodiscard]] std::string_view place_in(const Model& model, const Expression& candidate);

}  // namespace ishi::compiler
