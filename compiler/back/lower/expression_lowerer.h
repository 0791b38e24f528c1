#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "lower/assumed_ranges.h"
#include "lower/formula_context.h"
#include "lower/operand_warnings.h"
#include "lower/program_builder.h"
#include "model/model.h"

namespace ishi::compiler {

// Turns typed expressions into operations of one program. Warns, once a place, where the ranges allow a
// division by zero or an operand that an operation can do nothing with.
class ExpressionLowerer {
 public:
  ExpressionLowerer(const Model& model, ProgramBuilder& builder, Diagnostics& diagnostics,
                    FormulaContext context = {})
      : model_(model), builder_(builder), diagnostics_(diagnostics), context_(std::move(context)) {}

  // The option of a thought to which the expressions belong from now on, and for whose members it is; kNone:
  // none.
  void enter_option(uint32_t option, uint32_t set);
  // True if the member at hand of a set is such a thing.
  Ref is_thing(uint32_t set, uint32_t thing);

  // Each expression is lowered once an option, where it stands: what is assumed there is what its warnings
  // know.
  LoweredValue lower(const Expression& node);
  Ref lower_number(const Expression& node) { return lower(node).x; }
  // The place of a point or somebody. `known`: whether there is somebody; kNoRef for a point.
  LoweredValue lower_target(const Expression& node, Ref& known);
  // The level of a motive (needs first), 0..1: of a carried one what it was when the agent's levels were last
  // advanced, or, in a thought, what it is advanced to.
  Ref level(uint32_t motive);

  // The ranges of values while a condition holds, until `forget`. Only warnings use them.
  size_t assume(const Expression& condition, bool truth);
  void forget(size_t mark) { around_.assumed.forget(mark); }

 private:
  // The function over a set that is lowered, and the call of a value that it is written out for.
  struct Over {
    uint32_t set = kNone;
    uint32_t pass = 0;
    Span call;
  };
  // What is around the expression at hand. A value and a level begin anew.
  struct Around {
    AssumedRanges assumed;
    bool is_named = false;  // a value or a level is lowered
    std::optional<Over> over;
  };

  LoweredValue lower_afresh(const Expression& node);
  Ref lower_random(const Expression& node);
  LoweredValue lower_value(uint32_t index);
  LoweredValue lower_field(const Expression& node);
  Ref advanced(uint32_t motive, const Named<Motive>& carried);
  Ref lower_norm(const Expression& node);
  Ref lower_binary(const Expression& node);
  // over_sets.cpp
  struct OfMember;
  Ref lower_over_set(const Expression& node);
  Ref lower_in_pass(const Expression& node);
  Ref lower_by_numbers(const Expression& node);
  OfMember of_member(const Expression& node);
  Ref report_nested(const Expression& node);
  [[nodiscard]] bool is_of_member_at_hand(const Expression& node, std::vector<uint32_t>& passes) const;
  // member_lowerer.cpp
  LoweredValue lower_member(const Expression& node);
  LoweredValue lower_maker(const Expression& node);
  Ref greatest_awareness();
  LoweredValue lower_member_field(const Expression& node);
  LoweredValue remembered_place(const Expression& variable);
  // The member of a set that a loop variable or `it` stands for.
  Ref number_of(const Expression& variable);
  ChoiceSource::Lowered chosen(uint32_t choice);
  Ref lower_known(const Expression& object);
  // compositions.cpp
  LoweredValue lower_call(const Expression& node);
  LoweredValue lower_if(const Expression& node);
  LoweredValue lower_direction(const Expression& node);
  LoweredValue lower_bearing(const Expression& node);
  LoweredValue lower_angle(const Expression& node);
  LoweredValue place_of(const Expression& node, Ref& row);
  LoweredValue difference(const Expression* from, const Expression& to, Ref& known);
  [[nodiscard]] OperandRanges ranges() const { return {model_, builder_, around_.assumed, diagnostics_}; }

  const Model& model_;
  ProgramBuilder& builder_;
  Diagnostics& diagnostics_;
  FormulaContext context_;
  Around around_;
  std::unordered_map<const Expression*, LoweredValue> lowered_;
  std::unordered_map<uint32_t, LoweredValue> values_;
  std::unordered_map<uint32_t, Ref> levels_;
  std::unordered_map<uint32_t, Ref> numbered_;  // by pass, of functions over sets: the member that `it` is
  size_t numbered_count_ = 0;
  bool is_nested_reported_ = false;
};

}  // namespace ishi::compiler
