#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "ishi/id.h"
#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "ishi/world.h"
#include "runtime/blob_builder.h"
#include "runtime/phases.h"

// Sets that the game fills: each agent's own, a team's, and the world's.

namespace ishi::testing::candidates_test {

namespace {

using Code = OperationCode;

constexpr SetId kOrders = SetId::of("orders");
constexpr uint64_t kUrgency = id_of("candidates/orders", "urgency");
constexpr SetId kAround = SetId::of("around");
constexpr uint64_t kNear = id_of("candidates/around", "near");
constexpr SetId kPickups = SetId::of("pickups");
constexpr uint64_t kWorth = id_of("candidates/pickups", "worth");
constexpr uint64_t kFood = id_of("things/fridge", "food");
enum Option : uint16_t { obey, eat, take, idle };

raw::Set set(SetId id, Scope scope, bool entities, uint32_t capacity, raw::Range things, raw::Range fields) {
  return {.id = id.value,
          .kind = static_cast<uint8_t>(SetKind::candidates),
          .scope = static_cast<uint8_t>(scope),
          .entities = static_cast<uint8_t>(entities),
          .capacity = capacity,
          .things = things,
          .fields = fields};
}

// An agent that obeys its most urgent order, else eats what is near, else takes what is worth most to all, if
// `wants`.
BlobContent content(Scope pickups = Scope::world) {
  BlobContent c;
  c.sources = {{1}};
  c.things = {{id_of("things", "fridge"), {0, 1}}, {id_of("things", "bed"), {1, 0}}};
  c.fields = {{kFood, number_variable(0, 1, 0)}};
  c.keys = {{id_of("blackboard", "wants"), number_variable(0, 1, 1)}};
  c.sets = {set(kOrders, Scope::agent, false, 3, {0, 0}, {0, 1}),
            set(kAround, Scope::agent, true, 4, {0, 1}, {1, 1}),
            set(kPickups, pickups, true, 8, {1, 0}, {2, 1})};
  c.set_things = {0};
  c.set_fields = {{kUrgency, number_variable(0, 1, 0)},
                  {kNear, number_variable(0, 1, 0)},
                  {kWorth, number_variable(0, 1, 0)}};
  ProgramBuilder program(c);
  const auto always = program.constant(1);
  const auto worth = program.add(
      Code::multiply, program.add(Code::member_field, program.with_parameter(Code::member, 2), {0}, {0}, 2),
      program.constant(0.01f));
  const auto wants = program.with_parameter(Code::key, 0);
  const auto of_orders = program.with_parameter(Code::each, 0);
  const auto urgency = program.add(Code::member_field, of_orders, {0}, {0}, 0);
  const auto to_obey = program.add(Code::gate, always, urgency);
  const auto of_around = program.with_parameter(Code::each, 1);
  const auto row = program.add(Code::member_row, of_around, {0}, {0}, 1);
  const auto food = program.add(Code::field, row, {0}, {0}, 0);
  const auto near = program.add(Code::member_field, of_around, {0}, {0}, 1);
  const auto appetite =
      program.add(Code::multiply, program.add(Code::multiply, food, near), program.constant(0.1f));
  const auto to_eat = program.add(Code::gate, always, appetite);
  const auto of_pickups = program.with_parameter(Code::each, 2);
  const auto to_take =
      program.add(Code::gate, always, program.add(Code::multiply, program.spread(worth), wants));
  const auto to_idle = program.add(Code::gate, always, program.constant(0.0001f));
  const std::vector<ScoredOption> options = {
      {"obey", to_obey}, {"eat", to_eat}, {"take", to_take}, {"idle", to_idle}};
  add_agent(c, "person", program, options);
  const std::array eaches = {of_orders, of_around, of_pickups};
  for (uint32_t i = 0; i < eaches.size(); ++i) {
    c.options[i].set = i;
    c.options[i].each = program.at(eaches[i]);
  }
  c.sort_by_id();
  return c;
}

struct Household {
  explicit Household(const BlobContent& content, uint32_t capacity = 4)
      : Household(content, capacity, 4 * capacity + 64) {}
  Household(const BlobContent& content, uint32_t capacity, uint32_t entities) : asset(load_valid(content)) {
    REQUIRE(World::create({.entities = entities, .teams = 2}, world));
    REQUIRE(world.add_population(asset, AgentId::of("person"), {.capacity = capacity}, people));
    REQUIRE(Scratch::create(world, scratch));
    REQUIRE(world.field(kFood, food));
  }

  uint32_t spawn(uint32_t team = 0) {
    Entity agent;
    uint32_t slot = 0;
    REQUIRE(people.spawn({.team = TeamId(team)}, agent));
    REQUIRE(people.slot_of(agent, slot));
    return slot;
  }

