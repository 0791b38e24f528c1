#pragma once

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Parses and types every expression of a linked model, and checks what bodies, senses,
// steerings, levels and goals are made of. A wrong expression is reported and keeps a null root. After a run
// without errors, every given formula has a root whose type fits its place.
[[nodiscard]] Model check_behaviour(Model model, const Scopes& scopes, ExpressionArena& arena,
                                    Diagnostics& diagnostics);

}  // namespace ishi::compiler
