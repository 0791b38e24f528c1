#pragma once

#include <cstdint>
#include <span>

#include "ishi/id.h"
#include "ishi/types.h"

// The values that pass between a game and the senses of its agents: questions about lines of sight, their
// answers, and sounds. The calls stand in ishi/population.h and ishi/world.h.

namespace ishi {

struct SenseOptions {
  uint32_t size = sizeof(SenseOptions);
  uint32_t agents_per_job = 256;  // at least 1; results do not depend on it
  // Observers test only the targets near them. Without it every observer tests every target, with the same
  // results, to compare with.
  bool broad_phase = true;
  // The most agents that sense in this frame, the most overdue first; 0: all that are due. With the quota of
  // BatchOptions the same agents sense and think.
  uint32_t quota = 0;
};

// Names one query of one population.
struct Ticket {
  uint64_t query = 0;
  uint32_t world = 0;       // World::number
  uint16_t population = 0;  // in the world, counted from 0
  uint16_t reserved = 0;    // a ticket has no padding: its bytes may be hashed

  friend bool operator==(const Ticket&, const Ticket&) = default;
};

// The question to the game: does something stand between an observer and a target that it may see or feel, or
// between it and a sound?
struct OcclusionQuery {
  Ticket ticket{};              // for Population::answer
  Entity observer{}, target{};  // of a sound its maker, who may be gone
  uint32_t slot = 0;            // the observer's
  // Metres: where the two are, of a sound where it sounded. Eyes and heads are the game's to add.
  Vector3 from{}, to{};
};

enum class Sight : uint8_t { clear, blocked };

// Sums over a population's senses since it was made. The tests count pairs of an observer and a target.
struct SenseCounters {
  uint64_t candidates = 0;      // left by the broad phase
  uint64_t distance_tests = 0;  // tested for the distance: all of these but the observer itself
  uint64_t field_tests = 0;     // near enough, and tested for the field of sight
  uint64_t conditions = 0;      // tested for the `when` of the sense
  uint64_t queries = 0;         // whose line of sight became a question to the game
  uint64_t noticed = 0;         // by any sense; sounds count, too
  uint64_t lapsed = 0;          // queries that were answered too late or never
  uint64_t lost_events = 0;     // of awareness, for which there was no room; the next sensing reports them
};

struct SoundOptions {
  uint32_t size = sizeof(SoundOptions);
  SoundId sound{};
  Entity maker{};          // also of a sound that is elsewhere; it does not hear its own sounds
  bool elsewhere = false;  // it sounds at `position`, else where its maker is
  Vector3 position{};      // metres
};

}  // namespace ishi
