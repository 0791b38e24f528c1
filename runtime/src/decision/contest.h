#pragma once

#include <cstdint>
#include <span>

#include "program/chunk.h"
#include "program/schedule.h"

// The end of a chunk's thought: its options compete, or keep their scores to be drawn and nothing is chosen
// yet. What is locked was chosen before.

namespace ishi {

// `flags` are those of the conditions, by number; `room` has room for each contest of the schedule.
void compete(const Chunk& chunk, const Schedule& schedule, const uint8_t* flags, std::span<Contestant> room);

}  // namespace ishi
