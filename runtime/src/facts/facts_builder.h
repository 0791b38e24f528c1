#pragma once

#include <cstdint>

#include "memory/arena.h"
#include "world/population_state.h"

// Makes what a population remembers with: planned, then attached when the arena is there.

namespace ishi {

class FactsBuilder {
 public:
  explicit FactsBuilder(Population::State& population) : p_(population), facts_(population.facts) {}

  // Adds the columns to the population's arena; `padded` rows for each fact. False if there is no memory.
  [[nodiscard]] bool plan(ArenaPlan& plan, uint32_t padded);
  void attach(Arena& arena);

 private:
  struct FieldPlan {
    ColumnPlace places[3];
  };
  struct TablePlan {
    ColumnPlace count, entity, first_seen, last_seen, position[3];
  };

  Population::State& p_;
  Facts& facts_;
  uint32_t padded_ = 0;
  Array<TablePlan> tables_;
  Array<FieldPlan> field_plans_;
  ColumnPlace candidate_, bound_, due_, block_due_;
};

}  // namespace ishi
