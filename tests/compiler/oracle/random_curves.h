#pragma once

#include <string>

#include "compiler/oracle/dice.h"
#include "ishi/program.h"

namespace ishi::compiler::oracle {

inline constexpr int kCurves = kCurveKindCount;  // c0 and so on, one of each kind

// In curves.cpp. A section of curves: those, `far` of a length and `late` of a duration.
std::string random_curves(Dice& dice);

}  // namespace ishi::compiler::oracle
