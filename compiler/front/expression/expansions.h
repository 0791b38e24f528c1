#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

// Writes out calls of values with parameters: a call becomes a copy of the value's formula in which the
// arguments stand for the parameters, so that later phases need not know of calls. Limits how much one
// formula and the whole file have written out.
class Expansions {
 public:
  Expansions(const Model& model, ExpressionArena& arena, Diagnostics& diagnostics)
      : model_(model), arena_(arena), diagnostics_(diagnostics) {}

  // Replaces a typed call of a typed value. Where that would be too much, or makes no sense of a fact, it
  // reports it and leaves the call as it is.
  void expand(Expression& call, const Named<Value>& value);

  // The number of one more function over a set; copies of functions have numbers of their own.
  uint32_t next_pass() { return ++passes_; }

  // While it lives, what is written out counts to a formula of its own.
  class InFormula {
   public:
    explicit InFormula(Expansions& expansions)
        : expansions_(expansions), outer_(std::exchange(expansions.written_out_, 0)) {}
    InFormula(const InFormula&) = delete;
    InFormula& operator=(const InFormula&) = delete;
    ~InFormula() { expansions_.written_out_ = outer_; }

   private:
    Expansions& expansions_;
    size_t outer_;
  };

 private:
  const Model& model_;
  ExpressionArena& arena_;
  Diagnostics& diagnostics_;
  uint32_t passes_ = 0;         // functions over sets so far
  size_t written_out_ = 0;      // parts of calls that were written out, in the formula at hand
  size_t all_written_out_ = 0;  // in all
};

}  // namespace ishi::compiler
