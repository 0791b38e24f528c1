#pragma once

#include <vector>

#include "runtime/body_world.h"

// Agents that steer while they want option 0: to, from or round `target`, away from the members of the set
// `pack`. Flag 0 is the condition of parts that have one.

namespace ishi::testing {

struct SteeringPart {
  SteeringKind kind = SteeringKind::seek;
  float weight = 1;
  float range = 0, stop = 0;
  bool is_conditional = false;
};

struct SteeringSpec {
  std::vector<SteeringPart> parts;
  uint16_t directions = 16;
  bool interpolates = false;
  float speed = 1.5f;
  uint32_t capacity = 8;
  Up up = Up::y;
  uint64_t seed = 5;
  bool is_long = false;               // the program is too long for several agents at once
  std::vector<BodyOption> options{};  // none: one that steers and nothing else
};

inline Body steer(uint32_t steering = 0) { return {.kind = NodeKind::steer, .subject = steering}; }

// Body content with two steerings of these parts, which differ in their speeds: the second is twice as fast.
BlobContent steering_content(const SteeringSpec& spec);

struct SteeringWorld {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  std::vector<Column<float>> wants;
  Column<EntityId> target;
  Column<uint8_t> flags[3];
  std::span<const Move> moves;
  Commands commands;
  uint64_t frame = 0, time = 0;
  uint32_t agents_per_job = 256;

  explicit SteeringWorld(const SteeringSpec& spec);

  Entity spawn(Vector3 position);
  Entity place(Vector3 position);
  [[nodiscard]] uint32_t slot_of(Entity agent) const;
  // A frame up to the end of its rounds; `in_move` is called between begin_move and the jobs.
  void think_and_act(uint64_t microseconds = 100'000);
  void move();
  void step(uint64_t microseconds = 100'000) {
    think_and_act(microseconds);
    move();
    REQUIRE(world.end_frame());
  }
  // What the directions of an agent weighed.
  [[nodiscard]] std::vector<float> weights(uint32_t slot) const;
};

}  // namespace ishi::testing
