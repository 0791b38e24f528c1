#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"

namespace ishi::compiler::acting_test {

// From YAML to what the game is told: one agent, whose tasks the test ends by hand.

namespace {

constexpr std::string_view kContract = R"(ishi: 1
things: { person: {} }
blackboard:
  hp:     { type: number, range: 0..100, default: 100 }
  ammo:   { type: integer, range: 0..12, default: 12 }
  threat: person
  home:   point
  alarm:  { type: number, range: 0..1, scope: team, merge: max }
tasks:
  move_to: { params: { place: point }, requires: distance(place) > 1m }
  report:  { params: { hp: { type: number, range: 0..100 }, who: person } }
  fire:    { requires: ammo > 0 }
events:
  damaged: { fields: { amount: { type: number, range: 0..100 }, by: person } }
)";

struct Damaged {
  float amount = 0;
  EntityId by{};
  uint32_t reserved = 0;  // records are multiples of 8 bytes
};

struct Game {
  Asset asset;
  World world;
  Population guards;
  Scratch scratch;
  Entity agent{};
  Entity thug{};
  uint32_t slot = 0;
  Commands commands;
  uint64_t frame = 0;

  explicit Game(const std::string& actions) {
    asset = asset_of(std::string(kContract) + actions);
    REQUIRE(World::create({.entities = 16, .teams = 1}, world));
    REQUIRE(world.add_population(asset, AgentId::of("guard"), {.capacity = 4}, guards));
    REQUIRE(Scratch::create(world, scratch));
    REQUIRE(guards.spawn({}, agent));
    REQUIRE(guards.slot_of(agent, slot));
    REQUIRE(world.spawn_entity({.thing = ThingId::of("person")}, thug));
  }

  template <typename T>
  T& key(std::string_view name) {
    return guards.column<T>(id_of("blackboard", name))[slot];
  }

  // A frame of a tenth of a second, with one round of acting.
  void step() {
    ++frame;
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    phases::think(guards, scratch);
    commands = phases::act(guards, scratch);
    REQUIRE(world.end_frame());
  }
  // The only task that starts in this frame.
  [[nodiscard]] Start started(std::string_view task) const {
    REQUIRE(commands.starts.size() == 1);
    CHECK(commands.starts[0].task == TaskId::of(task));
    return commands.starts[0];
  }
  void report(const Start& start, Ending ending) { REQUIRE(guards.report(start.token, ending)); }
};

}  // namespace

TEST_CASE("what a step sets is given to the next one, and arguments are those of their names") {
  Game game(R"(actions:
  act:
    score: 0.5
    do:
      - set: { hp: hp / 2, ammo: floor(hp / 10) }
      - report: { who: threat, hp: hp + ammo }
agents: { guard: { actions: [act] } }
)");
  game.key<float>("hp") = 80;
  game.key<EntityId>("threat") = game.thug;
  game.step();
  const Start start = game.started("report");
  struct Report {
    float hp;
    EntityId who;
  } record{};
  std::memcpy(&record, start.parameters, sizeof(record));
  CHECK(record.hp == 48);  // both values of `set` are computed before either is written
  CHECK(record.who == game.thug);
}

TEST_CASE("a task that asks for more than is there is not started and fails its action") {
  Game game(R"(actions:
  go_home:
    score: 0.5
    cooldown_after_failure: 10s
    do: [move_to: { place: home }]
  shoot: { score: 0.1, do: fire }
agents: { guard: { actions: [go_home, shoot] } }
)");
  game.key<int32_t>("ammo") = 3;
  game.step();
  CHECK(game.commands.starts.empty());  // it is at home
  game.step();
  game.report(game.started("fire"), Ending::completed);
}

TEST_CASE("a failed step is tried again in the next frame, then its failure is passed over") {
  Game game(R"(actions:
  act:
    score: 0.5
    do:
      - do: fire
        retry: 1
        on_fail: continue
      - report: { who: nothing, hp: 1 }
agents: { guard: { actions: [act] } }
)");
  game.step();
  game.report(game.started("fire"), Ending::failed);
  game.step();
  for (int i = 0; i < 3 && game.commands.starts.empty(); ++i) game.step();
  game.report(game.started("fire"), Ending::failed);
  game.step();
  CHECK(game.started("report").agent == game.agent);
}

TEST_CASE("an event sets what it tells, before the agent thinks") {
  Game game(R"(actions:
  rest: { score: 0.1 }
  fight: { when: threat.known, score: 0.5, do: fire, finally: [set: { threat: nothing }] }
agents:
  guard:
    actions: [rest, fight]
    think: { every: 1000frames, on: [damaged] }
    on:
      damaged:
        - set: { hp: hp - event.amount, alarm: event.amount.norm }
        - set: { threat: event.by }
          when: event.amount > 10
)");
  game.step();
  const Damaged scratched{5, game.thug};
  REQUIRE(game.world.post({.record_bytes = sizeof(scratched),
                           .event = EventId::of("damaged"),
                           .agent = game.agent,
                           .record = &scratched}));
  game.step();
  CHECK(game.key<float>("hp") == 95);
  CHECK(game.commands.starts.empty());
  const Damaged hurt{50, game.thug};
  REQUIRE(game.world.post(
      {.record_bytes = sizeof(hurt), .event = EventId::of("damaged"), .agent = game.agent, .record = &hurt}));
  game.step();
  CHECK(game.key<float>("hp") == 45);
  CHECK(game.key<EntityId>("threat") == game.thug);
  Column<float> alarm;
  REQUIRE(game.world.team_key(id_of("blackboard", "alarm"), alarm));
  CHECK(alarm[0] == 0.5F);
  game.report(game.started("fire"), Ending::completed);
  game.step();
  CHECK(game.key<EntityId>("threat") == kNobody);
}

TEST_CASE(
    "`elapsed` of an action lowers its score the longer it runs, that of a step lets it be interrupted") {
  Game game(R"(actions:
  stare:
    score: 1 - elapsed / 1s
    do:
      - wait: 100s
        interruptible: elapsed > 0.75s
  shoot: { score: 0.6, do: fire }
agents: { guard: { actions: [stare, shoot], select: { inertia: 0 } } }
)");
  for (int i = 0; i < 8; ++i) {
    game.step();
    CHECK(game.commands.starts.empty());  // from 0.4s on `shoot` scores higher
  }
  game.step();
  CHECK(game.started("fire").agent == game.agent);
}

}  // namespace ishi::compiler::acting_test
