#pragma once

#include <cstdint>

#include "columns/column_set.h"
#include "sets/sets.h"
#include "views/agents.h"

// Makes the sets of a population: declared, then scheduled with the program.

namespace ishi {

class SetsBuilder {
 public:
  // In the shape of a set's columns: its members are entities.
  static constexpr uint32_t kEntitiesShape = 2;

  explicit SetsBuilder(Agents& population) : p_(population), sets_(population.sets) {}

  // The agents' own sets and those that the world does not know yet. False if there is no memory.
  [[nodiscard]] bool declare(ColumnSet& columns);
  // Finds what each choice needs of the program.
  [[nodiscard]] bool find_needed();

 private:
  [[nodiscard]] bool allocate();
  void describe(uint32_t set, SetTable& table);
  void declare_rows(ColumnSet& columns, uint32_t index, SetTable& table);
  static void take_columns(const SetTable& known, SetTable& table);

  Agents& p_;
  Sets& sets_;
  uint32_t padded_ = 0;
};

}  // namespace ishi