  Entity entity(const char* thing, float its_food = 0) {
    Entity id;
    REQUIRE(world.spawn_entity({.thing = ThingId::of(thing)}, id));
    food[id.index] = its_food;
    return id;
  }

  Entity order(uint32_t slot, float urgency) {
    Entity id;
    REQUIRE(people.candidates(people.agent_of(slot), kOrders).add(id));
    REQUIRE(people.candidates(people.agent_of(slot), kOrders).set_field(id, kUrgency, urgency));
    return id;
  }

  Entity pickup(float worth, uint32_t team = 0) {
    Entity id = entity("bed");
    REQUIRE(world.candidates(kPickups, TeamId(team)).add(id));
    REQUIRE(world.candidates(kPickups, TeamId(team)).set_field(id, kWorth, worth));
    return id;
  }

  void step(uint32_t agents_per_job = 2048) {
    time += 100'000;
    REQUIRE(world.begin_frame({++frame, time}));
    phases::think(people, scratch, {.agents_per_job = agents_per_job});
    Round round;
    REQUIRE(people.begin_act(round));
    for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(people.act(round, job, scratch));
    Commands commands;
    REQUIRE(people.end_act(round, commands));
    REQUIRE(world.end_frame());
  }

  std::vector<Entity> members(uint32_t slot, SetId set) const {
    std::vector<Entity> result(64);
    uint32_t count = 0;
    REQUIRE(people.candidates(people.agent_of(slot), set).list(result, count));
    result.resize(count);
    return result;
  }

  Asset asset;
  World world;
  Population people;
  Scratch scratch;
  Column<float> food;
  uint64_t frame = 0, time = 0;
};

}  // namespace

TEST_CASE("an option is for the best candidate, and goes on for it") {
  Household h(content());
  const uint32_t slot = h.spawn();
  h.order(slot, 0.3f);
  const Entity best = h.order(slot, 0.8f);
  h.order(slot, 0.5f);
  h.step();
  CHECK(h.people.option(h.people.agent_of(slot)) == obey);
  CHECK(h.people.candidate(h.people.agent_of(slot)) == best);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kOrders).set_field(best, kUrgency, 0.6f));
  h.step();
  CHECK(h.people.candidate(h.people.agent_of(slot)) == best);
}

TEST_CASE("fields of a candidate's entity are read as they are now") {
  Household h(content());
  const uint32_t slot = h.spawn();
  const Entity fridges[] = {h.entity("fridge", 0.9f), h.entity("fridge", 0.5f)};
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set(fridges));
  for (const Entity fridge : fridges)
    REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set_field(fridge, kNear, 1.0f));
  h.step();
  CHECK(h.people.option(h.people.agent_of(slot)) == eat);
  CHECK(h.people.candidate(h.people.agent_of(slot)) == fridges[0]);
  h.food[fridges[0].index] = 0.1f;
  h.step();
  CHECK(h.people.candidate(h.people.agent_of(slot)) == fridges[1]);
}

TEST_CASE("a set of the world is one for all agents, one of a team for its own") {
  for (const Scope scope : {Scope::world, Scope::team}) {
    Household h(content(scope));
    const uint32_t ours = h.spawn(0);
    const uint32_t theirs = h.spawn(1);
    h.pickup(0.2f);
    const Entity best = h.pickup(0.9f);
    h.step();
    CHECK(h.people.option(h.people.agent_of(ours)) == take);
    CHECK(h.people.candidate(h.people.agent_of(ours)) == best);
    CHECK(h.people.option(h.people.agent_of(theirs)) == (scope == Scope::world ? take : idle));
    if (scope == Scope::world) continue;
    const Entity other = h.pickup(0.1f, 1);
    h.step();
    CHECK(h.people.candidate(h.people.agent_of(theirs)) == other);
    CHECK(h.people.candidate(h.people.agent_of(ours)) == best);
  }
}

TEST_CASE("a candidate that is withdrawn fails its option, and the next one is chosen") {
  Household h(content());
  const uint32_t slot = h.spawn();
  const Entity best = h.order(slot, 0.8f);
  const Entity next = h.order(slot, 0.5f);
  h.step();
  REQUIRE(h.people.candidate(h.people.agent_of(slot)) == best);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kOrders).withdraw(best));
  h.step();
  h.step();
  CHECK(h.people.option(h.people.agent_of(slot)) == obey);
  CHECK(h.people.candidate(h.people.agent_of(slot)) == next);
  CHECK(h.people.act_counters().failed_options == 1);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kOrders).withdraw(next));
  h.step();
  CHECK(h.people.option(h.people.agent_of(slot)) == kNoOption);  // it fails before the agent thinks
  h.step();
  CHECK(h.people.option(h.people.agent_of(slot)) == idle);
}

