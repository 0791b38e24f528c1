#include "world/goes_on.h"

#include "bodies/wakes.h"
#include "population/population_state.h"

namespace ishi {

EntityId find_hanging(const World::State& world) {
  EntityId hanging;
  for (const Population::State* const p : world.populations) {
    p->for_each_living([&](uint32_t slot) {
      if (hanging == EntityId() && !will_wake(*p, slot)) hanging = p->self[slot];
    });
  }
  return hanging;
}

bool is_anybody_hanging(const World::State& world) {
  for (uint32_t attempt = 0; attempt < 100; ++attempt) {
    const uint64_t done = world.reports_done;
    if (find_hanging(world) == EntityId()) return false;
    if (world.reports_begun == done) return true;  // no report was under way
  }
  return false;
}

}  // namespace ishi
