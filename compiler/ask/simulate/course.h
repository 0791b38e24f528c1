#pragma once

#include "simulate/situation.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

// A run as a test or scene describes it: its length, the changes on the way, and the tasks that fail.
struct WrittenCourse {
  const Setting<double>& run;
  const std::vector<Timed<Moment>>& at;
  const Map<std::vector<Setting<double>>>& fails;
  const Surroundings& around;  // what tasks give back and change
};

// Reads the course of a run into a situation that already has its named entities. Adds the changes to those
// that the situation has, and reports everything wrong.
void read_course(const Model& model, const WrittenCourse& written, SituationValues& values,
                 Situation& situation, Diagnostics& diagnostics);

}  // namespace ishi::compiler
