#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "compiler/asset_of.h"
#include "ishi/asset_info.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/phases.h"
#include "trials.h"

// Plans that claim whom their steps are for. Tests of a designer stand in
// tests/cases/pass/plans_that_claim.ishi.yaml.

namespace ishi::compiler::planned_claims_test {
namespace {

constexpr const char* kYard = R"(ishi: 1
things: { crate: { fields: { load: { type: number, range: 0..9, default: 1 } } } }
candidates: { crates: { of: crate, capacity: 8, scope: world } }
blackboard: { wood: { type: integer, range: 0..9 }, eager: { type: number, range: 0..1 } }
tasks:
  take: { params: { what: crate }, effects: { wood: wood + 1 } }
  sit: { params: { on: crate } }
  idle: {}
actions:
  stock:
    score: 0.5
    cooldown_after_failure: 0s
    do:
      - plan: { reach: wood >= 2, using: [{ take: { what: c }, for_each: { c: crates }, CLAIMS cost: 1s * c.load }] }
      - set: { wood: 0 }
  rest: { for_each: { c: crates }, score: eager, claims: c, cooldown_after_failure: 0s, do: [sit: { on: c }] }
  idle: { score: 0.01, do: idle }
agents:
  porter: { actions: [stock, rest, idle], select: { inertia: 0 } }
  carter: { actions: [stock, idle] }
)";
enum Option : uint16_t { kStock, kRest, kIdle };

std::string yard(const std::string& claims) {
  std::string text = kYard;
  return text.replace(text.find("CLAIMS"), 6, claims);
}

struct Take {
  EntityId what{};
};

struct Yard {
  const Asset asset = asset_of(yard("claims: c,"));
  World world;
  Population porters, carters;
  Scratch scratch;
  std::vector<Entity> crates;
  uint64_t frame = 0;
  uint32_t agents_per_job = 2048;

  struct Running {
    ishi::Token token;
    Entity agent;
    uint32_t crate;
    bool is_of_carter;
  };
  std::vector<Running> running;  // takes

  Yard(uint32_t porters_there, uint32_t carters_there, uint32_t crates_there) {
    REQUIRE(World::create({.entities = 64}, world));
    REQUIRE(world.add_population(asset, AgentId::of("porter"), {.capacity = 6}, porters));
    REQUIRE(world.add_population(asset, AgentId::of("carter"), {.capacity = 4}, carters));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < porters_there; ++i) spawn(porters);
    for (uint32_t i = 0; i < carters_there; ++i) spawn(carters);
    for (uint32_t i = 0; i < crates_there; ++i) add_crate();
  }
  static Entity spawn(Population& population) {
    Entity agent;
    REQUIRE(population.spawn({}, agent));
    return agent;
  }
  void add_crate() {
    Entity crate;
    REQUIRE(world.spawn_entity({.thing = ThingId::of("crate")}, crate));
    REQUIRE(world.candidates(SetId::of("crates")).add(crate));
    crates.push_back(crate);
  }
  void step() {
    ++frame;
    Population populations[] = {porters, carters};
    frame_of(world, populations, scratch, {frame, frame * 100'000}, agents_per_job,
             [&](bool of_carters, const Commands& commands) { note(of_carters, commands); });
  }
  template <typename Visit>
  static void frame_of(World& world, std::span<Population, 2> populations, Scratch& scratch,
                       const Clock& clock, uint32_t agents_per_job, Visit&& visit) {
    REQUIRE(world.begin_frame(clock));
    Batch batches[2];
    for (uint32_t i = 0; i < 2; ++i)
      REQUIRE(populations[i].begin_think({.agents_per_job = agents_per_job}, batches[i]));
    for (uint32_t i = 0; i < 2; ++i) {
      for (uint32_t job = batches[i].jobs(); job-- > 0;)
        REQUIRE(populations[i].think(batches[i], job, scratch));
    }
    for (uint32_t i = 0; i < 2; ++i) REQUIRE(populations[i].end_think(batches[i]));
    for (uint32_t i = 0; i < 2; ++i) {
      while (populations[i].wants_act())
        visit(i == 1, phases::act(populations[i], scratch, {.agents_per_job = agents_per_job}));
    }
    REQUIRE(world.end_frame());
  }
  void note(bool is_of_carter, const Commands& commands) {
    for (const End& end : commands.ends)
      std::erase_if(running, [&](const Running& one) { return one.token == end.token; });
    for (const Start& start : commands.starts) {
      if (start.task != TaskId::of("take")) continue;
      const EntityId what = static_cast<const Take*>(start.parameters)->what;
      running.push_back({start.token, start.agent, what.index, is_of_carter});
    }
  }
  // The members of the agent's plan whose steps are not done yet; none while it asks.
  [[nodiscard]] std::vector<uint32_t> planned(const Population& population, Entity agent) const {
    std::vector<uint32_t> nodes(16);
    nodes.resize(std::min<size_t>(16, Tools(population).active_nodes(agent, nodes)));
    std::vector<uint32_t> crates_of;
    for (const uint32_t node : nodes) {
      PlanInfo plan;
      if (!Tools(population).plan(agent, node, plan) || plan.asks) continue;
      for (uint32_t i = plan.current; i < plan.count; ++i) crates_of.push_back(plan.members[i].index);
    }
    return crates_of;
  }
  void complete(size_t index, Ending ending = Ending::completed) {
    const Running one = running[index];
    running.erase(running.begin() + static_cast<std::ptrdiff_t>(index));
    if (!world.is_alive(one.agent)) return;
    Population& population = one.is_of_carter ? carters : porters;
    Column<int32_t> wood;
    REQUIRE(population.column(id_of("blackboard", "wood"), wood));
    for (uint32_t slot = 0; ending == Ending::completed && slot < population.capacity(); ++slot) {
      if (population.agent_of(slot) == one.agent) wood[slot] = std::min(wood[slot] + 1, 9);
    }
    REQUIRE(population.report(one.token, ending));
  }
};

std::vector<uint32_t> indices(const std::vector<Entity>& entities) {
  std::vector<uint32_t> all;
  for (const Entity entity : entities) all.push_back(entity.index);
  return all;
}

}  // namespace

