#pragma once

#include <cstdint>
#include <string>

#include "ishi/record/replay.h"

// The differences that a replay found between a run and its recording, in words.

namespace ishi::compiler {

// "population 2 (guard)", "the world itself".
[[nodiscard]] std::string population_text(const record::Replay& replay, uint32_t population);
// The last difference: "the state of population 0 (guard) is another one"; "nothing" if the replay found no
// difference.
[[nodiscard]] std::string difference_text(const record::Replay& replay);

}  // namespace ishi::compiler
