#include <fstream>
#include <string>
#include <string_view>

#include "ishi/features.h"
#include "ishi/tools.h"
#include "runtime/body_world.h"
#include "runtime/guard_world.h"

// What is refused before anything happens, and what a log can tell of it.

namespace ishi::testing::refusals_test {
namespace {

TEST_CASE("a world that was never made refuses every call") {
  World world;
  constexpr auto kNotCreated = StatusCode::not_created;
  const Asset asset = load_valid(guard_content());
  Population population;
  Entity entity;
  Vector3 place;
  uint64_t user = 0;
  CHECK(world.add_population(asset, kGuard, {.capacity = 1}, population).code == kNotCreated);
  CHECK(world.spawn_entity({}, entity).code == kNotCreated);
  CHECK(world.despawn_entity(entity).code == kNotCreated);
  CHECK(world.set_position(entity, {}).code == kNotCreated);
  CHECK(world.set_facing(entity, {}).code == kNotCreated);
  CHECK(world.position(entity, place).code == kNotCreated);
  CHECK(world.facing(entity, place).code == kNotCreated);
  CHECK(world.user(entity, user).code == kNotCreated);
  CHECK(world.begin_frame({}).code == kNotCreated);
  CHECK(world.end_frame().code == kNotCreated);
  CHECK(world.post({}).code == kNotCreated);
  Column<float> column;
  PointColumn points;
  CHECK(world.field(1, column).code == kNotCreated);
  CHECK(world.world_key(1, column).code == kNotCreated);
  CHECK(world.team_key(1, points).code == kNotCreated);
  Scratch scratch;
  CHECK(Scratch::create(world, scratch).code == kNotCreated);
  CHECK_FALSE(world.is_alive({{1, 1}}));
  CHECK(world.entity_count() == 0);
  CHECK(world.positions().empty());
  CHECK(world.facings().empty());
  CHECK(world.clock().frame == 0);
  CHECK(world.state_hash() == 0);
  CHECK_FALSE(world.contract_fault().in_asset);
}

TEST_CASE("a population that was never made refuses every call") {
  Population population;
  constexpr auto kNotCreated = StatusCode::not_created;
  Entity agent;
  uint32_t slot = 0;
  CHECK(population.spawn({}, agent).code == kNotCreated);
  CHECK(population.spawn_many({}, {}).code == kNotCreated);
  CHECK(population.despawn(agent).code == kNotCreated);
  CHECK(population.slot_of(agent, slot).code == kNotCreated);
  Column<float> column;
  PointColumn points;
  CHECK(population.column(1, column).code == kNotCreated);
  CHECK(population.column(1, points).code == kNotCreated);
  CHECK(population.column<float>(1).empty());
  Batch batch;
  Round round;
  Scratch scratch;
  Commands commands;
  CHECK(population.begin_think(batch).code == kNotCreated);
  CHECK(population.think(batch, 0, scratch).code == kNotCreated);
  CHECK(population.end_think(batch).code == kNotCreated);
  CHECK_FALSE(population.wants_act());
  CHECK(population.begin_act(round).code == kNotCreated);
  CHECK(population.act(round, 0, scratch).code == kNotCreated);
  CHECK(population.end_act(round, commands).code == kNotCreated);
  CHECK(population.report({}, Ending::completed).code == kNotCreated);
  CHECK(Tools(population).apply_effects({}).code == kNotCreated);
  CHECK(Tools(population).set_option(population.agent_of(0), 0).code == kNotCreated);
  CHECK(population.set_profile(population.agent_of(0), kNoProfileId).code == kNotCreated);
  CHECK(population.set_team(population.agent_of(0), TeamId(0)).code == kNotCreated);
  CHECK(Tools(population).explain(population.agent_of(0), {}).code == kNotCreated);
  CHECK(population.size() + population.capacity() + population.index() + Tools(population).value_count() ==
        0);
  CHECK(population.agent_of(0) == kNobody);
  CHECK(population.option(population.agent_of(0)) == kNoOption);
  CHECK(population.profile(population.agent_of(0)) == ProfileId());
  CHECK(population.team(population.agent_of(0)) == TeamId(0));
  CHECK(Tools(population).active_nodes(population.agent_of(0), {}) == 0);
  CHECK_FALSE(Tools(population).is_locked(population.agent_of(0)));
  CHECK_FALSE(Tools(population).puts_off_thought(population.agent_of(0)));
  CHECK(Tools(population).cooldown_left(population.agent_of(0), 0) == 0);
  CHECK(population.act_counters().visits == 0);
  CHECK(Tools(population).agent_bytes().all() + Tools(population).bytes_of_set(0) +
            Tools(population).plan_search_bytes() ==
        0);
  CHECK(population.state_hash() == 0);
}

TEST_CASE("the time ends before anything that is added to it could wrap") {
  GuardWorld w;
  CHECK(w.world.begin_frame({1, kLastMicrosecond + 1}).code == StatusCode::time_too_late);
  CHECK(w.world.begin_frame({1, ~uint64_t{0}}).code == StatusCode::time_too_late);
  CHECK(w.world.clock().frame == 0);
  CHECK(w.world.begin_frame({1, kLastMicrosecond}));
}

TEST_CASE("an event with fields needs its record") {
  BodyWorld w({.options = {{.body = sequence({wait(1)})}}, .handlers = {{.wakes = true}}});
  const Entity agent = w.population.agent_of(w.spawn());
  EventOptions options{.record_bytes = 8, .event = EventId::of("hit"), .agent = agent};
  CHECK(std::string(describe(w.world.post(options))) == "`record` is null, but the event has fields");
  const float record[2] = {3, 0};
  options.record = record;
  CHECK(w.world.post(options));
  Entity thing;
  REQUIRE(w.world.spawn_entity({}, thing));
  options.agent = thing;
  CHECK(w.world.post(options).code == StatusCode::not_an_agent);
}

TEST_CASE("effects are written for a token that was given") {
  BodyWorld w({.options = {{.body = sequence({task(bodies::walk)})}},
               .task_effects = {{bodies::walk, {{bodies::flag_0, 1.0f}}}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  Token token = w.commands.starts[0].token;
  CHECK(w.column<uint8_t>("flag_0")[slot] == 0);
  CHECK(Tools(w.population).apply_effects(token));
  CHECK(w.column<uint8_t>("flag_0")[slot] == 1);
  CHECK(Tools(w.population).parameters(token) == w.commands.starts[0].parameters);
  token.serial = 77;
  CHECK(Tools(w.population).parameters(token) == nullptr);
  CHECK(Tools(w.population).apply_effects(token).code == StatusCode::token_unknown);
  CHECK(Tools(w.population).apply_effects({}).code == StatusCode::token_unknown);
  token.serial = w.commands.starts[0].token.serial;
  w.complete(token);
  w.step();
  CHECK(Tools(w.population).parameters(token) == nullptr);
  CHECK(Tools(w.population).apply_effects(token).code == StatusCode::token_stale);
}

TEST_CASE("a refused option is named") {
  World world;
  const auto said = [](const Status& status) { return std::string_view(describe(status)); };
  CHECK(said(World::create({.entities = 0}, world)) == "`entities` is not 1 to 2^24 - 1");
  CHECK(said(World::create({.teams = 0x10000}, world)) == "`teams` is not 1 to 65,535");
  CHECK(said(World::create({.event_bytes = 7}, world)) ==
        "`event_bytes` is not a multiple of 8, or above 1 GiB");
  WorldOptions older;
  older.size = 4;
  CHECK(said(World::create(older, world)) ==
        "the options are of another version: their `size` is not the one of this runtime");
  GuardWorld w;
  Population others;
  CHECK(said(w.world.add_population(w.asset, kGuard, {}, others)) == "`capacity` is not 1 to 2^24 - 1");
  CHECK(said(w.world.add_population(Asset(), kGuard, {.capacity = 1}, others)) == "the asset is not loaded");
  CHECK(said({StatusCode::bad_options, 99}) == describe(StatusCode::bad_options));
  CHECK(said({}) == "done");
}

TEST_CASE("a status names what it was about") {
  GuardWorld w;
  const auto said = [&](const Status& status) {
    char text[200];
    const size_t length = describe(status, w.world, text);
    return std::string(text, length);
  };
  Column<float> number;
  Entity agent;
  CHECK(said(w.guards.column(guard::key_id("ammo"), number)) ==
        "the key or field has another type: `näme` is a key");
  CHECK(said(w.world.world_key(guard::key_id("ammo"), number)) ==
        "the key has another scope: `näme` is a key");
  CHECK(said(w.guards.column(0x1234, number)) ==
        "the assets of this world, or of this population, have nothing of this kind with this id: 0x1234");
  CHECK(said(w.guards.spawn({.team = TeamId(3)}, agent)) ==
        "the number is too high: there is no such row, job, option, state or team: 3");
  CHECK(said(w.world.begin_frame({1, kLastMicrosecond + 1})) ==
        "the time is beyond the last microsecond that a frame can have: microsecond 4611686018427387905");
  CHECK(said({}) == "done");
  CHECK(said(w.guards.report({.token = {.slot = 99, .serial = 5, .world = w.world.number()}})) ==
        "this population never gave the token: the token's serial is 5");
  REQUIRE(w.world.begin_frame(w.next_clock()));
  CHECK(said(w.world.begin_frame(w.next_clock())) ==
        "a frame has begun: this is allowed between frames alone, after end_frame");
  char little[5];
  CHECK(describe({StatusCode::no_grid, 0}, w.world, little) == 4);
  CHECK(std::string_view(little) == "the ");
  World none;
  char text[100];
  describe({StatusCode::save_agent_unknown, 0xab}, none, text);
  CHECK(std::string_view(text) == "the save has an agent that none of the given assets has: 0xab");
}

TEST_CASE("what goes on is said where a call is in the wrong part of a frame") {
  GuardWorld w;
  const Entity guard = w.spawn();
  const auto phase = [](const Status& status) {
    CHECK(status.code == StatusCode::wrong_phase);
    return static_cast<Phase>(status.where);
  };
  Batch batch;
  Round round;
  Entity agent;
  CHECK(phase(w.guards.begin_think(batch)) == Phase::between_frames);
  CHECK(phase(w.world.end_frame()) == Phase::between_frames);
  REQUIRE(w.world.begin_frame(w.next_clock()));
  CHECK(phase(w.guards.spawn({}, agent)) == Phase::in_frame);
  CHECK(phase(w.world.set_position(guard, {})) == Phase::in_frame);
  CHECK(phase(w.guards.end_think(batch)) == Phase::not_begun);
  CHECK(phase(w.world.begin_frame(w.next_clock())) == Phase::in_frame);
  REQUIRE(w.guards.begin_think(batch));
  CHECK(phase(w.guards.begin_act(round)) == Phase::thinking);
  CHECK(phase(w.world.end_frame()) == Phase::thinking);
  CHECK(phase(Tools(w.guards).set_option(w.guards.agent_of(0), 0)) == Phase::thinking);
  for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(w.guards.think(batch, job, w.scratch));
  REQUIRE(w.guards.end_think(batch));
  CHECK(phase(w.guards.begin_think(batch)) == Phase::has_thought);
  REQUIRE(w.guards.begin_act(round));
  CHECK(phase(w.world.end_frame()) == Phase::acting);
  CHECK(phase(Tools(w.guards).apply_effects({})) == Phase::acting);
  CHECK(std::string_view(describe(w.world.end_frame())) ==
        "this is not allowed between begin_act and end_act");
}

}  // namespace
TEST_CASE("the status of a missing feature names it") {
  CHECK(runtime_features().bits == kAllFeatures.bits);
  for (uint32_t i = 0; i < kFeatureCount; ++i) {
    const std::string text = describe(Status{StatusCode::feature_missing, i});
    INFO(text);
    CHECK(text.find("`" + std::string(kFeatures[i].name) + "`") != std::string::npos);
    CHECK(text.find(kFeatures[i].text) != std::string::npos);
  }
  const std::string text = describe(Status{StatusCode::feature_missing, kFeatureCount});
  CHECK(text == describe(StatusCode::feature_missing));
}

TEST_CASE("the manual says of each feature what a game lacks without it") {
  std::ifstream file(ISHI_SOURCE_FOLDER "/docs/embedding.md");
  std::string line, rows;
  while (std::getline(file, line) && !line.starts_with("| feature |")) {
  }
  while (std::getline(file, line) && line.starts_with("|")) rows += line.substr(0, line.find('|', 1));
  REQUIRE_FALSE(rows.empty());
  for (const FeatureInfo& feature : kFeatures) {
    INFO(feature.name);
    CHECK(rows.find("`" + std::string(feature.name) + "`") != std::string::npos);
  }
}

}  // namespace ishi::testing::refusals_test
