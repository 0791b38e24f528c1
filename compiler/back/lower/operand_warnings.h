#pragma once

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "lower/assumed_ranges.h"
#include "lower/program_builder.h"
#include "model/model.h"

// Warnings where a range allows what an operation can do nothing with.

namespace ishi::compiler {

// What such a warning is made of.
struct OperandRanges {
  const Model& model;
  const ProgramBuilder& builder;
  const AssumedRanges& assumed;
  Diagnostics& diagnostics;
};

// An operand that may be 0 in a division, negative in a root, and the like. `other`: the second operand.
void warn_of_operand(const OperandRanges& ranges, const Expression& node, const Expression& operand,
                     Ref value, OperationCode code, Ref other);
// A function that maps from a range maps everything to its beginning where the range has no width.
void warn_of_width(const OperandRanges& ranges, const Expression& low, const Expression& high, Ref width);
// A curve that is drawn between 0 and 1, asked of a number from 0 to 100 as it stands.
void warn_of_curve(const OperandRanges& ranges, const Expression& node);

}  // namespace ishi::compiler
