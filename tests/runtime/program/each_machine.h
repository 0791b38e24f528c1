#pragma once

#include "program/machine.h"

namespace ishi::testing {

// Does `check` with the loops for each instruction set that this processor has.
template <typename Check>
void with_each_machine(Check&& check) {
  for (const Machine* const machine : machines()) check(*machine);
}

}  // namespace ishi::testing