TEST_CASE("what all share can be withdrawn from under those who act on it") {
  Household h(content());
  const uint32_t slot = h.spawn();
  const Entity coin = h.pickup(0.9f);
  h.step();
  REQUIRE(h.people.candidate(h.people.agent_of(slot)) == coin);
  REQUIRE(h.world.candidates(kPickups).withdraw(coin));
  h.step();
  CHECK(h.people.act_counters().failed_options == 1);
  h.step();
  CHECK(h.people.option(h.people.agent_of(slot)) == idle);
}

TEST_CASE("an entity that is gone is no candidate from the next frame on") {
  Household h(content());
  const uint32_t slot = h.spawn();
  const Entity fridge = h.entity("fridge", 0.9f);
  const Entity other = h.entity("fridge", 0.2f);
  const Entity both[] = {fridge, other};
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set(both));
  for (const Entity one : both)
    REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set_field(one, kNear, 1.0f));
  const Entity coin = h.pickup(0.9f);
  h.step();
  REQUIRE(h.people.candidate(h.people.agent_of(slot)) == fridge);
  REQUIRE(h.world.despawn_entity(fridge));
  REQUIRE(h.world.despawn_entity(coin));
  CHECK(h.members(slot, kAround).size() == 2);
  h.step();
  CHECK(h.members(slot, kAround) == std::vector{other});
  CHECK(h.people.option(h.people.agent_of(slot)) == kNoOption);
  h.step();
  CHECK(h.people.candidate(h.people.agent_of(slot)) == other);
  uint32_t count = 7;
  REQUIRE(h.world.candidates(kPickups).list({}, count));
  CHECK(count == 0);
}

TEST_CASE("a list of candidates takes the place of the old one, and who stays keeps its fields") {
  Household h(content());
  const uint32_t slot = h.spawn();
  const Entity a = h.entity("fridge");
  const Entity b = h.entity("fridge");
  const Entity c = h.entity("fridge");
  const Entity d = h.entity("fridge");
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set(std::array{a, b, c}));
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set_field(c, kNear, 0.7f));
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set_field(a, kNear, 0.2f));
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set(std::array{d, c, a}));
  CHECK(h.members(slot, kAround) == std::vector{d, c, a});
  float near = -1;
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).field(c, kNear, near));
  CHECK(near == 0.7f);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).field(d, kNear, near));
  CHECK(near == 0);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).field(a, kNear, near));
  CHECK(near == 0.2f);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set({}));
  CHECK(h.members(slot, kAround).empty());
}

TEST_CASE(
    "a candidate that is gone is never taken for whoever lives in its row, however many do in one frame") {
  Household h(content(), 1, 1u << 18);
  const uint32_t slot = h.spawn();
  const Entity gone = h.entity("fridge", 1);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set(std::array{gone}));
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).set_field(gone, kNear, 1.0f));
  h.step();
  REQUIRE(h.people.candidate(h.people.agent_of(slot)) == gone);
  REQUIRE(h.world.despawn_entity(gone));
  bool was_listed = false, is_taken = false;
  for (int lives = 0; lives < 10'000; ++lives) {
    const Entity other = h.entity("fridge");
    REQUIRE(other.index == gone.index);
    const std::vector<Entity> members = h.members(slot, kAround);
    was_listed = was_listed || members == std::vector{gone};
    is_taken = is_taken || (!members.empty() && members != std::vector{gone});
    REQUIRE(h.world.despawn_entity(other));
  }
  CHECK(was_listed);
  CHECK_FALSE(is_taken);
  CHECK(h.members(slot, kAround).empty());
  // Whom it acts on is nobody who lives, nor ever will: generations of the living are odd.
  const Entity acted_on = h.people.candidate(h.people.agent_of(slot));
  CHECK(acted_on.index == gone.index);
  CHECK(acted_on.generation % 2 == 0);
}

TEST_CASE("a candidate takes four bytes and its fields, and an agent that forgets nothing no date for that") {
  const Household h(content());
  // Three orders with an urgency, four around with a nearness, and how many there are; the last handle.
  CHECK(Tools(h.people).bytes_of_set(0) + Tools(h.people).bytes_of_set(1) ==
        3 * (4 + 4) + 1 + 4 + 4 * (4 + 4) + 1);
  // Whom the running option and the body are for.
  CHECK(Tools(h.people).agent_bytes().sets ==
        16 + Tools(h.people).bytes_of_set(0) + Tools(h.people).bytes_of_set(1));
}

