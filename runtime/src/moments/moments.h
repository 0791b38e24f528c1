#pragma once

#include <cstdint>

#include "blackboard/moment_times.h"
#include "columns/column_set.h"
#include "ishi/population.h"
#include "ishi/types.h"
#include "memory/array.h"
#include "views/agents.h"

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

 private:
  void note(uint32_t moment, uint32_t slot, uint64_t now) const {
    if (moment != kNotFound) last[moment][slot] = now;
  }
};

// Makes them: declared, then bound to what programs read. False if there is no memory.
class MomentsBuilder {
 public:
  explicit MomentsBuilder(Agents& population) : p_(population) {}

  [[nodiscard]] bool declare(ColumnSet& columns);
  void bind();

 private:
  Agents& p_;
};

}  // namespace ishi
