#pragma once

#include <cstdint>

#include "ishi/id.h"
#include "ishi/types.h"

// The options with which populations, agents and batches are made, and what calls of a population give.

namespace ishi {

struct PopulationOptions {
  uint32_t size = sizeof(PopulationOptions);
  uint32_t capacity = 0;  // the most agents that live at once: 1 to 2^24 - 1
  // For tools: the changes of nodes that a round keeps (Commands::nodes), and the least number of events
  // (Commands::posted); later ones are lost, and counted. They stand in the order of the bodies if one job
  // acts at a time.
  uint32_t node_events = 0;
  // For agents that plan: the searches that run at the same time (other agents wait for their turn), the
  // situations that a search may try (up to 2^20) if its plan has no `limit`, and those that it may try in
  // one frame. At least 1; without plans they cost nothing. A situation takes 44 bytes and 4 for each planned
  // value.
  uint32_t plan_searches = 8;
  uint32_t plan_situations = 2048;
  uint32_t plan_situations_per_frame = 128;
  // For tools: the notices of a frame that are kept (Tools::notices); later ones are lost. They stand in the
  // order of slots if one job senses at a time.
  uint32_t notices = 0;
};

// A fact of a memory, without its fields.
struct FactInfo {
  Entity entity{};     // may be gone: a fact is what the agent believes
  Vector3 position{};  // metres: where it was
  // Microseconds of the world's time; below 0: before the world began.
  int64_t first_seen_microseconds = 0;
  int64_t last_seen_microseconds = 0;
};

struct SpawnOptions {
  uint32_t size = sizeof(SpawnOptions);
  Vector3 position{};  // metres
  Vector3 facing{};    // of length 1; zeros: forward
  TeamId team{};
  ProfileId profile{};    // its importance profile, kNoProfileId for none; zero: the usual one of its agent
  uint64_t user = 0;      // the game's own
  uint64_t identity = 0;  // decides what it draws at random; 0: the handle's bits
  ThingId thing{};        // its kind; zero: none. Keys and parameters of that thing's type read an agent
                          // of another kind, or of none, as nobody
};

struct BatchOptions {
  uint32_t size = sizeof(BatchOptions);
  uint32_t agents_per_job = 2048;  // at least 1; results do not depend on it
  // The most agents that think in this batch; 0: all that are due. The most overdue go first, among equals
  // those in lower slots; deferred agents go before all that become due later. So with a quota that is always
  // too small agents think less often, and none is starved.
  uint32_t quota = 0;
};

// The agents that a begin_think counted.
struct ThinkCounters {
  uint32_t thoughts = 0;   // in the batch
  uint32_t put_off = 0;    // due, too, but deferred by the quota
  uint32_t early = 0;      // in the batch a little before they are due, for the spread
  uint32_t looked_at = 0;  // whose expression of `every` was computed
  // How overdue the longest-deferred agent is: one of the two, as `every` counts.
  uint64_t overdue_frames = 0;
  uint64_t overdue_microseconds = 0;
};

// The result of a choice.
struct Chosen {
  Entity member{};  // its entity or handle; nobody if no member is eligible
  float score = 0;  // without inertia
};

}  // namespace ishi
