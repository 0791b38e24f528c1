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

}  // namespace ishi
