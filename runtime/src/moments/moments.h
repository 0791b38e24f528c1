#pragma once

#include <cstdint>

#include "ishi/population.h"
#include "ishi/types.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "moments/moment_times.h"

// What agents keep of when options ended and events arrived: of those that their programs ask for, and of no
// others. All of it lies in the population's arena.

namespace ishi {

struct Moments {
  Array<uint64_t*> last;  // by moment of the agent: see MomentTimes
  Array<uint32_t>
      of_option;  // by option of the agent: the moment of its end, kNotFound if nothing asks for it
  Array<uint32_t> of_event;  // by event of the asset: likewise of its arrival

  void option_ended(uint32_t option, uint32_t slot, uint64_t now) const {
    note(of_option[option], slot, now);
  }
  void event_arrived(uint32_t event, uint32_t slot, uint64_t now) const { note(of_event[event], slot, now); }
  // As of an agent to which nothing has happened yet.
  void reset(uint32_t slot) const {
    for (uint64_t* const times : last) times[slot] = MomentTimes::kNever;
  }

 private:
  void note(uint32_t moment, uint32_t slot, uint64_t now) const {
    if (moment != kNotFound) last[moment][slot] = now;
  }
};

// Makes them: planned, then attached when the arena is there. False if there is no memory.
class MomentsBuilder {
 public:
  explicit MomentsBuilder(Population::State& population) : p_(population) {}

  [[nodiscard]] bool plan(ArenaPlan& plan, uint32_t padded);
  void attach(Arena& arena);

 private:
  Population::State& p_;
  Array<ColumnPlace> places_;  // parallel to the moments
};

}  // namespace ishi
