#pragma once

#include <cstdint>

#include "bodies/acting.h"
#include "columns/column_set.h"
#include "views/agents.h"

// Makes what a population needs to act.

namespace ishi {

class ActingBuilder {
 public:
  ActingBuilder(Agents& population, const PopulationOptions& options)
      : p_(population), a_(population.acting), options_(options) {}

  // Lays out the bodies and declares their columns. False if there is no memory, here and below. The
  // population's keys must be described.
  [[nodiscard]] bool declare(ColumnSet& columns);
  // Everything that is no state.
  [[nodiscard]] bool allocate();
  // Makes what waits on conditions; `input` is that of the agent's program.
  [[nodiscard]] bool prepare(const ScheduleInput& input) { return prepare_conditions(p_, input); }

 private:
  [[nodiscard]] bool has_cooldown(const blob::Option& option) const;
  void declare_bodies(ColumnSet& columns);
  void declare_pending(ColumnSet& columns);
  void declare_searches(ColumnSet& columns);
  bool declare_cooldowns(ColumnSet& columns);
  bool declare_writes(ColumnSet& columns);
  bool list_locks();
  bool list_handlers();
  bool find_homes();

  Agents& p_;
  Acting& a_;
  const PopulationOptions& options_;
};

}  // namespace ishi
