#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// Sounds, and who hears them.

namespace ishi::testing::hearing_test {
namespace {

using Entities = std::vector<Entity>;

Entities heard(const WatchWorld& w, uint32_t slot = 0) { return w.remembered(slot, senses::kNoises); }

float loudness(const WatchWorld& w, uint32_t fact = 0) {
  float value = -1;
  REQUIRE(w.watchers.fact_field(w.watchers.agent_of(0), senses::kNoises, fact,
                                id_of("memory/noises", "loudness"), value));
  return value;
}

}  // namespace

TEST_CASE("a sound is heard within its radius times the sensitivity, and says what and how loud it was") {
  WatchWorld w({.senses = {hearing(0.5f)}});
  w.spawn();
  const Entity near = w.person({0, 0, 3.5f});
  const Entity far = w.person({0, 0, 7.1f});
  REQUIRE(w.world.make_sound(senses::kBottle, near));
  REQUIRE(w.world.make_sound(senses::kBottle, far));
  w.step();
  CHECK(heard(w) == Entities{near});
  CHECK(loudness(w) == 0.5f);
  uint8_t sound = 9;
  REQUIRE(w.watchers.fact_field(w.watchers.agent_of(0), senses::kNoises, 0, id_of("memory/noises", "sound"),
                                sound));
  CHECK(sound == 0);
}

TEST_CASE("a sound is heard once, and one's own never") {
  WatchWorld w({.senses = {hearing()}});
  const Entity self = w.spawn();
  const Entity other = w.person({0, 0, 3});
  REQUIRE(w.world.make_sound(senses::kFootstep, self));
  w.step();
  CHECK(heard(w).empty());
  REQUIRE(w.world.make_sound(senses::kFootstep, other));
  w.step();
  REQUIRE(heard(w) == Entities{other});
  REQUIRE(w.watchers.forget(w.watchers.agent_of(0), senses::kNoises, other));
  w.step();
  CHECK(heard(w).empty());
  CHECK(w.watchers.sense_counters().noticed == 1);
}

TEST_CASE("a sound may come from elsewhere, and from somebody who is gone") {
  WatchWorld w({.senses = {hearing()}});
  w.spawn();
  const Entity bottle = w.person({500, 0, 0});
  REQUIRE(w.world.make_sound(
      {.sound = senses::kBottle, .maker = bottle, .elsewhere = true, .position = {0, 0, 7}}));
  REQUIRE(w.world.despawn_entity(bottle));
  w.step();
  FactInfo facts[4];
  uint32_t count = 0;
  REQUIRE(w.watchers.facts(w.watchers.agent_of(0), senses::kNoises, facts, count));
  REQUIRE(count == 1);
  CHECK(facts[0].entity == bottle);
  CHECK(facts[0].position.z == 7);
  CHECK(loudness(w) == 0.5f);
}

TEST_CASE("a sound waits for those who sense seldom, and no longer") {
  WatchWorld w({.senses = {hearing()}, .agents = 4, .every_frames = 4});
  for (int i = 0; i < 4; ++i) w.spawn();
  const Entity other = w.person({0, 0, 3});
  w.step();
  REQUIRE(w.world.make_sound(senses::kBottle, other));
  for (int i = 0; i < 4; ++i) w.step();
  for (uint32_t slot = 0; slot < 4; ++slot) CHECK(heard(w, slot) == Entities{other});
  CHECK(w.watchers.sense_counters().noticed == 4);
  for (int i = 0; i < 6; ++i) {  // nobody senses
    w.begin_frame(1000);
    w.end_frame();
  }
  for (int i = 0; i < 4; ++i) w.step();
  CHECK(w.watchers.sense_counters().noticed == 4);
}

TEST_CASE("who comes later does not hear what was before") {
  WatchWorld w({.senses = {hearing()}});
  const Entity other = w.person({0, 0, 3});
  REQUIRE(w.world.make_sound(senses::kBottle, other));
  w.spawn();
  w.step();
  CHECK(heard(w).empty());
}

TEST_CASE("a hearing that names its sounds hears no others") {
  BlobContent content = watch_content({.senses = {hearing()}});
  content.sense_sounds = {1};
  content.senses[0].sounds = {0, 1};
  WatchWorld w(content, {});
  w.spawn();
  const Entity other = w.person({0, 0, 3});
  REQUIRE(w.world.make_sound(senses::kBottle, other));
  w.step();
  CHECK(heard(w).empty());
  REQUIRE(w.world.make_sound(senses::kFootstep, other));
  w.step();
  CHECK(heard(w) == Entities{other});
}

TEST_CASE("of more sounds than the memory holds the nearest are heard") {
  WatchWorld w({.senses = {hearing()}, .capacity = 2});
  w.spawn();
  const Entity far = w.person({0, 0, 9});
  const Entity nearest = w.person({0, 0, 1});
  const Entity near = w.person({0, 0, 2});
  for (const Entity maker : {far, near, nearest}) REQUIRE(w.world.make_sound(senses::kBottle, maker));
  w.step();
  CHECK(heard(w) == Entities{near, nearest});
}

TEST_CASE("several sounds of one maker take one place of a memory") {
  WatchWorld w({.senses = {hearing()}, .capacity = 2});
  w.spawn();
  const Entity walker = w.person({0, 0, 3});
  const Entity bottle = w.person({0, 0, 9});
  for (const SoundId sound : {senses::kFootstep, senses::kFootstep, senses::kFootstep})
    REQUIRE(w.world.make_sound(sound, walker));
  REQUIRE(w.world.make_sound(senses::kBottle, bottle));
  REQUIRE(w.world.make_sound(senses::kFootstep, walker));
  w.step();
  CHECK(heard(w).size() == 2);
  CHECK(heard(w) == Entities{bottle, walker});
  CHECK(w.watchers.sense_counters().noticed == 2);
}

TEST_CASE("a maker counts with its nearest sound, and its fact tells of the latest") {
  WatchWorld w({.senses = {hearing()}, .capacity = 2});
  w.spawn();
  const Entity mover = w.person({0, 0, 1});
  const Entity near = w.person({0, 0, 2});
  const Entity far = w.person({0, 0, 3});
  REQUIRE(w.world.make_sound(senses::kFootstep, mover));
  REQUIRE(w.world.make_sound(senses::kFootstep, near));
  REQUIRE(w.world.make_sound(senses::kFootstep, far));
  REQUIRE(w.world.set_position(mover, {0, 0, 7}));
  REQUIRE(w.world.make_sound(senses::kBottle, mover));
  w.step();
  CHECK(heard(w) == Entities{near, mover});
  FactInfo facts[4];
  uint32_t count = 0;
  REQUIRE(w.watchers.facts(w.watchers.agent_of(0), senses::kNoises, facts, count));
  REQUIRE(count == 2);
  CHECK(facts[1].position.z == 7);
  CHECK(loudness(w, 1) == 0.5f);
  SECTION("in whichever order they come") {
    REQUIRE(w.world.make_sound(senses::kBottle, mover));
    REQUIRE(w.world.set_position(mover, {0, 0, 0.5f}));
    REQUIRE(w.world.make_sound(senses::kFootstep, mover));
    w.step();
    CHECK(loudness(w, 1) == Approx(0.9f));
  }
}

TEST_CASE("a maker that others pushed out comes back with a nearer sound") {
  WatchWorld w({.senses = {hearing()}, .capacity = 1});
  w.spawn();
  const Entity mover = w.person({0, 0, 4});
  const Entity other = w.person({0, 0, 3});
  REQUIRE(w.world.make_sound(senses::kFootstep, mover));
  REQUIRE(w.world.make_sound(senses::kFootstep, other));
  REQUIRE(w.world.set_position(mover, {0, 0, 2}));
  REQUIRE(w.world.make_sound(senses::kFootstep, mover));
  w.step();
  CHECK(heard(w) == Entities{mover});
}

TEST_CASE("of more sounds than the world keeps the oldest are lost and counted") {
  WatchWorld w({.senses = {hearing()}, .sounds = 2});
  w.spawn();
  const Entities makers = {w.person({0, 0, 1}), w.person({0, 0, 2}), w.person({0, 0, 3})};
  for (const Entity maker : makers) REQUIRE(w.world.make_sound(senses::kBottle, maker));
  CHECK(w.world.lost_sounds() == 1);
  w.step();
  CHECK(heard(w) == Entities{makers[1], makers[2]});
}

TEST_CASE("sounds that cannot be made are refused") {
  WatchWorld w({.senses = {hearing()}});
  Entity crate;
  REQUIRE(w.world.spawn_entity({}, crate));
  CHECK(w.world.make_sound(SoundId(7), crate).code == StatusCode::unknown_id);
  CHECK(w.world.make_sound(senses::kBottle, kNobody).code == StatusCode::stale_handle);
  CHECK(w.world.make_sound(senses::kFootstep, crate).code == StatusCode::wrong_thing);
  CHECK(w.world.make_sound({.size = 4}).code == StatusCode::bad_options);
  CHECK(World().make_sound({}).code == StatusCode::not_created);
  World world;
  CHECK(World::create({.sounds = 70'000}, world).code == StatusCode::bad_options);
}

TEST_CASE("sounds are a part of the state") {
  WatchWorld a({.senses = {hearing()}});
  WatchWorld b({.senses = {hearing()}});
  const Entity in_a = a.person({});
  b.person({});
  CHECK(a.world.state_hash() == b.world.state_hash());
  REQUIRE(a.world.make_sound(senses::kBottle, in_a));
  CHECK(a.world.state_hash() != b.world.state_hash());
}

}  // namespace ishi::testing::hearing_test
