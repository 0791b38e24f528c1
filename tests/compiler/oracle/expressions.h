#pragma once

#include <cstdint>

#include "compiler/oracle/arithmetic.h"
#include "compiler/oracle/moment.h"
#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler::oracle {

// Where an expression is read.
struct Place {
  const Model& model;
  const Moment& moment;
  uint32_t option = kNone;         // of the agent
  const Member* member = nullptr;  // what the loop variable stands for, if there is one
  const Member* it = nullptr;      // what `it` stands for inside a function over a set
};

// The number, or 1 and 0 of a condition, that an expression comes to.
double number_of(const Expression& node, const Place& place, Arithmetic& arithmetic);

// The level of a need, or of a drive behind them: carried, or computed.
double level_of(uint32_t motive, const Place& place, Arithmetic& arithmetic);

}  // namespace ishi::compiler::oracle
