#pragma once

#include <random>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/guard.h"
#include "runtime/phases.h"
#include "runtime/refusal.h"

// A world with guards in it.

namespace ishi::testing {

constexpr AgentId kGuard = AgentId::of("guard");
constexpr ThingId kPerson = ThingId::of("person");

struct GuardWorld {
  Asset asset = load_valid(guard_content());
  World world;
  Population guards;
  Scratch scratch;
  uint64_t frame = 0;

  explicit GuardWorld(uint32_t capacity = 16, uint32_t entities = 64,
                      InstructionSet instruction_set = InstructionSet::best) {
    REQUIRE(World::create({.seed = 7, .entities = entities, .teams = 3, .instruction_set = instruction_set},
                          world));
    REQUIRE(world.add_population(asset, kGuard, {.capacity = capacity}, guards));
    REQUIRE(Scratch::create(world, scratch));
  }

  Entity spawn(const SpawnOptions& options = {}) {
    Entity agent;
    REQUIRE(guards.spawn(options, agent));
    return agent;
  }
  Entity spawn_person(Vector3 position = {}) {
    Entity entity;
    REQUIRE(world.spawn_entity({.position = position, .thing = kPerson}, entity));
    return entity;
  }
  // In different places.
  std::vector<Entity> spawn_people(uint32_t count) {
    std::vector<Entity> people(count);
    for (uint32_t i = 0; i < count; ++i) {
      people[i] = spawn_person({static_cast<float>(i), 0, static_cast<float>(i % 7)});
    }
    return people;
  }
  uint32_t slot_of(Entity agent) const {
    uint32_t slot = 0;
    REQUIRE(guards.slot_of(agent, slot));
    return slot;
  }
  Clock next_clock() {
    ++frame;
    return {frame, frame * 16'667};
  }
  void think() {
    REQUIRE(world.begin_frame(next_clock()));
    phases::think(guards, scratch);
    REQUIRE(world.end_frame());
  }
  std::vector<float> explain(uint32_t slot) const {
    std::vector<float> values(Tools(guards).value_count());
    REQUIRE(Tools(guards).explain(guards.agent_of(slot), values));
    return values;
  }

  // Writes what guards know: in range, out of range, and no numbers at all.
  void feed(std::mt19937& random, std::span<const Entity> others) {
    const auto number = [&] { return static_cast<float>(random() % 20'000) / 100 - 50; };
    const Column<float> hp = guards.column<float>(guard::key_id("hp"));
    const Column<int32_t> ammo = guards.column<int32_t>(guard::key_id("ammo"));
    const Column<uint8_t> in_cover = guards.column<uint8_t>(guard::key_id("in_cover"));
    const Column<uint8_t> posture = guards.column<uint8_t>(guard::key_id("posture"));
    const Column<EntityId> threat = guards.column<EntityId>(guard::key_id("threat"));
    const PointColumn home = guards.point_column(guard::key_id("home"));
    for (uint32_t slot = 0; slot < guards.capacity(); ++slot) {
      if (guards.agent_of(slot) == kNobody) continue;
      hp[slot] = random() % 50 == 0 ? std::bit_cast<float>(static_cast<uint32_t>(random())) : number();
      ammo[slot] = static_cast<int32_t>(random() % 20) - 4;
      in_cover[slot] = static_cast<uint8_t>(random() % 3);
      posture[slot] = static_cast<uint8_t>(random() % 4);
      threat[slot] = others.empty() || random() % 3 == 0 ? kNobody : others[random() % others.size()];
      home.set(slot, {number(), number(), number()});
    }
  }
};

}  // namespace ishi::testing
