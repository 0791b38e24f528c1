#pragma once

#include "simulate/situation.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

// The length of a run, the changes on its way, and the tasks that fail, as they are written.
struct WrittenCourse {
  const Setting<double>& run;
  const std::vector<Timed<Moment>>& at;
  const Map<std::vector<Setting<double>>>& fails;
  const Surroundings& around;  // what tasks give back and change
};

// Reads the course of a situation, whose named entities are there; the changes are added to those that it
// has. Everything wrong is reported.
void read_course(const Model& model, const WrittenCourse& written, SituationValues& values,
                 Situation& situation, Diagnostics& diagnostics);

}  // namespace ishi::compiler
