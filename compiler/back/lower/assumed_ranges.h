#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "expression/expression.h"
#include "lower/program_builder.h"
#include "model/model.h"

namespace ishi::compiler {

// The ranges of values while conditions hold. Only warnings use them.
class AssumedRanges {
 public:
  // Adds what a condition says of values when it is true, or false; where it began, for forget(). `lower`
  // gives the value of a part of the condition.
  size_t assume(const Model& model, const ProgramBuilder& builder, const Expression& condition, bool truth,
                const std::function<Ref(const Expression&)>& lower);
  // Takes back all that was added from `mark` on.
  void forget(size_t mark) { assumptions_.resize(mark); }

  [[nodiscard]] Interval range_of(const ProgramBuilder& builder, Ref value) const;
  [[nodiscard]] bool may_be_zero(const ProgramBuilder& builder, Ref value) const;

 private:
  struct Assumption {
    Ref value;
    Interval range;
    bool is_not_zero = false;
  };
  struct Reading;  // of a condition

  std::vector<Assumption> assumptions_;
};

}  // namespace ishi::compiler
