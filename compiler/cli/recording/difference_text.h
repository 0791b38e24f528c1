#pragma once

#include <cstdint>
#include <string>

#include "ishi/record/replay.h"

// What a replay met that is not as it was recorded, in words.

namespace ishi::compiler::cli {

// "population 2 (guard)", "the world itself".
[[nodiscard]] std::string population_text(const record::Replay& replay, uint32_t population);
// The last difference: "the state of population 0 (guard) is another one"; "nothing" if there is none.
[[nodiscard]] std::string difference_text(const record::Replay& replay);

}  // namespace ishi::compiler::cli
