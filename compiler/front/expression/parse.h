#pragma once

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "model/written.h"

namespace ishi::compiler {

// Parses an expression: precedence or < and < not < comparison < + - < * / < unary - < ^ (right to
// left). Null after a syntax error, which has been reported. Depth and size are limited.
Expression* parse_expression(const Formula& formula, ExpressionArena& arena, Diagnostics& diagnostics);

// Reports that something behind a point is called that no import has: "threat.distance()".
void report_method(const Formula& formula, Span object, std::string_view name, Span name_span,
                   Diagnostics& diagnostics);

}  // namespace ishi::compiler
