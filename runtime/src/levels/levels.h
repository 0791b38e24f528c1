#pragma once

#include <cstdint>
#include <span>

#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/population.h"
#include "memory/array.h"
#include "views/agents.h"

// Levels of needs and drives that agents carry: when an agent thinks they advance by what its program says of
// the time since they did so last. All of it lies in the population's arena.

namespace ishi {

struct Levels {
  Array<float*> columns;              // by motive of the asset; null if its level is not carried
  Array<float*> rests;                // parallel: what was lost when a level was rounded
  uint64_t* advanced_at = nullptr;    // by slot: when, in microseconds of the world's time
  Array<uint32_t> motives;            // those that are carried
  std::span<const uint32_t> results;  // parallel: the operations of the program that give their levels
  Array<uint32_t> needed;             // the agent's own operations that these need, rising
  Array<uint32_t> places;             // by operation: its place in `needed`
  bool draws = false;                 // true if one of them does

  [[nodiscard]] bool any() const { return is_built(Feature::levels) && motives.size() != 0; }
};

// Advances the levels of one agent to now, bit for bit as its next thought would. `values` has room for
// `needed`. For different slots from any thread.
void advance_levels(Agents& population, uint32_t slot, std::span<float> values);

// Writes the levels that `advance_levels` would make, by motive of the asset, but for those that are not
// carried. False, and nothing is written, if they are of now. Stores and draws nothing: the next thought
// comes to the same.
[[nodiscard]] bool read_levels(const Agents& population, uint32_t slot, std::span<float> values,
                               std::span<float> levels);

// Makes the levels: `declare` comes first, `find_needed` once the program is scheduled. False if there is no
// memory.
class LevelsBuilder {
 public:
  explicit LevelsBuilder(Agents& population) : p_(population) {}

  [[nodiscard]] bool declare(ColumnSet& columns);
  [[nodiscard]] bool find_needed();

 private:
  Agents& p_;
};

}  // namespace ishi
