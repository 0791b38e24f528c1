#pragma once

#include "simulate/situation.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

// Reads what happens on the way of a test's run: `at` and `fails`. Everything wrong is reported.
void read_course(const Model& model, const Test& test, SituationValues& values, Course& course,
                 Diagnostics& diagnostics);

}  // namespace ishi::compiler
