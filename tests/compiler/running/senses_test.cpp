#include <catch2/catch.hpp>
#include <string>

#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/phases.h"

// What senses ask of whom they notice, and what agents are told when they become aware of somebody.

namespace ishi::compiler::testing::senses_test {
namespace {

constexpr const char* kGuards = R"(ishi: 1
things:
  person: { fields: { side: { one_of: [guard, thief] }, cloth: { type: number, range: 0..1 } } }
sounds:
  bottle: { radius: 14m }
  footstep: { radius: 10m, of: person, scale: 1 - it.cloth }
blackboard:
  suspect: person
  alarms: { type: integer, range: 0..100 }
  most: { type: number, range: 0..1 }
  near: { type: length, range: 0m..100m, default: 8m }
  curfew: { type: boolean, scope: world }
memory:
  enemies: { of: person, capacity: 4, forget: 10s }
  noises: { of: sound, capacity: 4, forget: 6s, fields: { checked: boolean } }
senses:
  eyes:
    sight: { range: 20m, occlusion: false }
    of: person
    when: it.side == thief and distance(it) < near and not curfew
    visibility: 1 - it.cloth
    awareness:
      rise: remap(distance(it), 0m, 10m, 1/s, 0/s)
      fall: 0.2/s
      levels: { suspicious: 0.4, alert: 1 }
    remember: enemies
  ears: { hearing: {}, of: sound, when: it.known, remember: noises }
tasks: { stand: {}, look: { params: { at: point } } }
actions:
  stand: { score: 0.1, do: stand }
  look: { for_each: { noise: noises }, when: noise.sound == footstep and not noise.checked, score: noise.loudness, do: [{ look: { at: noise.position } }] }
  step: { when: suspect.known, score: 0.5, do: [emit: footstep, set: { most: awareness }] }
  chase: { for_each: { foe: enemies }, when: foe.awareness >= suspicious, score: 2, do: [set: { most: awareness }, stand] }
agents:
  guard:
    senses: [eyes, ears]
    actions: [stand, look, step, chase]
    on:
      suspicious: [set: { suspect: event.who }]
      alert: [set: { alarms: alarms + 1 }]
)";

struct Guards {
  Guards() {
    asset = asset_of(kGuards);
    REQUIRE(World::create({.entities = 64}, world));
    REQUIRE(world.add_population(asset, AgentId::of("guard"), {.capacity = 8}, guards));
    REQUIRE(Scratch::create(world, scratch));
    REQUIRE(world.field(id_of("things/person", "side"), side));
    REQUIRE(world.field(id_of("things/person", "cloth"), cloth));
    REQUIRE(guards.column(id_of("blackboard", "suspect"), suspect));
    REQUIRE(guards.column(id_of("blackboard", "alarms"), alarms));
    REQUIRE(guards.column(id_of("blackboard", "most"), most));
    Entity agent;
    REQUIRE(guards.spawn({.thing = ThingId::of("person")}, agent));
  }

  Entity person(Vector3 position, uint8_t its_side = 1) {
    Entity id;
    REQUIRE(world.spawn_entity({.position = position, .thing = ThingId::of("person")}, id));
    side[id.index] = its_side;
    return id;
  }
  void step(uint64_t microseconds) {
    time += microseconds;
    REQUIRE(world.begin_frame({++frame, time}));
    SenseBatch sensing;
    REQUIRE(guards.begin_sense(sensing));
    end_sensing(guards, sensing);
    think_and_act();
    REQUIRE(world.end_frame());
  }
  void end_sensing(Population& population, const SenseBatch& sensing) {
    std::span<const OcclusionQuery> queries;
    for (uint32_t job = 0; job < sensing.jobs(); ++job) REQUIRE(population.sense(sensing, job, scratch));
    REQUIRE(population.end_sense(sensing, queries));
  }
  void think_and_act() {
    phases::think(guards, scratch);
    phases::act(guards, scratch);
  }
  [[nodiscard]] uint32_t known(const char* memory = "enemies") const {
    uint32_t count = 0;
    REQUIRE(guards.facts(guards.agent_of(0), MemoryId::of(memory), {}, count));
    return count;
  }
  [[nodiscard]] float awareness() const {
    float value = -1;
    REQUIRE(guards.awareness(guards.agent_of(0), MemoryId::of("enemies"), 0, value));
    return value;
  }

  Asset asset;
  World world;
  Population guards;
  Scratch scratch;
  Column<uint8_t> side;
  Column<float> cloth, most;
  Column<EntityId> suspect;
  Column<int32_t> alarms;
  uint64_t frame = 0, time = 0;
};

constexpr uint64_t kSecond = 1'000'000;

}  // namespace

