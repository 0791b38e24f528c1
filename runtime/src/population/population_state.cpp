#include "population/population_state.h"

namespace ishi {

Moment Population::State::moment() const {
  return {world->header->time_microseconds, world->sounds.last_serial()};
}

void Population::State::reset(uint32_t slot) {
  columns.reset(slot, moment());
  empty_sets(*this, slot);
  reset_senses(*this, slot);
  if (walks.any()) walks.release(slot);
  if (steering.weighed.size() != 0) steering.weighed[slot] = 0;
  acting.reset_body(slot);
}

void Population::State::set_profile(uint32_t slot, uint32_t own) {
  profile[slot] = own;
  if (!states.any()) return;
  states.own_profile[slot] = own;
  apply_profile(*this, slot);
}

}  // namespace ishi
