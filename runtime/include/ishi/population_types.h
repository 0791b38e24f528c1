#pragma once

#include <cstdint>

#include "ishi/id.h"
#include "ishi/types.h"

// What a population is made with, and what it tells of itself.

namespace ishi {

struct PopulationOptions {
  uint32_t size = sizeof(PopulationOptions);
  uint32_t capacity = 0;  // how many agents live at once: 1 to 2^24 - 1
  // For tools: how many changes of nodes a round tells (Commands::nodes), and how many events at least
  // (Commands::posted); what comes after them is lost, and counted.
  // Their order is that of the bodies while one job acts at a time.
  uint32_t node_events = 0;
  // For agents that plan: how many of them search at the same time (the others wait for their turn), in how
  // many situations each search may look (up to 2^20) whose plan does not say that with `limit`, and in how
  // many of them in one frame. At least 1; without plans they cost nothing. A situation takes 44 bytes and 4
  // for each planned value.
  uint32_t plan_searches = 8;
  uint32_t plan_situations = 2048;
  uint32_t plan_situations_per_frame = 128;
  // For tools: how many notices of a frame are kept (Tools::notices); later ones are lost. Their
  // order is that of slots while one job senses at a time.
  uint32_t notices = 0;
};

// What an agent remembers of one entity, besides fields.
struct FactInfo {
  Entity entity{};     // it may be gone: a fact is what is believed
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
  uint64_t identity = 0;  // what its randomness hangs on; 0: the handle's bits
  ThingId thing{};        // its kind; zero: none. Keys and parameters of that thing's type read an agent
                          // of another kind, or of none, as nobody
};

struct BatchOptions {
  uint32_t size = sizeof(BatchOptions);
  uint32_t agents_per_job = 2048;  // at least 1; results do not depend on it
  // At most so many think in this batch; 0: all who are due. The most overdue go first, among equals those in
  // lower slots; who is put off goes before all who become due later. So with a quota that is always too
  // small everybody still has a turn, after as many batches as it takes for all: agents think
  // less often, and none is starved.
  uint32_t quota = 0;
};

// What became of the thoughts of a frame, as of its begin_think.
struct ThinkCounters {
  uint32_t thoughts = 0;   // who are in the batch
  uint32_t put_off = 0;    // who were due, too, and wait for lack of quota
  uint32_t early = 0;      // who think a little before they are due, for the spread
  uint32_t looked_at = 0;  // for whom an expression of `every` was computed
  // By how much the most overdue of those is who were put off: one of the two, as `every` counts.
  uint64_t overdue_frames = 0;
  uint64_t overdue_microseconds = 0;
};

// What a choice chose.
struct Chosen {
  Entity member{};  // its entity or handle; nobody: there was none that is eligible
  float score = 0;  // without inertia
};

}  // namespace ishi