TEST_CASE("a sense asks the target, the world and the agent") {
  Guards g;
  g.person({0, 0, 3}, 0);
  g.step(kSecond);
  CHECK(g.known() == 0);
  const Entity thief = g.person({0, 0, 9});
  g.step(kSecond);
  CHECK(g.known() == 0);  // not near enough
  REQUIRE(g.world.set_position(thief, {0, 0, 7}));
  Column<uint8_t> curfew;
  REQUIRE(g.world.world_key(id_of("blackboard", "curfew"), curfew));
  curfew[0] = 1;
  g.step(kSecond);
  CHECK(g.known() == 0);
  curfew[0] = 0;
  g.cloth[thief.index] = 0.9f;  // seen within 2 m
  g.step(kSecond);
  CHECK(g.known() == 0);
  g.cloth[thief.index] = 0.5f;
  g.step(kSecond);
  CHECK(g.known() == 1);
  CHECK(g.guards.sense_counters().conditions >= 1);
}

TEST_CASE("what a target alone decides is asked once for all, before anything else") {
  Guards g;
  for (int i = 0; i < 20; ++i) g.person({0, 0, 3}, 0);
  g.step(kSecond);
  CHECK(g.guards.sense_counters().candidates == 0);
  CHECK(g.guards.sense_counters().conditions == 0);
}

TEST_CASE("awareness rises by the sense's own rate, and each level is told once, with whom it is about") {
  Guards g;
  const Entity thief = g.person({0, 0, 5});  // half of 1/s
  g.step(kSecond / 2);
  CHECK(g.awareness() == 0.25f);
  CHECK(g.suspect[0] == kNobody);
  g.step(kSecond / 2);
  CHECK(g.awareness() == 0.5f);
  CHECK(g.suspect[0] == thief);
  CHECK(g.most[0] == 0.5f);  // in the thought of the same frame
  CHECK(g.alarms[0] == 0);
  g.step(kSecond);
  g.step(kSecond);
  CHECK(g.awareness() == 1);
  CHECK(g.alarms[0] == 1);
  REQUIRE(g.world.set_position(thief, {0, 0, 50}));
  g.step(kSecond);
  CHECK(g.awareness() == Approx(0.8f));
  REQUIRE(g.world.set_position(thief, {0, 0, 5}));
  g.step(kSecond);
  CHECK(g.alarms[0] == 2);  // reached again
}

TEST_CASE("several levels that are reached at once are told in their order") {
  Guards g;
  const Entity thief = g.person({0, 0, 0});
  g.step(5 * kSecond);
  CHECK(g.suspect[0] == thief);
  CHECK(g.alarms[0] == 1);
}

TEST_CASE("a sound carries as far as its maker lets it") {
  Guards g;
  const Entity loud = g.person({0, 0, 9});
  const Entity soft = g.person({0, 0, 9});
  g.cloth[soft.index] = 0.5f;
  REQUIRE(g.world.make_sound(SoundId::of("footstep"), loud));
  REQUIRE(g.world.make_sound(SoundId::of("footstep"), soft));
  g.step(1000);
  CHECK(g.known("noises") == 1);
}

TEST_CASE("a body makes a sound where its agent is, which others hear in the next frame") {
  Guards g;
  Entity other;
  REQUIRE(g.guards.spawn({.position = {0, 0, 4}, .thing = ThingId::of("person")}, other));
  g.suspect[0] = other;
  REQUIRE(Tools(g.guards).set_option(g.guards.agent_of(0), 2));
  g.step(1000);
  g.step(1000);
  uint32_t count = 0;
  uint32_t slot = 0;
  REQUIRE(g.guards.slot_of(other, slot));
  FactInfo facts[4];
  REQUIRE(g.guards.facts(g.guards.agent_of(slot), MemoryId::of("noises"), facts, count));
  REQUIRE(count == 1);
  CHECK(facts[0].entity == g.guards.agent_of(0));
  CHECK(g.known("noises") == 0);
}

TEST_CASE("what is heard while others sense is heard by them when they sense next") {
  Guards g;
  Population others;
  REQUIRE(g.world.add_population(g.asset, AgentId::of("guard"), {.capacity = 1}, others));
  REQUIRE(Scratch::create(g.world, g.scratch));
  Entity other;
  REQUIRE(others.spawn({.position = {0, 0, 4}, .thing = ThingId::of("person")}, other));
  g.suspect[0] = other;
  REQUIRE(Tools(g.guards).set_option(g.guards.agent_of(0), 2));  // it steps
  const auto heard = [&] {
    uint32_t count = 0;
    REQUIRE(others.facts(others.agent_of(0), MemoryId::of("noises"), {}, count));
    return count;
  };
  SenseBatch sensing;
  REQUIRE(g.world.begin_frame({++g.frame, g.time += kSecond}));
  REQUIRE(others.begin_sense(sensing));
  g.think_and_act();
  g.end_sensing(others, sensing);
  REQUIRE(g.world.end_frame());
  CHECK(heard() == 0);
  REQUIRE(g.world.begin_frame({++g.frame, g.time += kSecond}));
  REQUIRE(others.begin_sense(sensing));
  g.end_sensing(others, sensing);
  REQUIRE(g.world.end_frame());
  CHECK(heard() == 1);
}

}  // namespace ishi::compiler::testing::senses_test
