#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "ishi/column.h"
#include "ishi/id.h"
#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "ishi/world.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"

// A scene runs as a game that makes the same world by hand and follows the page: the same bits in every
// frame.

namespace ishi::compiler::scenes_test {
namespace {

constexpr std::string_view kText = R"(ishi: 1
things: { person: {}, animal: {} }
teams: { watch: {}, thieves: {} }
events: { radio: { fields: { who: person } }, shot: {} }
blackboard:
  hp: { type: number, range: 0..100, default: 100 }
  calls: { type: integer, range: 0..99 }
  alarm: { type: number, scope: world, range: 0..9, merge: sum }
  orders: { type: number, scope: team, range: 0..99, merge: sum }
tasks:
  idle: { takes: 0.4s }
  bark: { takes: 0.3s, effects: { alarm: alarm + 1 } }
  shoot: { params: { at: person }, takes: 0.7s, effects: { hp: hp - 3 } }
tokens: { gun: 1 }
memory: { foes: { of: person, capacity: 3, forget: 2s } }
senses: { eyes: { sight: { range: 12m, field: 200deg }, of: person, remember: foes } }
needs: { tired: { start: 0.2, rise: 0.05/s } }
actions:
  attack:
    for_each: { foe: foes }
    claims: [gun]
    score: 0.6 + random * 0.2
    do: [{ emit: { radio: { who: foe } }, to: team }, { shoot: { at: foe } }, { set: { orders: orders + 1 } }]
  rest: { score: 0.2 + needs.tired + random * 0.1, do: [idle], after: { tired: -0.3 } }
  howl: { score: 0.1 + random * 0.5, do: [bark, { set: { alarm: 1 } }] }
agents:
  guard: { actions: [attack, rest], senses: [eyes], on: { radio: [set: { calls: calls + 1 }], shot: [set: { hp: 50 }] }, think: { every: 150ms } }
  dog: { actions: [howl, rest], think: { every: 5frames } }
scenes:
  yard:
    agents:
      ann: { agent: guard, team: watch, self: { is: person, position: [0, 0, 0] }, given: { hp: 80, needs.tired: 0.6 } }
      rex: { agent: dog, team: thieves, self: { is: animal, position: [3, 0, 0] } }
      bob: { agent: guard, team: watch, self: { is: person, position: [0, 0, 6], facing: [0, 0, -1] } }
      pup: { agent: dog, team: watch, self: { is: animal, position: [9, 0, 9] } }
      eve: { agent: guard, team: thieves, self: { is: person, position: [8, 0, 1], facing: [-1, 0, 0] } }
    world: { thief: { is: person, position: [2, 0, 30] }, box: {} }
    moves: { thief: { path: [[2, 0, 4]], speed: 6m/s, starts: 0.5s } }
    walls: [[[5, 0, -3], [5, 0, 3]]]
    shared: { alarm: 2, orders: 1, thieves.orders: 5 }
    at:
      1s: { set: { bob.hp: 40, watch.orders: 9 } }
      2s: { remove: thief, emit: { shot: {} } }
      3s: { remove: bob, add: { late: { is: person, position: [1, 0, 2] } }, emit: { eve.radio: { who: ann } } }
)";

constexpr uint64_t kFrames = 300;

struct Running {
  ishi::Token token;
  uint64_t ends_at;
};

// The game that a programmer would write for the scene.
class Game {
 public:
  explicit Game(const Asset& asset) : asset_(asset) {
    WorldOptions options{.entities = 8, .teams = 2};
    options.event_bytes += 72;  // room for the two events of the scene, as a simulation makes it
    REQUIRE(World::create(options, world));
    REQUIRE(world.add_population(asset, AgentId::of("guard"), {.capacity = 3}, populations[0]));
    REQUIRE(world.add_population(asset, AgentId::of("dog"), {.capacity = 2}, populations[1]));
    thief = entity("person", {2, 0, 30});
    REQUIRE(world.spawn_entity({}, box));
    ann = agent(0, "person", {0, 0, 0}, {0, 0, 1}, 0);
    agent(1, "animal", {3, 0, 0}, {0, 0, 1}, 1);
    bob = agent(0, "person", {0, 0, 6}, {0, 0, -1}, 0);
    agent(1, "animal", {9, 0, 9}, {0, 0, 1}, 0);
    eve = agent(0, "person", {8, 0, 1}, {-1, 0, 0}, 1);
    hp(ann, 80);
    Column<float> alarm, orders, tired;
    REQUIRE(world.world_key(id_of("blackboard", "alarm"), alarm));
    REQUIRE(world.team_key(id_of("blackboard", "orders"), orders));
    REQUIRE(populations[0].levels(MotiveId::of("tired"), tired));
    alarm[0] = 2;
    orders[0] = 1;
    orders[1] = 5;
    tired[0] = 0.6F;
    REQUIRE(Scratch::create(world, scratch));
  }

  void frame(uint64_t number) {
    now = number * 1'000'000 / 60;
    happen(number);
    end_tasks();
    REQUIRE(world.begin_frame({number, now}));
    sense();
    Batch batches[2];
    for (int i = 0; i < 2; ++i) REQUIRE(populations[i].begin_think(batches[i]));
    for (int i = 0; i < 2; ++i) {
      for (uint32_t job = 0; job < batches[i].jobs(); ++job)
        REQUIRE(populations[i].think(batches[i], job, scratch));
    }
    for (int i = 0; i < 2; ++i) REQUIRE(populations[i].end_think(batches[i]));
    for (Population& population : populations) act(population);
    REQUIRE(world.end_frame());
  }

