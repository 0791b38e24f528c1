#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "recording/recorded_agent.h"
#include "simulate/situation.h"

namespace ishi::compiler {

// The situation of a recorded agent, and the names of its entities, which the situation refers to.
// Moved, never copied: the names of a copy would be those of the original.
struct MomentSituation {
  MomentSituation() = default;
  MomentSituation(MomentSituation&&) = default;
  MomentSituation& operator=(MomentSituation&&) = default;

  Situation situation;
  std::deque<std::string> names;
};

// Everything that a test can give of an agent of a recording as things stand: its keys, levels, memories and
// sets, itself, and the entities that these name. Values that are the defaults are left out. `running`: its
// option, kNone for none; `state`: kNoState for none.
[[nodiscard]] MomentSituation situation_of_moment(const RecordedAgent& agent, uint32_t running,
                                                  uint32_t state);

// The name of an entity in a test: "guard_17" for "guard#17".
[[nodiscard]] std::string name_in_test(std::string_view name);

}  // namespace ishi::compiler
