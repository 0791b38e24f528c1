#pragma once

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Whether an expression of a sense or sound reads nothing but whom it is about and what is the world's, so
// that it is the same for every agent.
[[nodiscard]] bool is_of_target_alone(const Model& model, const Expression& node);

// Parses and types every expression of a linked model and sets its root. What is wrong is reported and
// keeps a null root. After a run without errors, every given formula has a root whose type fits its place.
void check_expressions(Model& model, const Scopes& scopes, ExpressionArena& arena, Diagnostics& diagnostics);

// "a length", "a condition", "a word of `posture`": for messages.
[[nodiscard]] std::string describe(const Model& model, const Type& type);

}  // namespace ishi::compiler
