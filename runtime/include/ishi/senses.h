#pragma once

#include <cstdint>
#include <span>

#include "ishi/id.h"
#include "ishi/types.h"

// What passes between a game and the senses of its agents: who senses in a frame, what the game is asked
// about lines of sight, and the sounds that it makes. The calls stand in ishi/population.h and ishi/world.h.

namespace ishi {

struct SenseOptions {
  uint32_t size = sizeof(SenseOptions);
  uint32_t agents_per_job = 256;  // at least 1; results do not depend on it
  // True if observers look only at targets near them. Without it every observer is compared with every
  // target, which gives the same results and is there to be compared with.
  bool broad_phase = true;
  // At most so many sense in this frame, those whose turn to think has been longest ago; 0: all whose turn it
  // is. Who was given the same quota as to think thinks when it has sensed.
  uint32_t quota = 0;
};

// Names one query of one population.
struct Ticket {
  uint64_t query = 0;
  uint32_t world = 0;       // World::number
  uint16_t population = 0;  // in the world, counted from 0

  friend bool operator==(const Ticket&, const Ticket&) = default;
};

// The question to the game: does something stand between an observer and a target that it may see?
struct OcclusionQuery {
  Ticket ticket{};  // for Population::answer
  Entity observer{}, target{};
  uint32_t slot = 0;     // the observer's
  Vector3 from{}, to{};  // metres: where the two are; eyes and heads are the game's to add
};

enum class Sight : uint8_t { clear, blocked };

// What a population's senses have done since it was made.
struct SenseCounters {
  uint64_t candidates = 0;  // pairs of observer and target that the broad phase left
  uint64_t distance_tests =
      0;                     // those of them that were compared by distance: of all but the observer itself
  uint64_t field_tests = 0;  // … that were near enough and asked for the field of sight
  uint64_t conditions = 0;   // … that were asked for their `when`
  uint64_t queries = 0;      // … whose line of sight the game was asked for
  uint64_t noticed = 0;      // by any sense; sounds count too
  uint64_t lapsed = 0;       // queries that were answered too late or never
  uint64_t lost_events = 0;  // of awareness, for which there was no room; the next sensing reports them
};

struct SoundOptions {
  uint32_t size = sizeof(SoundOptions);
  SoundId sound{};
  Entity maker{};          // who makes it, also of one that sounds elsewhere; it does not hear itself
  bool elsewhere = false;  // it sounds at `position`, else where its maker is
  Vector3 position{};      // metres
};

}  // namespace ishi
