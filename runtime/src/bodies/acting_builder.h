#pragma once

#include <cstdint>

#include "bodies/acting.h"
#include "memory/arena.h"
#include "world/population_state.h"

// Makes what a population needs to act.

namespace ishi {

class ActingBuilder {
 public:
  ActingBuilder(Population::State& population, const PopulationOptions& options)
      : p_(population), a_(population.acting), options_(options) {}

  // Lays out the bodies and adds their columns to the plan of the population's arena. `padded` rows a column.
  // False if there is no memory, here and below. The population's keys must be described.
  [[nodiscard]] bool plan(ArenaPlan& plan, uint32_t padded);
  // Finds the columns in the arena.
  void attach(Arena& arena);
  // Everything that is no state.
  [[nodiscard]] bool allocate();
  // Makes what waits on conditions; `input` is that of the agent's program.
  [[nodiscard]] bool prepare(const ScheduleInput& input) { return prepare_conditions(p_, input); }

 private:
  [[nodiscard]] bool has_cooldown(const blob::Option& option) const;
  bool list_locks();
  bool list_handlers();
  bool find_homes();

  struct Places {
    ColumnPlace blocks, lanes, deadline, started, awake, watching, waiting, think_now, awaits_end, block_deadline,
        pending_ends, pending_events, pending_records, cooling_until, writes, search_owners, searches,
        wants_search, next_search_slot;
  };

  Population::State& p_;
  Acting& a_;
  const PopulationOptions& options_;
  Places places_;
  Array<ColumnPlace> ready_at_;
  uint32_t write_rows_ = 0;
  uint32_t padded_ = 0;
};

}  // namespace ishi
