#include "views/entities.h"
#include "ishi/tools.h"

#include <cmath>

#include "runtime/guard_world.h"

// Entities, agents among them: how they come and go, and what their handles are worth.

namespace ishi::testing::entities_test {
namespace {

TEST_CASE("nobody is not alive") {
  GuardWorld w;
  CHECK_FALSE(w.world.is_alive(kNobody));
  CHECK_FALSE(w.world.is_alive({{0, 1}}));
}

TEST_CASE("the handle of an entity that is gone is stale, also when its row is given out again") {
  GuardWorld w;
  const Entity first = w.spawn_person();
  REQUIRE(w.world.despawn_entity(first));
  CHECK_FALSE(w.world.is_alive(first));
  CHECK(w.world.despawn_entity(first).code == StatusCode::stale_handle);
  const Entity second = w.spawn_person();
  CHECK(second.index == first.index);
  CHECK(second.generation != first.generation);
  CHECK_FALSE(w.world.is_alive(first));
  CHECK(w.world.is_alive(second));
}

TEST_CASE("handles that were never given are stale") {
  GuardWorld w;
  const Entity entity = w.spawn_person();
  CHECK_FALSE(w.world.is_alive(w.world.entity({entity.index, entity.generation + 1})));
  CHECK_FALSE(w.world.is_alive(w.world.entity({entity.index + 1, 1})));
  CHECK_FALSE(w.world.is_alive(w.world.entity({0xffff'ffff, 1})));
}

TEST_CASE("an entity is where it was put, faces forward, and keeps what the game gave it") {
  GuardWorld w;
  Entity entity;
  REQUIRE(w.world.spawn_entity({.position = {1, 2, 3}, .user = 42}, entity));
  Vector3 place;
  REQUIRE(w.world.position(entity, place));
  CHECK((place.x == 1 && place.y == 2 && place.z == 3));
  REQUIRE(w.world.facing(entity, place));
  CHECK((place.x == 0 && place.y == 0 && place.z == 1));
  uint64_t user = 0;
  REQUIRE(w.world.user(entity, user));
  CHECK(user == 42);
  REQUIRE(w.world.set_facing(entity, {1, 0, 0}));
  REQUIRE(w.world.facing(entity, place));
  CHECK(place.x == 1);
}

TEST_CASE("a facing of zeros is forward, as when it is spawned") {
  GuardWorld w;
  const Entity entity = w.spawn_person();
  REQUIRE(w.world.set_facing(entity, {1, 0, 0}));
  REQUIRE(w.world.set_facing(entity, {}));
  Vector3 facing;
  REQUIRE(w.world.facing(entity, facing));
  CHECK((facing.x == 0 && facing.y == 0 && facing.z == 1));
}

TEST_CASE("a position is told as behaviours read it") {
  GuardWorld w;
  const Entity entity = w.spawn_person({std::nanf(""), 2e6f, -3e38f});
  Vector3 place;
  REQUIRE(w.world.position(entity, place));
  CHECK((place.x == 0 && place.y == 1e6f && place.z == -1e6f));
}

TEST_CASE("forward is +y where z points upwards") {
  World world;
  REQUIRE(World::create({.up = Up::z}, world));
  Entity entity;
  REQUIRE(world.spawn_entity({}, entity));
  Vector3 facing;
  REQUIRE(world.facing(entity, facing));
  CHECK((facing.x == 0 && facing.y == 1 && facing.z == 0));
}

TEST_CASE("a world holds as many entities as it was made for") {
  GuardWorld w(2, 3);
  for (int i = 0; i < 3; ++i) w.spawn_person();
  Entity entity;
  CHECK(w.world.spawn_entity({}, entity).code == StatusCode::world_full);
  CHECK(w.guards.spawn({}, entity).code == StatusCode::world_full);
  CHECK(w.guards.size() == 0);
  CHECK(w.world.entity_count() == 3);
}

TEST_CASE("a population holds as many agents as it was made for") {
  GuardWorld w(2);
  w.spawn();
  w.spawn();
  Entity agent;
  CHECK(w.guards.spawn({}, agent).code == StatusCode::population_full);
  CHECK(w.world.entity_count() == 2);
}

TEST_CASE("an agent is an entity that its population alone ends") {
  GuardWorld w;
  const Entity agent = w.spawn({.position = {4, 5, 6}, .user = 9});
  CHECK(w.world.is_alive(agent));
  CHECK(w.world.despawn_entity(agent).code == StatusCode::belongs_to_population);
  CHECK(w.guards.agent_of(w.slot_of(agent)) == agent);
  REQUIRE(w.guards.despawn(agent));
  CHECK_FALSE(w.world.is_alive(agent));
  CHECK(w.guards.despawn(agent).code == StatusCode::stale_handle);
  uint32_t slot = 0;
  CHECK(w.guards.slot_of(agent, slot).code == StatusCode::stale_handle);
  CHECK(w.guards.agent_of(0) == kNobody);
}

TEST_CASE("an entity that is no agent has no slot") {
  GuardWorld w;
  const Entity person = w.spawn_person();
  uint32_t slot = 0;
  CHECK(w.guards.slot_of(person, slot).code == StatusCode::not_of_population);
  CHECK(w.guards.despawn(person).code == StatusCode::not_of_population);
}

TEST_CASE("slots do not move when others go") {
  GuardWorld w;
  const Entity first = w.spawn();
  const Entity second = w.spawn();
  const uint32_t slot = w.slot_of(second);
  REQUIRE(w.guards.despawn(first));
  CHECK(w.slot_of(second) == slot);
  const Entity third = w.spawn();
  CHECK(w.slot_of(third) == 0);
}

TEST_CASE("an agent spawns with defaults, whatever the slot held before") {
  GuardWorld w;
  const Entity first = w.spawn({.team = TeamId(2), .profile = guard::kProfiles[1]});
  const Column<float> hp = w.guards.column<float>(guard::key_id("hp"));
  const Column<int32_t> ammo = w.guards.column<int32_t>(guard::key_id("ammo"));
  CHECK(hp[0] == 100);
  CHECK(ammo[0] == 12);
  CHECK(w.guards.team(w.guards.agent_of(0)) == TeamId(2));
  CHECK(w.guards.profile(w.guards.agent_of(0)) == guard::kProfiles[1]);
  hp[0] = 3;
  REQUIRE(Tools(w.guards).set_option(w.guards.agent_of(0), 2));
  REQUIRE(w.guards.despawn(first));
  hp[0] = 4;
  w.spawn();
  CHECK(hp[0] == 100);
  CHECK(w.guards.option(w.guards.agent_of(0)) == kNoOption);
  CHECK(w.guards.team(w.guards.agent_of(0)) == TeamId(0));
  CHECK(w.guards.profile(w.guards.agent_of(0)) == guard::kProfiles[0]);
}

TEST_CASE("a spawn names a team and a profile that exist, and a known thing") {
  GuardWorld w;
  Entity agent;
  CHECK(w.guards.spawn({.team = TeamId(3)}, agent).code == StatusCode::out_of_range);
  CHECK(w.guards.spawn({.profile = ProfileId(2)}, agent).code == StatusCode::unknown_id);
  CHECK(w.guards.spawn({.thing = ThingId(5)}, agent).code == StatusCode::unknown_id);
  CHECK(w.world.spawn_entity({.thing = ThingId(5)}, agent).code == StatusCode::unknown_id);
  CHECK(w.guards.spawn({.profile = kNoProfileId, .thing = kPerson}, agent));
  SpawnOptions older;
  older.size -= 8;
  CHECK(w.guards.spawn(older, agent).code == StatusCode::bad_options);
  CHECK(w.guards.size() == 1);
}

TEST_CASE("many spawn at once, up to the first that fails") {
  GuardWorld w(3);
  const SpawnOptions options[] = {{.user = 1}, {.user = 2}, {.team = TeamId(9)}, {.user = 4}};
  Entity agents[4];
  const Status status = w.guards.spawn_many(options, agents);
  CHECK(status.code == StatusCode::out_of_range);
  CHECK(status.where == 2);
  CHECK(w.guards.size() == 2);
  CHECK(w.world.is_alive(agents[1]));
  const Status short_of_one = w.guards.spawn_many(options, std::span(agents, 3));
  CHECK(short_of_one.code == StatusCode::buffer_too_small);
  CHECK(short_of_one.where == 4);
  CHECK(w.guards.size() == 2);
}

TEST_CASE("an empty slot has no option, profile or team, and takes none") {
  GuardWorld w;
  CHECK(w.guards.option(w.guards.agent_of(3)) == kNoOption);
  CHECK(w.guards.option(w.guards.agent_of(1'000'000)) == kNoOption);
  CHECK(w.guards.profile(w.guards.agent_of(3)) == ProfileId());
  CHECK(Tools(w.guards).set_option(w.guards.agent_of(3), 0).code == StatusCode::stale_handle);
  CHECK(w.guards.set_profile(w.guards.agent_of(1'000'000), kNoProfileId).code == StatusCode::stale_handle);
  w.spawn();
  CHECK(Tools(w.guards).set_option(w.guards.agent_of(0), guard::kOptions).code == StatusCode::out_of_range);
  CHECK(w.guards.set_profile(w.guards.agent_of(0), ProfileId(2)).code == StatusCode::unknown_id);
  CHECK(w.guards.set_team(w.guards.agent_of(0), TeamId(3)).code == StatusCode::out_of_range);
  CHECK(Tools(w.guards).set_option(w.guards.agent_of(0), kNoOption));
  CHECK(w.guards.set_profile(w.guards.agent_of(0), kNoProfileId));
  CHECK(w.guards.set_team(w.guards.agent_of(0), TeamId(2)));
}

TEST_CASE("a row whose generations are used up is not given out again") {
  ColumnSet columns;
  WorldHeader* header = nullptr;
  columns.add(header, 1, About(ColumnTag::world_header));
  Entities entities;
  entities.declare(columns, 3);
  Arena arena;
  REQUIRE(columns.allocate(arena, nullptr, FirstValues::defaults, {}));
  entities.begin(*header, {0, 0, 1});
  const EntityId last{1, 0xffff'ffff};
  REQUIRE(entities.add({}).index == 1);
  const_cast<uint32_t*>(entities.view().generation)[1] = last.generation;
  entities.remove(last);
  CHECK(entities.add({}).index == 2);
  CHECK(entities.full());
  CHECK_FALSE(entities.is_alive(last));
}

}  // namespace
}  // namespace ishi::testing::entities_test
