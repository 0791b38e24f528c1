#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/check.h"
#include "asset/tables.h"
#include "ishi/program.h"

// Formulas in bodies and assumptions: whose they are, what they may read, and what is assigned their values.

namespace ishi {

// The formulas that may stand somewhere: those of an owner that read no record and no fact but this one.
struct FormulaScope {
  blob::Range range;
  blob::RecordKind record_kind = blob::RecordKind::none;
  uint32_t record = 0;
  uint32_t set = kNotFound;
  std::span<const blob::Parameter> givens = {};  // what may be assigned what a step gives back
};

// How many values a formula for a variable gives.
[[nodiscard]] uint32_t results_of(blob::ValueType type);

class FormulaCheck {
 public:
  FormulaCheck(Check& check, const Tables& tables, std::span<const MemberField> member_fields)
      : check_(check),
        t_(tables),
        member_fields_(member_fields),
        programs_(tables.operations.size()),
        formulas_(tables.formulas.size()) {}

  // The programs of agents come before those of formulas.
  bool program_of_agent(const blob::Range& program) { return programs_.follows(check_, program); }
  // The formulas of an owner, which follow those of the last one.
  bool owned(const blob::Range& formulas);
  // That none is left over.
  bool complete();

  // True if a formula may stand in a scope and gives so many values.
  bool given(const FormulaScope& own, uint32_t index, uint32_t results, const void* where);
  bool optional(const FormulaScope& own, uint32_t index, const void* where);
  // What an effect is assumed to change, or what a step changes.
  bool assigns(const FormulaScope& own, const blob::Assignment& assignment);
  // That nothing is written twice; what is written rises, so that this is quickly seen.
  bool distinct(std::span<const blob::Assignment> assignments);

 private:
  bool one(const blob::Formula& formula);
  bool assigns_key(const FormulaScope& own, const blob::Assignment& assignment);
  bool assigns_given(const FormulaScope& own, const blob::Assignment& assignment);
  bool assigns_level(const FormulaScope& own, const blob::Assignment& assignment);
  static uint32_t set_written(const FormulaScope& own, const blob::Assignment& assignment);
  bool assigns_member_field(const FormulaScope& own, const blob::Assignment& assignment);

  Check& check_;
  const Tables& t_;
  std::span<const MemberField> member_fields_;
  Tiling programs_, formulas_;
};

}  // namespace ishi
