#pragma once

#include <cstdint>
#include <vector>

#include "choices.h"
#include "ishi/asset_info.h"
#include "ishi/world.h"

// What a careless game does to a world. Whatever it is refused it does not mind.

namespace ishi::fuzzing {

// A population and the asset that it was made from, which must outlive it.
struct Cast {
  const Asset* asset = nullptr;
  uint32_t agent = 0;  // of the asset
  Population population{};
  bool is_forged = false;  // the asset: its programs may overflow, as no compiler would let them
};

// Mostly a usual number, else one that hurts: NaN, infinity, a denormal, a huge one, any bits.
float odd_number(Choices& choices);
Vector3 odd_vector(Choices& choices);
// A handle of somebody that exists, or did, or never will.
Entity odd_entity(Choices& choices, const World& world);

// Values of one of the asset's keys, whosever it is.
void write_key(World& world, Cast& cast, Choices& choices);
// A carried level, a mask of blocked directions, a field of a thing, a position or facing.
void write_state(World& world, Cast& cast, Choices& choices);
// What a game may also write within a frame: a key, a carried level, a mask of blocked directions, a field of
// a thing.
void write_in_frame(World& world, Cast& cast, Choices& choices);
// Remembers, forgets, or writes what is known.
void change_memory(World& world, Cast& cast, Choices& choices);
// Adds, replaces, withdraws candidates, or writes their fields.
void change_candidates(World& world, Cast& cast, Choices& choices);
void post_event(World& world, const Cast& cast, Choices& choices);
void make_sound(World& world, const Cast& cast, Choices& choices);
// Tokens and entities that the game keeps for itself.
void keep_claims(World& world, const Cast& cast, Choices& choices);
// Whatever can be asked about a slot.
void ask(const World& world, const Cast& cast, Choices& choices);

}  // namespace ishi::fuzzing
