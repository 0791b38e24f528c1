#include "ishi/tools.h"
#include "memory/arena.h"

#include <algorithm>

#include "memory/hash.h"
#include "population/population_state.h"
#include "runtime/allocations.h"
#include "runtime/guard_world.h"
#include "runtime/sets/fact_world.h"

// Memory: all of it is taken at creation, and running out of it is an answer.

namespace ishi::testing::world_memory_test {
namespace {

TEST_CASE("after creation nothing allocates") {
  GuardWorld w(600, 2000);
  std::vector<Entity> agents(600), people(100);
  std::vector<float> values(Tools(w.guards).value_count());
  std::mt19937 random(5);
  uint64_t failures = 0;
  const auto expect = [&](Status status) { failures += status ? 0 : 1; };

  const uint64_t before = Allocations::made();
  for (Entity& agent : agents) expect(w.guards.spawn({}, agent));
  for (Entity& person : people) expect(w.world.spawn_entity({.thing = kPerson}, person));
  for (uint64_t frame = 0; frame < 50; ++frame) {
    w.feed(random, people);
    expect(w.world.begin_frame({frame, frame * 16'667}));
    Batch batch;
    expect(w.guards.begin_think({.agents_per_job = 100}, batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) expect(w.guards.think(batch, job, w.scratch));
    expect(w.guards.end_think(batch));
    expect(w.world.end_frame());
    expect(Tools(w.guards).explain(w.guards.agent_of(static_cast<uint32_t>(frame)), values));
    expect(w.guards.despawn(agents[frame]));
    expect(w.world.despawn_entity(people[frame]));
    expect(w.guards.spawn({}, agents[frame]));
    expect(w.world.spawn_entity({.thing = kPerson}, people[frame]));
    failures += w.world.state_hash() == 0 ? 1 : 0;
  }
  CHECK(Allocations::made() == before);
  CHECK(failures == 0);
}

TEST_CASE("whichever allocation fails, creation says so and gives everything back") {
  const std::vector<uint8_t> bytes = guard_content().write();
  const int64_t alive = Allocations::alive();
  bool failed = true;
  uint64_t count = 0;
  for (; failed; ++count) {
    Status status;
    bool made = false;
    Allocations::fail_after(count);
    {
      Asset asset;
      World world;
      Population first, second;
      Scratch scratch;
      status = Asset::load(bytes, asset);
      if (status) status = World::create({}, world);
      if (status) status = world.add_population(asset, kGuard, {.capacity = 10}, first);
      if (status) status = world.add_population(asset, kGuard, {.capacity = 10}, second);
      if (status) status = Scratch::create(world, scratch);
      made = static_cast<bool>(status);
    }
    failed = Allocations::stop_failing();
    if (made == failed) FAIL("allocation " << count);
    if (failed && status.code != StatusCode::out_of_memory) FAIL(status.code);
    if (Allocations::alive() != alive) FAIL("allocation " << count << " leaves memory behind");
  }
  CHECK(count > 20);
}

TEST_CASE("a population that could not be made leaves the world as it was") {
  GuardWorld w;
  const uint64_t before = w.world.state_hash();
  Population others;
  for (uint64_t count = 0;; ++count) {
    Allocations::fail_after(count);
    const Status status = w.world.add_population(w.asset, kGuard, {.capacity = 10}, others);
    if (!Allocations::stop_failing()) {
      REQUIRE(status);
      break;
    }
    CHECK(w.world.state_hash() == before);
    CHECK_FALSE(others.valid());
  }
  w.spawn();
  w.think();
}

// The guard's asset with a token, which its first option claims.
BlobContent claiming(uint32_t count) {
  BlobContent content = guard_content();
  content.tokens = {{id_of("tokens", "other"), 1}, {id_of("tokens", "radio"), count}};
  content.claims = {1};
  for (raw::Option& option : content.options) option.claims = {1, 0};
  content.options[0].claims = {0, 1};
  content.debug.reset();
  content.sort_by_id();
  return content;
}

TEST_CASE("what a population would have brought is not there if it could not be made") {
  const Asset with = load_valid(claiming(2)), without = load_valid(guard_content());
  const TokenId radio = TokenId::of("radio");
  bool failed = true;
  for (uint64_t count = 0; failed; ++count) {
    World world;
    REQUIRE(World::create({}, world));
    Population first, second, third;
    Allocations::fail_after(count);
    const Status status = world.add_population(with, kGuard, {.capacity = 4}, first);
    failed = Allocations::stop_failing();
    uint32_t in_use = 0;
    CHECK(world.tokens_in_use(radio, {}, in_use).code == (status ? StatusCode::ok : StatusCode::unknown_id));
    CHECK(world.keep_tokens(radio, {}, 1).code == (status ? StatusCode::ok : StatusCode::unknown_id));
    // Whoever comes in its place has not brought it, and who comes later has.
    REQUIRE(world.add_population(without, kGuard, {.capacity = 4}, second));
    REQUIRE(world.add_population(with, kGuard, {.capacity = 4}, third));
    CHECK(world.keep_tokens(radio, {}, 1));
    Entity guard;
    REQUIRE(third.spawn({}, guard));
    CHECK(Tools(third).set_option(third.agent_of(0), 0));
    REQUIRE(world.keep_tokens(radio, {}, 2));
    CHECK(Tools(third).set_option(third.agent_of(0), kNoOption));
    CHECK(Tools(third).set_option(third.agent_of(0), 0).code == StatusCode::claim_taken);
  }
}

// Those of the state of a population with so many agents.
size_t state_bytes(const Asset& asset, AgentId agent, uint32_t capacity, AgentBytes& bytes_of_one) {
  World world;
  Population population;
  REQUIRE(World::create({.entities = capacity}, world));
  REQUIRE(world.add_population(asset, agent, {.capacity = capacity}, population));
  bytes_of_one = Tools(population).agent_bytes();
  return population.state()->arena.bytes().size();
}

TEST_CASE("another agent takes as many bytes as its population says") {
  BlobContent content = GENERATE(guard_content(), fact_content({.cooldown = 1}));
  const AgentId agent(content.agents[0].id);
  Asset asset;
  REQUIRE(Asset::load(content.write(), asset));
  constexpr uint32_t kMany = 1 << 16;
  AgentBytes bytes;
  const size_t many = state_bytes(asset, agent, kMany, bytes);
  const size_t twice_as_many = state_bytes(asset, agent, 2 * kMany, bytes);
  // A few bits a slot, and up to a page a column between columns.
  const double of_one = static_cast<double>(twice_as_many - many) / kMany;
  CHECK(of_one == Approx(static_cast<double>(bytes.all()) + 0.7).margin(2));
}

TEST_CASE("facts take a part of their agent, a memory its capacity times one fact") {
  FactWorld few({.pickups = 4});
  FactWorld more({.pickups = 5});
  const uint32_t pickups = few.asset.find(facts::kPickups);
  const uint64_t of_a_fact =
      Tools(more.population).bytes_of_set(pickups) - Tools(few.population).bytes_of_set(pickups);
  // Its entity, two times, its place; energy, spot (a point) and checked.
  CHECK(of_a_fact == 8 + 16 + 12 + 4 + 12 + 1);
  CHECK(Tools(few.population).bytes_of_set(pickups) == 4 * of_a_fact + 1);
  CHECK(Tools(more.population).agent_bytes().all() == Tools(few.population).agent_bytes().all() + of_a_fact);
  CHECK(Tools(few.population).bytes_of_set(2) == 0);
}

TEST_CASE("a population that no machine can hold is refused") {
  ArenaPlan plan;
  plan.add(8, uint64_t{1} << 45);
  plan.add(8, uint64_t{1} << 62);
  CHECK(plan.overflown());
  Arena arena;
  CHECK_FALSE(arena.allocate(plan));
}

TEST_CASE("64 columns begin on 64 lines of a page, whatever their size") {
  const uint64_t count = GENERATE(1u, 1000u, 1024u, 10'000u, 4096u);
  ArenaPlan plan;
  std::vector<bool> taken(64);
  for (int i = 0; i < 64; ++i) {
    const size_t offset = plan.add(4, count).offset;
    CHECK(offset % 64 == 0);
    taken[offset / 64 % 64] = true;
  }
  CHECK(std::count(taken.begin(), taken.end(), true) == 64);
}

TEST_CASE("small columns take no more than their lines") {
  ArenaPlan plan;
  for (int i = 0; i < 64; ++i) plan.add(4, 1);
  CHECK(plan.size() == size_t{64} * 64);
}

TEST_CASE("any bit and any place changes the hash") {
  std::vector<std::byte> bytes(256);
  std::vector<uint64_t> hashes = {hash_bytes(bytes, 0), hash_bytes(bytes, 1),
                                  hash_bytes(std::span(bytes).first(224), 0)};
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
    hashes.push_back(hash_bytes(bytes, 0));
    bytes[bit / 8] ^= static_cast<std::byte>(1u << (bit % 8));
  }
  std::sort(hashes.begin(), hashes.end());
  CHECK(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
}

}  // namespace
}  // namespace ishi::testing::world_memory_test
