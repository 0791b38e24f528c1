#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/blob_builder.h"

// A world of watchers who notice `person`s and remember them as `enemies`, for ever unless a test says
// otherwise.

namespace ishi::testing {

namespace senses {
inline constexpr MemoryId kEnemies = MemoryId::of("enemies");
inline constexpr MemoryId kNoises = MemoryId::of("noises");
inline constexpr SoundId kBottle = SoundId::of("bottle");
inline constexpr SoundId kFootstep = SoundId::of("footstep");
inline constexpr uint64_t kSecond = 1'000'000;
inline constexpr float kAllAround = -1;
}  // namespace senses

struct WatchOptions {
  std::vector<raw::Sense> senses{};
  uint32_t capacity = 4;       // of the memories
  bool has_awareness = false;  // enemies fall by 0.2 a second, with levels at 0.4 and 1
  float rise = 0;              // of all senses, if there is awareness
  uint32_t agents = 8;
  uint32_t entities = 64;
  uint32_t every_frames = 1;
  uint32_t sounds = 8;
};

// Bottle carries 14 m, footsteps 5 m.
[[nodiscard]] BlobContent watch_content(const WatchOptions& options);

[[nodiscard]] raw::Sense touch(float range);
[[nodiscard]] raw::Sense sight(float range, float cosine = senses::kAllAround, bool occlusion = false);
[[nodiscard]] raw::Sense hearing(float sensitivity = 1);

struct WatchWorld {
  explicit WatchWorld(const WatchOptions& options);
  WatchWorld(const BlobContent& content, const WatchOptions& options);

  Entity spawn(Vector3 position = {}, Vector3 facing = {});
  Entity person(Vector3 position);
  void begin_frame(uint64_t microseconds = 0);
  // Senses for everybody who does so in this frame; what was asked is in `queries`.
  void sense(const SenseOptions& options = {});
  void think();
  void end_frame() { REQUIRE(world.end_frame()); }
  // A frame in which everybody senses and thinks.
  void step(uint64_t microseconds = 100'000);
  [[nodiscard]] std::vector<Entity> remembered(uint32_t slot = 0, MemoryId memory = senses::kEnemies) const;
  [[nodiscard]] bool remembers(Entity who, uint32_t slot = 0) const;
  // That of the first fact.
  [[nodiscard]] float awareness(uint32_t slot = 0) const;

  Asset asset;
  World world;
  Population watchers;
  Scratch scratch;
  std::vector<OcclusionQuery> queries;
  uint64_t frame = 0;
  uint64_t time = 0;
};

}  // namespace ishi::testing