TEST_CASE("of two plans for the same members the first gets them, and the other plans without them") {
  for (const uint32_t agents_per_job : {1U, 2048U}) {
    Yard y(2, 0, 4);
    y.agents_per_job = agents_per_job;
    const Entity first = y.porters.agent_of(0), second = y.porters.agent_of(1);
    const std::vector<uint32_t> crates = indices(y.crates);
    y.step();  // both have found the plan for crates 0 and 1, and ask
    CHECK(y.running.empty());
    CHECK(y.planned(y.porters, first).empty());
    y.step();  // the first has them, the other asks for what is left
    CHECK(y.planned(y.porters, first) == std::vector{crates[0], crates[1]});
    CHECK(y.world.claimed_by(y.crates[0]) == first);
    CHECK(y.world.claimed_by(y.crates[1]) == first);
    CHECK(y.world.claimed_by(y.crates[2]) == kNobody);
    y.step();
    CHECK(y.planned(y.porters, second) == std::vector{crates[2], crates[3]});
    CHECK(y.world.claimed_by(y.crates[3]) == second);
    CHECK(y.running.size() == 2);
  }
}

TEST_CASE("an agent without a free member has no plan, and plans again when one is free") {
  Yard y(2, 0, 3);
  for (int i = 0; i < 4; ++i) y.step();
  const Entity first = y.porters.agent_of(0), second = y.porters.agent_of(1);
  REQUIRE(y.running.size() == 1);
  CHECK(y.planned(y.porters, second).empty());
  CHECK(y.world.claimed_by(y.crates[1]) == first);
  // The first crate is done, and free in the next frame; the second one is still to come.
  y.complete(0);
  y.step();
  y.step();
  CHECK(y.world.claimed_by(y.crates[1]) == first);
  CHECK(y.world.claimed_by(y.crates[0]) != first);
  for (int i = 0; i < 4; ++i) y.step();
  CHECK(y.planned(y.porters, second) == std::vector{y.crates[0].index, y.crates[2].index});
}

TEST_CASE("actions, plans and the game do not take members from each other") {
  for (const bool is_kept : {false, true}) {
    Yard y(1, 1, 3);
    Column<float> eager;
    REQUIRE(y.porters.column(id_of("blackboard", "eager"), eager));
    if (is_kept) REQUIRE(y.world.keep_entity(y.crates[0], true));
    eager[0] = is_kept ? 0.0F : 1.0F;  // it sits down on the first crate
    for (int i = 0; i < 3; ++i) y.step();
    const Entity carter = y.carters.agent_of(0);
    if (is_kept) {
      CHECK(y.planned(y.porters, y.porters.agent_of(0)) == std::vector{y.crates[1].index, y.crates[2].index});
      CHECK(y.planned(y.carters, carter).empty());
      continue;
    }
    REQUIRE(y.porters.option(y.porters.agent_of(0)) == kRest);
    CHECK(y.planned(y.carters, carter) == std::vector{y.crates[1].index, y.crates[2].index});
    // Another porter finds no seat but those of the plan, and none of them is free.
    const Entity late = Yard::spawn(y.porters);
    eager[1] = 1;
    for (int i = 0; i < 3; ++i) {
      y.step();
      CHECK(y.porters.option(late) != kRest);
    }
  }
}

TEST_CASE("a plan releases its members when it ends, however it ends") {
  enum class How { failed, removed, despawned, replaced };
  for (const How how : {How::failed, How::removed, How::despawned, How::replaced}) {
    Yard y(1, 0, 2);
    for (int i = 0; i < 3; ++i) y.step();
    REQUIRE(y.running.size() == 1);
    const Entity agent = y.porters.agent_of(0);
    REQUIRE(y.world.claimed_by(y.crates[1]) == agent);
    Column<float> eager;
    REQUIRE(y.porters.column(id_of("blackboard", "eager"), eager));
    if (how == How::failed) y.complete(0, Ending::failed);
    if (how == How::removed) REQUIRE(y.world.candidates(SetId::of("crates")).withdraw(y.crates[0]));
    if (how == How::despawned) REQUIRE(y.porters.despawn(agent));
    if (how == How::replaced) eager[0] = 1;  // it sits down on a crate
    uint32_t held = 0;
    for (int i = 0; i < 6; ++i) {
      y.step();
      if (i > 0 && y.world.claimed_by(y.crates[1]) == agent) ++held;
    }
    // After a failure it asks for both again, and has them in a later frame.
    INFO(static_cast<int>(how));
    CHECK((held > 0) == (how == How::failed));
    CHECK(held < 5);
  }
}

