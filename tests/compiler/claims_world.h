#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"

// A world of soldiers and rookies who claim tokens and foes.

namespace ishi::compiler::testing {

inline constexpr const char* kSquad = R"(ishi: 1
things:
  foe: { fields: { worth: { type: number, range: 0..1, default: 0.5 } } }
candidates:
  foes: { of: foe, capacity: 16, scope: world }
tokens:
  suppressor: { count: 2, scope: team }
  radio: 1
blackboard:
  suppressing: { type: number, range: 0..1 }
  calling: { type: number, range: 0..1 }
  hunting: { type: number, range: 0..1 }
  marking: { type: number, range: 0..1 }
tasks:
  fire: { takes: 1s }
  call: { takes: 1s, abort: wait }
  hunt: { params: { whom: foe }, takes: 1s }
  mark: { params: { whom: foe }, takes: 1s }
  wait_here: { takes: 1s }
actions:
  suppress: { score: suppressing, claims: suppressor, cooldown_after_failure: 0s, do: fire }
  report: { score: calling, claims: radio, rank: 1, cooldown_after_failure: 0s, do: call }
  chase: { for_each: { f: foes }, score: hunting * f.worth, claims: f, cooldown_after_failure: 0s, do: [{ hunt: { whom: f } }] }
  guide: { for_each: { f: foes }, score: marking * f.worth, claims: [f, radio], cooldown_after_failure: 0s, do: [{ mark: { whom: f } }] }
  rest: { score: 0.001, do: wait_here }
agents:
  soldier: { actions: [suppress, report, chase, guide, rest], select: { inertia: 0 } }
  rookie: { actions: [suppress, chase, rest], select: { weighted: {} } }
)";

enum Option : uint16_t { kSuppress, kReport, kChase, kGuide, kRest };

struct Squad {
  explicit Squad(uint32_t soldiers_there = 0, uint32_t capacity = 8) {
    asset = asset_of(kSquad);
    REQUIRE(World::create({.entities = 64 + 2 * capacity, .teams = 2}, world));
    REQUIRE(world.add_population(asset, AgentId::of("soldier"), {.capacity = capacity}, soldiers));
    REQUIRE(world.add_population(asset, AgentId::of("rookie"), {.capacity = capacity}, rookies));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < soldiers_there; ++i) spawn(soldiers);
  }

  Entity spawn(Population& population, uint32_t team = 0) {
    Entity agent;
    REQUIRE(population.spawn({.team = TeamId(team)}, agent));
    return agent;
  }
  Entity foe() {
    Entity id;
    REQUIRE(world.spawn_entity({.thing = ThingId::of("foe")}, id));
    REQUIRE(world.candidates(SetId::of("foes")).add(id));
    return id;
  }
  void want(Population& population, uint32_t slot, const char* key, float value) {
    Column<float> column;
    REQUIRE(population.column(id_of("blackboard", key), column));
    column[slot] = value;
  }

  void begin() { REQUIRE(world.begin_frame({++frame, frame * 100'000})); }
  void think(uint32_t agents_per_job = 2048) {
    Batch batches[2];
    REQUIRE(soldiers.begin_think({.agents_per_job = agents_per_job}, batches[0]));
    REQUIRE(rookies.begin_think({.agents_per_job = agents_per_job}, batches[1]));
    for (uint32_t job = batches[1].jobs(); job-- > 0;) REQUIRE(rookies.think(batches[1], job, scratch));
    for (uint32_t job = 0; job < batches[0].jobs(); ++job) REQUIRE(soldiers.think(batches[0], job, scratch));
    REQUIRE(soldiers.end_think(batches[0]));
    REQUIRE(rookies.end_think(batches[1]));
  }
  template <typename Visitor>
  void act(Population& population, Visitor&& visit) {
    const Commands commands = phases::act(population, scratch);
    visit(commands);
  }
  void step() {
    begin();
    think();
    for (Population* population : {&soldiers, &rookies}) act(*population, [](const Commands&) {});
    REQUIRE(world.end_frame());
  }

  [[nodiscard]] uint32_t in_use(const char* token, uint32_t team = 0) const {
    uint32_t count = 0;
    REQUIRE(world.tokens_in_use(TokenId::of(token), TeamId(team), count));
    return count;
  }
  [[nodiscard]] uint32_t doing(uint16_t option) const {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < soldiers.capacity(); ++slot)
      count += soldiers.option(soldiers.agent_of(slot)) == option ? 1 : 0;
    return count;
  }

  Asset asset;
  World world;
  Population soldiers, rookies;
  Scratch scratch;
  uint64_t frame = 0;
};

}  // namespace ishi::compiler::testing
