#pragma once

#include <cstdint>
#include <span>

#include "bodies/visit.h"
#include "float_environment.h"
#include "population/population_state.h"

// What the calls of acting share with those of the world.

namespace ishi {

// Aborts what an agent does that is about to go; the game is told in the next round.
void end_body(Population::State& population, uint32_t slot);

// The lists of one visit on one thread: nothing acts at the same time.
[[nodiscard]] Outputs serial_outputs(Acting& acting);
// What a visit outside of a round has given: shared writes and events go where they go, and what ended is
// over and waits for the next round.
void gather_outside_round(Population::State& population, uint32_t slot, const Outputs& outputs);
// Lets `end` end what an agent does, by a Visit, while nothing acts.
template <typename End>
void end_outside_round(Population::State& population, uint32_t slot, End&& end) {
  Acting& a = population.acting;
  Outputs outputs = serial_outputs(a);
  in_float_environment([&] {
    Visit visit(population, {a.formula_values.data(), a.formula_values.size()}, outputs, a.counters);
    end(visit);
    gather_outside_round(population, slot, outputs);
  });
}

// Brings what jobs have written to shared keys and posted to where it goes, in the order in which they did.
void gather_outputs(Population::State& population, std::span<const Outputs> jobs);

// Ends a round: brings what its jobs have written and posted to where it goes. Their commands remain.
void close_round(Population::State& population);

// Runs the handlers of the events that the population has not seen.
void handle_events(Population::State& population);

// Brings what the populations wrote to shared keys into the keys, in the order of populations.
void apply_shared_writes(World::State& world);

}  // namespace ishi
