#include "lower/lower_condition.h"

#include <fmt/format.h>

#include "language/limits.h"
#include "lower/expression_lowerer.h"

namespace ishi::compiler {

LoweredFormula lower_condition(const Model& model, std::span<const CurveData> curves,
                               const Formula& condition, Diagnostics& diagnostics) {
  LoweredFormula lowered;
  if (condition.root == nullptr) return lowered;
  ProgramBuilder builder(curves);
  ExpressionLowerer expressions(model, builder, diagnostics);
  Ref value = builder.result(expressions.lower_number(*condition.root));
  Ref* const roots[] = {&value};
  lowered.program = builder.finish(roots, &lowered.ranges);
  lowered.written = &condition;
  lowered.folded_curves = builder.folded_curves();
  if (lowered.program.size() > kLimits.operations_per_formula) {
    diagnostics
        .report(Code::program_too_large, condition.span,
                fmt::format("this takes more than {} operations", kLimits.operations_per_formula))
        .help("name fewer values in it, or simpler ones");
  }
  return lowered;
}

}  // namespace ishi::compiler
