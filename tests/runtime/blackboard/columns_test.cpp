#include <limits>

#include "ishi/tools.h"
#include "population/population_state.h"
#include "runtime/guard_world.h"

// Columns: how a game gets them, where they lie, and how programs read whatever stands in them.

namespace ishi::testing::columns_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// What the guard's program reads for a key: the value of the operation that loads it.
struct Reading : GuardWorld {
  Entity agent = spawn();

  float read(OperationCode code, uint32_t parameter) {
    const std::vector<float> values = explain(0);
    for (uint32_t i = 0; i < Tools(guards).value_count(); ++i) {
      const OperationView operation = AssetParts(asset).operation(0, i);
      if (operation.code == code && operation.parameter == parameter) return values[i];
    }
    FAIL("the guard's program does not read this");
    return 0;
  }
  float read(guard::Key key) { return read(OperationCode::key, key); }
};

TEST_CASE_METHOD(Reading, "numbers are held in their range, and NaN reads as the default") {
  const Column<float> hp = guards.column<float>(guard::key_id("hp"));
  const std::pair<float, float> cases[] = {{50, 50},         {-3, 0},         {101, 100},
                                           {kInfinity, 100}, {-kInfinity, 0}, {kNan, 100}};
  for (const auto& [written, expected] : cases) {
    hp[0] = written;
    CHECK(read(guard::hp) == expected);
  }
}

TEST_CASE_METHOD(Reading, "integers are held in their range") {
  const Column<int32_t> ammo = guards.column<int32_t>(guard::key_id("ammo"));
  const std::pair<int32_t, float> cases[] = {{5, 5}, {-1, 0}, {13, 12}, {INT32_MAX, 12}, {INT32_MIN, 0}};
  for (const auto& [written, expected] : cases) {
    ammo[0] = written;
    CHECK(read(guard::ammo) == expected);
  }
}

TEST_CASE_METHOD(Reading, "a byte beyond the last reads as the default") {
  const Column<uint8_t> in_cover = guards.column<uint8_t>(guard::key_id("in_cover"));
  const Column<uint8_t> posture = guards.column<uint8_t>(guard::key_id("posture"));
  in_cover[0] = 1;
  posture[0] = 2;
  CHECK(read(guard::in_cover) == 1);
  CHECK(read(guard::posture) == 2);
  in_cover[0] = 2;
  posture[0] = 255;
  CHECK(read(guard::in_cover) == 0);
  CHECK(read(guard::posture) == 0);
}

TEST_CASE_METHOD(Reading, "points are held within a thousand kilometres") {
  const PointColumn home = guards.point_column(guard::key_id("home"));
  home.set(0, {kInfinity, 0, 0});
  CHECK(read(OperationCode::key_x, guard::home) == 1e6f);
  home.set(0, {kNan, 0, 0});
  CHECK(read(OperationCode::key_x, guard::home) == 0);
}

TEST_CASE_METHOD(Reading, "an entity reads as its row, nobody as 0") {
  const Column<EntityId> threat = guards.column<EntityId>(guard::key_id("threat"));
  const Entity person = spawn_person();
  CHECK(read(OperationCode::key_entity, guard::threat) == 0);
  threat[0] = person;
  CHECK(read(OperationCode::key_entity, guard::threat) == static_cast<float>(person.index));
}

