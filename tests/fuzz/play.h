#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ishi/asset_info.h"

// Plays an asset as a careless game would: whatever loads must run.

namespace ishi::fuzzing {

// To play: a world with a population of each agent (of the first few), entities of each thing and a grid;
// for `frames` frames any bytes are written wherever a game may write, tasks are reported at random, senses
// answered or not, candidates, facts, events and sounds come and go. The same asset gives the same history.
// Fails if a call is refused that cannot be.

// Loads what the compiler made, which must succeed, and plays it.
void play_compiled(std::span<const uint8_t> blob, uint32_t frames);

// Loads any bytes, within the time that their number lets one expect, and plays what is taken; whether it
// was.
bool play_if_loaded(std::span<const uint8_t> bytes, uint32_t frames);

// A save of the world in which an asset was played so long; empty if there was none.
[[nodiscard]] std::vector<std::byte> save_after(const Asset& asset, uint32_t frames);

// Loads any save onto an asset, within the time and memory that its size lets one expect, and plays on in the
// world that it makes; whether it made one.
bool play_if_restored(std::span<const std::byte> save, const Asset& asset, uint32_t frames);

}  // namespace ishi::fuzzing
