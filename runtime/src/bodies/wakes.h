#pragma once

#include <cstdint>

#include "views/agents.h"

// How agents go on. Between two frames everything that an agent does waits for something that wakes
// it: a deadline, a condition, a report, the next frame or its next thought. An agent without one would hang
// for ever, since rounds visit only agents that something wakes.

namespace ishi {

// True if something will wake the agent that lives in `slot`. Between two frames. Linear in the nodes that
// are at work.
[[nodiscard]] bool will_wake(const Agents& population, uint32_t slot);
// Wakes the agents that nothing else would wake, such as those of a save that an older version wrote.
void wake_forgotten(Agents& population);

}  // namespace ishi