TEST_CASE_METHOD(Reading, "a handle that is stale or foreign reads as nobody") {
  const Column<EntityId> threat = guards.column<EntityId>(guard::key_id("threat"));
  const Entity person = spawn_person();
  const Entity strange[] = {
      {{person.index, person.generation + 1}}, {{person.index, 0}}, {{0xffff'ffff, 1}}, {{0, 1}}};
  for (const Entity handle : strange) {
    threat[0] = handle;
    CHECK(read(OperationCode::key_entity, guard::threat) == 0);
  }
  threat[0] = person;
  REQUIRE(world.despawn_entity(person));
  CHECK(read(OperationCode::key_entity, guard::threat) == 0);
}

TEST_CASE_METHOD(Reading, "an entity of another kind reads as nobody where a kind is wanted") {
  const Column<EntityId> threat = guards.column<EntityId>(guard::key_id("threat"));
  Entity pickup, plain;
  REQUIRE(world.spawn_entity({.thing = ThingId::of("pickup")}, pickup));
  REQUIRE(world.spawn_entity({}, plain));
  for (const Entity other : {pickup, plain}) {
    threat[0] = other;
    CHECK(read(OperationCode::key_entity, guard::threat) == 0);
  }
}

TEST_CASE_METHOD(Reading, "a field of nobody reads as its default, that of an entity as what stands there") {
  const Column<EntityId> threat = guards.column<EntityId>(guard::key_id("threat"));
  Column<float> cloth;
  REQUIRE(world.field(id_of("things/person", "cloth"), cloth));
  const Entity person = spawn_person();
  CHECK(cloth[person.index] == 0.5f);
  cloth[person.index] = 0.25f;
  CHECK(read(OperationCode::field, 0) == 0.5f);
  threat[0] = person;
  CHECK(read(OperationCode::field, 0) == 0.25f);
  cloth[person.index] = 7;
  CHECK(read(OperationCode::field, 0) == 1);
}

TEST_CASE_METHOD(Reading, "a field is at its default again when its entity is gone") {
  Column<float> cloth;
  REQUIRE(world.field(id_of("things/person", "cloth"), cloth));
  const Entity person = spawn_person();
  cloth[person.index] = 0.25f;
  REQUIRE(world.despawn_entity(person));
  CHECK(cloth[person.index] == 0.5f);
}

TEST_CASE_METHOD(Reading, "positions that are no numbers do no harm") {
  const Column<EntityId> threat = guards.column<EntityId>(guard::key_id("threat"));
  const Entity person = spawn_person({kNan, kInfinity, -kInfinity});
  threat[0] = person;
  for (const float value : explain(0)) CHECK((value == value));
}

TEST_CASE_METHOD(Reading, "a team's key is read by its agents, the world's by all") {
  Column<float> alarm, danger;
  REQUIRE(world.team_key(guard::key_id("alarm"), alarm));
  REQUIRE(world.world_key(guard::key_id("danger"), danger));
  CHECK(alarm.size() == 3);
  CHECK(danger.size() == 1);
  alarm[1] = 0.75f;
  danger[0] = 2;
  CHECK(read(guard::alarm) == 0);
  CHECK(read(guard::danger) == 1);
  REQUIRE(guards.set_team(guards.agent_of(0), TeamId(1)));
  CHECK(read(guard::alarm) == 0.75f);
}

TEST_CASE_METHOD(Reading, "a column is given for the type that it has alone") {
  Column<float> number;
  Column<int32_t> integer;
  Column<uint8_t> byte;
  Column<EntityId> entity;
  PointColumn point;
  CHECK(guards.column(guard::key_id("ammo"), number).code == StatusCode::wrong_type);
  CHECK(guards.column(guard::key_id("hp"), integer).code == StatusCode::wrong_type);
  CHECK(guards.column(guard::key_id("threat"), byte).code == StatusCode::wrong_type);
  CHECK(guards.column(guard::key_id("home"), entity).code == StatusCode::wrong_type);
  CHECK(guards.column(guard::key_id("hp"), point).code == StatusCode::wrong_type);
  CHECK(guards.column(guard::key_id("nothing"), number).code == StatusCode::unknown_id);
  CHECK(guards.column(guard::key_id("ammo"), number).where == guard::key_id("ammo"));
  CHECK(number.empty());
  CHECK(guards.column<float>(guard::key_id("nothing")).empty());
  CHECK(guards.point_column(guard::key_id("hp")).empty());
  CHECK(guards.column<EntityId>(guard::key_id("cover")).size() == 16);
}

TEST_CASE_METHOD(Reading, "a column is given for the scope that it has alone") {
  Column<float> column;
  CHECK(guards.column(guard::key_id("alarm"), column).code == StatusCode::wrong_scope);
  CHECK(world.world_key(guard::key_id("alarm"), column).code == StatusCode::wrong_scope);
  CHECK(world.team_key(guard::key_id("hp"), column).code == StatusCode::wrong_scope);
  CHECK(world.team_key(guard::key_id("nothing"), column).code == StatusCode::unknown_id);
  CHECK(world.field(guard::key_id("hp"), column).code == StatusCode::unknown_id);
  Column<uint8_t> byte;
  CHECK(world.field(id_of("things/person", "cloth"), byte).code == StatusCode::wrong_type);
  PointColumn home;
  CHECK(world.field(id_of("things/person", "home"), home));
  CHECK(home.get(0).y == 2);
}

TEST_CASE("columns begin on cache lines, and no two lie 4 KiB apart") {
  GuardWorld w(10'000, 10'000);
  const Population::State& p = *w.guards.state();
  std::vector<uintptr_t> columns = {reinterpret_cast<uintptr_t>(p.self), reinterpret_cast<uintptr_t>(p.team),
                                    reinterpret_cast<uintptr_t>(p.profile),
                                    reinterpret_cast<uintptr_t>(p.option)};
  for (const Variable& key : p.keys) {
    if (key.scope != Scope::agent) continue;
    for (void* const column : key.columns) {
      if (column != nullptr) columns.push_back(reinterpret_cast<uintptr_t>(column));
    }
  }
  REQUIRE(columns.size() == 4 + 9);
  for (size_t i = 0; i < columns.size(); ++i) {
    CHECK(columns[i] % 64 == 0);
    for (size_t k = 0; k < i; ++k) CHECK(columns[i] % 4096 != columns[k] % 4096);
  }
}

}  // namespace
}  // namespace ishi::testing::columns_test