TEST_CASE("no member is in the plans of two agents, whatever happens") {
  uint32_t held = 0, finished = 0;
  for (uint32_t seed = 0; seed < trials(160); ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
    Yard y(1 + draw(4), draw(3), 2 + draw(5));
    y.agents_per_job = 1 + draw(3);
    Column<float> eager;
    REQUIRE(y.porters.column(id_of("blackboard", "eager"), eager));
    for (uint32_t i = 0; i < 60; ++i) {
      INFO("seed " << seed << ", frame " << y.frame);
      for (uint32_t slot = 0; slot < 6; ++slot) {
        const Entity agent = y.porters.agent_of(slot);
        const uint32_t what = draw(30);
        if (agent == kNobody) {
          if (what == 0) Yard::spawn(y.porters);
          continue;
        }
        eager[slot] = what < 5 ? 1.0F : what < 25 ? 0.0F : eager[slot];
        if (what == 29) REQUIRE(y.porters.despawn(agent));
      }
      if (y.crates.size() < 8 && draw(8) == 0) y.add_crate();
      if (y.crates.size() > 1 && draw(12) == 0) {
        REQUIRE(y.world.despawn_entity(y.crates.back()));
        y.crates.pop_back();
      }
      if (!y.running.empty() && draw(2) == 0) {
        ++finished;
        const uint32_t which = draw(static_cast<uint32_t>(y.running.size()));
        y.complete(which, draw(4) == 0 ? Ending::failed : Ending::completed);
      }
      // A loaded world goes on as the saved one does.
      if (draw(10) == 0) {
        size_t bytes = 0;
        REQUIRE(y.world.save_size(bytes));
        std::vector<std::byte> save(bytes);
        REQUIRE(y.world.save(save, bytes));
        const Asset* const assets[] = {&y.asset};
        World loaded;
        Population populations[2];
        Reload reload;
        REQUIRE(World::load(save, {.assets = assets}, loaded, populations, reload));
        CHECK(loaded.state_hash() == y.world.state_hash());
        Scratch room;
        REQUIRE(Scratch::create(loaded, room));
        const Clock next{y.frame + 1, (y.frame + 1) * 100'000};
        Yard::frame_of(loaded, populations, room, next, y.agents_per_job, [](bool, const Commands&) {});
        y.step();
        CHECK(loaded.state_hash() == y.world.state_hash());
      } else {
        y.step();
      }
      std::map<uint32_t, Entity> of;
      for (Population* population : {&y.porters, &y.carters}) {
        for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
          const Entity agent = population->agent_of(slot);
          if (agent == kNobody) continue;
          std::set<uint32_t> own;
          for (const uint32_t crate : y.planned(*population, agent)) own.insert(crate);
          if (population->option(agent) == kRest && population == &y.porters)
            own.insert(population->candidate(agent).index);
          for (const uint32_t crate : own) {
            ++held;
            REQUIRE(of.emplace(crate, agent).second);
          }
        }
      }
    }
  }
  CHECK(held > sightings(20000));
  CHECK(finished > sightings(2000));
}

TEST_CASE("an asset that claims no longer, or claims now, goes on with the plans that there are") {
  for (const uint32_t frames : {1U, 2U, 3U}) {
    for (const bool claims_first : {true, false}) {
      INFO(frames << (claims_first ? " claims first" : " claims then"));
      const Asset before = asset_of(yard(claims_first ? "claims: c," : ""));
      const Asset after = asset_of(yard(claims_first ? "" : "claims: c,"));
      Yard y(0, 0, 0);
      REQUIRE(World::create({.entities = 64}, y.world));
      REQUIRE(y.world.add_population(before, AgentId::of("porter"), {.capacity = 6}, y.porters));
      REQUIRE(y.world.add_population(before, AgentId::of("carter"), {.capacity = 4}, y.carters));
      REQUIRE(Scratch::create(y.world, y.scratch));
      const Entity agents[] = {Yard::spawn(y.porters), Yard::spawn(y.porters)};
      for (int i = 0; i < 4; ++i) y.add_crate();
      for (uint32_t i = 0; i < frames; ++i) y.step();
      Reload reload;
      const AssetChange change{&before, &after};
      REQUIRE(y.world.prepare_reload({&change, 1}, reload));
      REQUIRE(y.world.commit_reload(reload));
      REQUIRE(Scratch::create(y.world, y.scratch));
      for (int i = 0; i < 5; ++i) y.step();
      for (const Entity agent : agents) {
        CHECK(std::ranges::any_of(y.running, [&](const Yard::Running& one) { return one.agent == agent; }));
      }
    }
  }
}

}  // namespace ishi::compiler::planned_claims_test
