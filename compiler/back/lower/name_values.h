#pragma once

#include <cstdint>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "lower/formula_context.h"
#include "lower/program_builder.h"
#include "model/model.h"

// The operations that read what a single name stands for, and the vectors that are made of them.

namespace ishi::compiler {

// The range that a variable's value is held in.
[[nodiscard]] Interval range_of(const Variable& variable);
// The first field of a set's members, as the blob counts them: over all sets, of a memory the fields of its
// thing, then its own.
[[nodiscard]] uint32_t first_member_field(const Model& model, uint32_t set);
// The declaration of a key, field or parameter.
[[nodiscard]] const Variable& variable_of(const Model& model, const FormulaContext& context,
                                          const Expression& node);
// Of the innermost steps around that call what they go over so.
[[nodiscard]] uint32_t given_of(const FormulaContext& context, const Expression& variable);

// Every member of a set in turn.
Ref each_member(ProgramBuilder& builder, uint32_t set);
LoweredValue lower_key(const Model& model, ProgramBuilder& builder, const Expression& node);
// Of the entity in `row`: field `place` of a thing.
LoweredValue lower_field_of(const Model& model, ProgramBuilder& builder, Ref row, uint32_t thing,
                            uint32_t place);
// A parameter of the task or a field of the event.
LoweredValue lower_record(const Model& model, ProgramBuilder& builder, const FormulaContext& context,
                          const Expression& node);
LoweredValue lower_given(ProgramBuilder& builder, const FormulaContext& context, const Expression& node);
Ref lower_elapsed(ProgramBuilder& builder, const FormulaContext& context);
// Of an option that is for a set: whether it runs for this member.
Ref lower_running(ProgramBuilder& builder, const FormulaContext& context);
// Both warn of an action that the agent never does.
Ref lower_since(ProgramBuilder& builder, const FormulaContext& context, Diagnostics& diagnostics,
                const Expression& node);
Ref lower_ended(ProgramBuilder& builder, const FormulaContext& context, Diagnostics& diagnostics,
                const Expression& node);

Ref self_row(ProgramBuilder& builder);
LoweredValue self_facing(ProgramBuilder& builder);
Ref is_somewhere(ProgramBuilder& builder, const LoweredValue& place);
Ref dot(ProgramBuilder& builder, const LoweredValue& a, const LoweredValue& b);
Ref length_of(ProgramBuilder& builder, const LoweredValue& v);
// (x - low) / (high - low)
Ref lower_normalized(ProgramBuilder& builder, Ref x, Ref low, Ref high);

}  // namespace ishi::compiler
