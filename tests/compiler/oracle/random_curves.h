#pragma once

#include <string>

#include "compiler/oracle/dice.h"

namespace ishi::compiler::oracle {

inline constexpr int kCurves = 15;  // c0 to c14, one of each kind

// A section of curves: those, `far` of a length and `late` of a duration.
std::string random_curves(Dice& dice);

}  // namespace ishi::compiler::oracle
