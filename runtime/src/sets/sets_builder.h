#pragma once

#include <cstdint>

#include "memory/arena.h"
#include "world/population_state.h"

// Makes the sets of a population: planned, then attached when the arenas are there.

namespace ishi {

class SetsBuilder {
 public:
  explicit SetsBuilder(Population::State& population) : p_(population), sets_(population.sets) {}

  // Adds the columns of the agents' own sets to `own`, `padded` rows for each member, and those of sets that
  // the world does not know yet to `shared`. False if there is no memory.
  [[nodiscard]] bool plan(ArenaPlan& own, ArenaPlan& shared, uint32_t padded);
  void attach(Arena& own, Arena& shared);
  // Finds what each choice needs of the program.
  [[nodiscard]] bool find_needed();

 private:
  struct FieldPlan {
    ColumnPlace places[3];
  };
  struct TablePlan {
    ColumnPlace count, serial, entity, first_seen, last_seen, position[3], awareness, awareness_rest, told;
    bool is_known = false;  // the world has it already
    bool is_shared = false;
    bool has_awareness = false;
  };

  [[nodiscard]] bool allocate();
  void describe(uint32_t set, SetTable& table);
  void plan_rows(RowPlan& rows, uint32_t set, SetTable& table, TablePlan& places);

  Population::State& p_;
  Sets& sets_;
  uint32_t padded_ = 0;
  Array<TablePlan> tables_;
  Array<FieldPlan> field_plans_;
  struct ChoicePlan {
    ColumnPlace entity, score;
  };
  Array<ChoicePlan> choices_;
  ColumnPlace candidate_, bound_, due_, block_due_;
};

}  // namespace ishi
