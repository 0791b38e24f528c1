#pragma once

#include <initializer_list>

#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

// The first part of a typed expression that has one of these kinds, or names a value or level that contains
// such a part; null if there is none.
[[nodiscard]] const Expression* find_part(const Model& model, const Expression& root,
                                          std::initializer_list<ExpressionKind> kinds);

// True if an expression of a sense or sound reads nothing but whom it is about and what is the world's, so
// that it is the same for every agent.
[[nodiscard]] bool is_of_target_alone(const Model& model, const Expression& node);

}  // namespace ishi::compiler