TEST_CASE("what a set does not take is refused, and nothing changes") {
  Household h(content());
  const uint32_t slot = h.spawn();
  Entity fridge = h.entity("fridge");
  Entity bed = h.entity("bed");
  Entity nobody = kNobody;
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).add(bed).code == StatusCode::wrong_thing);
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).add(nobody).code == StatusCode::stale_handle);
  REQUIRE(h.people.candidates(h.people.agent_of(slot), kAround).add(fridge));
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).add(fridge).code == StatusCode::already_known);
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).set(std::array{fridge, fridge}).code ==
        StatusCode::already_known);
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).set(std::vector(5, fridge)).code ==
        StatusCode::set_full);
  CHECK(h.people.candidates(h.people.agent_of(slot), kOrders).set(std::array{fridge}).code ==
        StatusCode::wrong_thing);
  CHECK(h.members(slot, kAround) == std::vector{fridge});
  for (int i = 0; i < 3; ++i) h.order(slot, 0.1f);
  Entity more;
  CHECK(h.people.candidates(h.people.agent_of(slot), kOrders).add(more).code == StatusCode::set_full);
  CHECK(h.people.candidates(h.people.agent_of(slot), kOrders).withdraw(fridge).code ==
        StatusCode::member_unknown);
  CHECK(h.people.candidates(h.people.agent_of(slot), kOrders).withdraw(kNobody).code ==
        StatusCode::member_unknown);
  CHECK(h.people.candidates(h.people.agent_of(slot), kPickups).add(fridge).code == StatusCode::wrong_scope);
  CHECK(h.world.candidates(kOrders).add(fridge).code == StatusCode::wrong_scope);
  CHECK(h.world.candidates(kPickups, TeamId(1)).add(fridge).code == StatusCode::out_of_range);
  CHECK(h.people.candidates(h.people.agent_of(slot), SetId::of("none")).add(fridge).code ==
        StatusCode::unknown_id);
  CHECK(h.people.candidates(h.people.agent_of(99), kAround).add(fridge).code == StatusCode::stale_handle);
  CHECK(h.people.candidates(h.people.agent_of(slot + 1), kAround).add(fridge).code ==
        StatusCode::stale_handle);
  int32_t whole = 1;
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).set_field(fridge, kNear, whole).code ==
        StatusCode::wrong_type);
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).set_field(fridge, kWorth, 1.0f).code ==
        StatusCode::unknown_id);
  CHECK(h.people.candidates(h.people.agent_of(slot), kAround).set_field(bed, kNear, 1.0f).code ==
        StatusCode::member_unknown);
  std::vector<FactInfo> facts(1);
  uint32_t count = 0;
  CHECK(h.people.facts(h.people.agent_of(slot), MemoryId(kAround.value), facts, count).code ==
        StatusCode::unknown_id);
}

TEST_CASE("candidates may be given to those who are due, and not while agents act") {
  Household h(content());
  const uint32_t slot = h.spawn();
  Entity coin = h.entity("bed");
  REQUIRE(h.world.begin_frame({1, 1}));
  Batch batch;
  REQUIRE(h.people.begin_think(batch));
  const Entity best = h.order(slot, 0.9f);
  CHECK(h.world.candidates(kPickups).add(coin).code == StatusCode::wrong_phase);  // all share them
  for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(h.people.think(batch, job, h.scratch));
  REQUIRE(h.people.end_think(batch));
  CHECK(h.people.candidate(h.people.agent_of(slot)) == best);
  Round round;
  REQUIRE(h.people.begin_act(round));
  CHECK(h.people.candidates(h.people.agent_of(slot), kOrders).withdraw(best).code == StatusCode::wrong_phase);
}

TEST_CASE("an agent that goes takes its candidates with it") {
  Household h(content());
  const uint32_t slot = h.spawn();
  h.order(slot, 0.9f);
  REQUIRE(h.people.despawn(h.people.agent_of(slot)));
  REQUIRE(h.spawn() == slot);
  CHECK(h.members(slot, kOrders).empty());
}

TEST_CASE("scores of candidates do not depend on the size of jobs") {
  uint64_t hashes[2] = {};
  for (uint32_t k = 0; k < 2; ++k) {
    Household h(content(Scope::team), 600);
    for (uint32_t i = 0; i < 600; ++i) {
      const uint32_t slot = h.spawn(i % 2);
      for (uint32_t n = 0; n < i % 4; ++n) h.order(slot, static_cast<float>((i * 7 + n * 13) % 11) / 11);
    }
    for (uint32_t n = 0; n < 5; ++n) h.pickup(static_cast<float>(n) / 5, n % 2);
    for (int frame = 0; frame < 3; ++frame) h.step(k == 0 ? 7 : 4096);
    hashes[k] = h.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

}  // namespace ishi::testing::candidates_test
