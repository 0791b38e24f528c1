#pragma once

#include "population/population_state.h"

// Reports and answers as the world takes them, for whoever records them.

namespace ishi {

// As Population::report.
[[nodiscard]] Status take_report(Population::State& population, const Report& report);
// The status that take_report would give now. Nothing changes.
[[nodiscard]] Status check_report(const Population::State& population, const Report& report);
// As Population::answer.
[[nodiscard]] Status take_answer(const Population::State& population, const Ticket& ticket, Sight sight);

}  // namespace ishi