  World world;
  Population populations[2];

 private:
  Entity entity(const char* thing, Vector3 position) {
    Entity made;
    REQUIRE(world.spawn_entity({.position = position, .facing = {0, 0, 1}, .thing = id_of("things", thing)},
                               made));
    return made;
  }
  Entity agent(int population, const char* thing, Vector3 position, Vector3 facing, uint32_t team) {
    Entity made;
    REQUIRE(populations[population].spawn(
        {.position = position, .facing = facing, .team = team, .thing = id_of("things", thing)}, made));
    return made;
  }
  void hp(Entity who, float value) {
    Column<float> column;
    uint32_t slot = 0;
    REQUIRE(populations[0].column(id_of("blackboard", "hp"), column));
    REQUIRE(populations[0].slot_of(who, slot));
    column[slot] = value;
  }

  // The thief walks 6 m/s from 0.5 s on.
  void happen(uint64_t number) {
    const double seconds = static_cast<double>(number) / 60;
    if (number >= 30 && world.is_alive(thief)) {
      const double share = std::min(1.0, (seconds - 0.5) * 6 / 26);
      REQUIRE(world.set_position(thief, {2, 0, 30 + -26 * static_cast<float>(share)}));
      REQUIRE(world.set_facing(thief, {0, 0, -1}));
    }
    if (number == 60) {
      Column<float> orders;
      REQUIRE(world.team_key(id_of("blackboard", "orders"), orders));
      hp(bob, 40);
      orders[0] = 9;
    }
    if (number == 120) {
      REQUIRE(world.despawn_entity(thief));
      REQUIRE(world.post({.event = id_of("events", "shot"), .target = EventTarget::everyone}));
    }
    if (number == 180) {
      REQUIRE(populations[0].despawn(bob));
      entity("person", {1, 0, 2});
      const EntityId who = ann;
      REQUIRE(world.post(
          {.record_bytes = sizeof who, .event = id_of("events", "radio"), .agent = eve, .record = &who}));
    }
  }

  // A wall from [5, 0, -3] to [5, 0, 3]; nobody stands in line with it.
  static bool is_walled(Vector3 a, Vector3 b) {
    if ((a.x < 5) == (b.x < 5)) return false;
    const float z = a.z + (b.z - a.z) * (5 - a.x) / (b.x - a.x);
    return z >= -3 && z <= 3;
  }

  void sense() {
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    REQUIRE(populations[0].begin_sense(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(populations[0].sense(batch, job, scratch));
    REQUIRE(populations[0].end_sense(batch, queries));
    for (const OcclusionQuery& query : queries) {
      REQUIRE(populations[0].answer(
          query.ticket, is_walled(query.from, query.to) ? ishi::Sight::blocked : ishi::Sight::clear));
    }
  }

  void end_tasks() {
    for (size_t i = 0; i < running.size();) {
      const Running task = running[i];
      if (task.ends_at > now) {
        ++i;
        continue;
      }
      running.erase(running.begin() + static_cast<ptrdiff_t>(i));
      Population& population = populations[task.token.population];
      REQUIRE(Tools(population).apply_effects(task.token));
      REQUIRE(population.report(task.token, Ending::completed));
    }
  }

  void act(Population& population) {
    while (population.wants_act()) {
      Round round;
      Commands commands;
      REQUIRE(population.begin_act(round));
      for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(population.act(round, job, scratch));
      REQUIRE(population.end_act(round, commands));
      CHECK(commands.posted.empty());
      for (const End& end : commands.ends)
        std::erase_if(running, [&](const Running& task) { return task.token == end.token; });
      for (const Start& start : commands.starts) {
        const double takes = AssetParts(asset_).task(asset_.find(Kind::tasks, start.task)).takes_seconds;
        running.push_back({start.token, now + static_cast<uint64_t>(std::llround(takes * 1e6))});
      }
      end_tasks();
    }
  }

  const Asset& asset_;
  Scratch scratch;
  Entity thief, box, ann, bob, eve;
  uint64_t now = 0;
  std::vector<Running> running;
};

}  // namespace

TEST_CASE("a scene runs as a game that follows the page, bit for bit in every frame") {
  Compiled compiled{std::string(kText)};
  compiled.load();
  const Model& model = compiled.program->model;
  Diagnostics diagnostics;
  const Situation situation =
      read_scene(model, model.scenes[0].value, static_cast<double>(kFrames) / 60, diagnostics);
  REQUIRE(!diagnostics.has_errors());
  Simulation simulation(compiled.asset, model, situation);
  REQUIRE(simulation.open(0));
  Game game(compiled.asset);
  size_t events = 0;
  for (uint64_t frame = 0; frame < kFrames; ++frame) {
    REQUIRE(simulation.frame());
    game.frame(frame);
    INFO("frame " << frame);
    for (int i = 0; i < 2; ++i) {
      INFO("population " << i);
      REQUIRE(simulation.agents()[static_cast<size_t>(i)].place().population().state_hash() ==
              game.populations[i].state_hash());
    }
    // What the simulation keeps for tools is no part of the state.
    REQUIRE(simulation.stage().world().state_hash() == game.world.state_hash());
    for (const SimulatedAgent& agent : simulation.agents()) events += agent.events().size();
  }
  CHECK(events > 200);  // it was no quiet scene
}

}  // namespace ishi::compiler::scenes_test
