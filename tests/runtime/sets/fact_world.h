#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/blob_builder.h"

// A world of agents who remember: `pickups` (of the thing pickup, forgotten after 10 s, with a field of its
// own) and `faces` (of anybody, for ever). Option 0, `refill`, is for a pickup and scores its energy / 100
// while it is not checked; option 1, `idle`, scores what the key `idle` says. `refill` sets the key `worth`
// to what it remembers of its pickup's energy and then goes on; `finally` sets `whom` to its entity.

namespace ishi::testing {

namespace facts {
inline constexpr MemoryId kPickups = MemoryId::of("pickups");
inline constexpr MemoryId kFaces = MemoryId::of("faces");
inline constexpr uint64_t kEnergy = id_of("things/pickup", "energy");
inline constexpr uint64_t kSpot = id_of("things/pickup", "spot");
inline constexpr uint64_t kChecked = id_of("memory/pickups", "checked");
inline constexpr uint64_t kSecond = 1'000'000;
}  // namespace facts

struct FactOptions {
  uint32_t pickups = 4;  // capacity
  float inertia = 0;
  float cooldown = 0;
  Ties ties = Ties::first;
  bool locked = false;  // true if `refill` may not be interrupted
  uint32_t agents = 8;
};

[[nodiscard]] BlobContent fact_content(const FactOptions& options);

struct FactWorld {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  Column<float> idle, worth, energy;
  Column<EntityId> whom;
  Commands commands;
  uint64_t frame = 0;
  uint64_t time = 0;

  explicit FactWorld(const FactOptions& options = {});
  explicit FactWorld(const BlobContent& content, const FactOptions& options = {});

  uint32_t spawn();
  Entity pickup(float its_energy, Vector3 position = {});
  void begin_frame(uint64_t microseconds = 0);
  void think(uint32_t agents_per_job = 2048);
  void act();
  // A frame.
  void step(uint64_t microseconds = 100'000);
  [[nodiscard]] std::vector<FactInfo> facts_of(uint32_t slot, MemoryId memory = facts::kPickups) const;
  [[nodiscard]] float noticed_energy(uint32_t slot, uint32_t fact) const;
};

}  // namespace ishi::testing
