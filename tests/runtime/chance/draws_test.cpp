#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/blob_builder.h"
#include "runtime/phases.h"

// What agents draw: with whom, when and where it changes, and with what it does not.

namespace ishi::testing::draws_test {
namespace {

using Code = OperationCode;

constexpr uint32_t kHere = 77, kThere = 78;  // two places in the text
constexpr uint64_t kSecond = 1'000'000;

// An option that scores what is drawn here, one that scores what is drawn there, and one that scores both.
BlobContent drawing() {
  BlobContent c;
  c.sources = {{1}};
  ProgramBuilder program(c);
  const auto always = program.spread(program.constant(1));
  const auto here = program.with_parameter(Code::random, kHere);
  const auto there = program.with_parameter(Code::random, kThere);
  const std::vector<ScoredOption> scored = {
      {"here", program.add(Code::gate, always, here)},
      {"there", program.add(Code::gate, always, there)},
      {"both", program.add(Code::gate, always, program.add(Code::add, here, there))}};
  add_agent(c, "gambler", program, scored);
  c.sort_by_id();
  return c;
}

struct Gamblers {
  Asset asset = load_valid(drawing());
  World world;
  Population population;
  Scratch scratch;
  uint64_t frame = 0;

  explicit Gamblers(uint64_t seed = 7, uint32_t capacity = 4) {
    REQUIRE(World::create({.seed = seed, .entities = 2 * capacity}, world));
    REQUIRE(world.add_population(asset, AgentId::of("gambler"), {.capacity = capacity}, population));
    REQUIRE(Scratch::create(world, scratch));
  }
  uint32_t spawn(uint64_t identity = 0) {
    Entity agent;
    REQUIRE(population.spawn({.identity = identity}, agent));
    uint32_t slot = 0;
    REQUIRE(population.slot_of(agent, slot));
    return slot;
  }
  void think(uint32_t agents_per_job = 2048) {
    REQUIRE(world.begin_frame({++frame, frame * kSecond}));
    phases::think(population, scratch, {.agents_per_job = agents_per_job});
    REQUIRE(world.end_frame());
  }
  // The score of an option as the next thought will have it.
  float score(uint32_t slot, uint32_t option) const {
    std::vector<float> values(Tools(population).value_count());
    REQUIRE(Tools(population).explain(population.agent_of(slot), values));
    return values[AssetParts(asset).option(option).score];
  }
};

TEST_CASE("a draw lies between 0 and 1, and each thought draws anew") {
  Gamblers w;
  const uint32_t slot = w.spawn();
  std::set<float> drawn;
  for (int i = 0; i < 1000; ++i) {
    const float x = w.score(slot, 0);
    REQUIRE(x >= 0);
    REQUIRE(x < 1);
    CHECK(x == w.score(slot, 0));  // asking draws nothing
    drawn.insert(x);
    w.think();
  }
  CHECK(drawn.size() > 995);
}

TEST_CASE("each place draws for itself, and a draw that several scores read is one") {
  Gamblers w;
  const uint32_t slot = w.spawn();
  for (int i = 0; i < 100; ++i) {
    CHECK(w.score(slot, 0) != w.score(slot, 1));
    CHECK(w.score(slot, 2) == w.score(slot, 0) + w.score(slot, 1));
    w.think();
  }
}

TEST_CASE("what is drawn follows from seed and identity, not from slot or company") {
  Gamblers alone, crowd, elsewhere(8);
  const uint32_t first = alone.spawn(1234);
  crowd.spawn();
  crowd.spawn();
  const uint32_t third = crowd.spawn(1234);
  const uint32_t other = elsewhere.spawn(1234);
  for (int i = 0; i < 50; ++i) {
    CHECK(alone.score(first, 0) == crowd.score(third, 0));
    CHECK(alone.score(first, 0) != elsewhere.score(other, 0));
    CHECK(crowd.score(0, 0) != crowd.score(1, 0));
    for (Gamblers* w : {&alone, &crowd, &elsewhere}) w->think();
  }
}

TEST_CASE("who is born again begins anew") {
  Gamblers w;
  const float before = w.score(w.spawn(5), 0);
  w.think();
  REQUIRE(w.population.despawn(w.population.agent_of(0)));
  CHECK(w.score(w.spawn(5), 0) == before);
}

TEST_CASE("neither jobs nor chunks change a draw or the state") {
  Gamblers one(3, 700), other(3, 700);
  for (uint32_t i = 0; i < 700; ++i) {
    one.spawn();
    other.spawn();
  }
  for (int i = 0; i < 20; ++i) {
    one.think();
    other.think(1 + static_cast<uint32_t>(i));
    REQUIRE(one.world.state_hash() == other.world.state_hash());
  }
}

TEST_CASE("draws are spread evenly") {
  constexpr uint32_t kBins = 64, kAgents = 1000, kThoughts = 1000;
  Gamblers w(11, kAgents);
  for (uint32_t i = 0; i < kAgents; ++i) w.spawn();
  std::vector<double> bins(kBins), pairs(kBins);
  std::vector<float> before(kAgents);
  for (uint32_t thought = 0; thought < kThoughts; ++thought) {
    for (uint32_t slot = 0; slot < kAgents; ++slot) {
      const float x = w.score(slot, 0);
      ++bins[static_cast<uint32_t>(x * kBins)];
      // What an agent draws next has nothing to do with what it drew before.
      ++pairs[static_cast<uint32_t>(before[slot] * 8) * 8 + static_cast<uint32_t>(x * 8)];
      before[slot] = x;
    }
    w.think();
  }
  const auto chi_squared = [](const std::vector<double>& counts, double expected) {
    double sum = 0;
    for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
    return sum;
  };
  const double even = chi_squared(bins, double{kAgents} * kThoughts / kBins);
  WARN("chi-squared of 10^6 draws in " << kBins << " bins: " << even);
  // Of 63 degrees of freedom; beyond these in one of 10^4 cases each.
  CHECK(even < 115);
  CHECK(even > 27);
  std::fill(before.begin(), before.end(), 0.0f);
  const double apart = chi_squared(pairs, double{kAgents} * kThoughts / kBins);
  WARN("the same of pairs of draws, one thought after the other: " << apart);
  CHECK(apart < 160);  // the first pairs have a 0 before them
}

}  // namespace
}  // namespace ishi::testing::draws_test
