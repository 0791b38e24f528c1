#pragma once

#include "language/field.h"

// The fields of verbs whose argument is a record: `repeat`, `plan` and `walk`.

namespace ishi::compiler {

extern const Mapping kRepeat;
extern const Mapping kPlanLimit;
extern const Mapping kPlan;
extern const Mapping kWalk;

}  // namespace ishi::compiler
