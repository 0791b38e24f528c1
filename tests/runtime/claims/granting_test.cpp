#include <utility>

#include "population/population_state.h"
#include "runtime/sets/fact_world.h"

// What agents claim is granted to as many as may have it. Histories of many agents stand in
// tests/compiler/running/claims_history_test.cpp.

namespace ishi::testing::granting_test {
namespace {

constexpr TokenId kRadio = TokenId::of("radio");

// `refill` claims its pickup, and the only radio.
BlobContent claiming() {
  BlobContent content = fact_content({});
  content.tokens = {{kRadio.value, 1}};
  content.claims = {0, 0xffff'ffff};
  for (raw::Option& option : content.options) option.claims = {2, 0};
  content.options[0].claims = {0, 2};
  content.sort_by_id();
  return content;
}

// Two agents that both know of one can and prefer refilling to idling.
struct Two : FactWorld {
  uint32_t slots[2] = {};
  Entity can;

  Two() : FactWorld(claiming()) {
    for (uint32_t& slot : slots) slot = spawn();
    can = pickup(50);
    for (const uint32_t slot : slots)
      REQUIRE(population.remember(population.agent_of(slot), facts::kPickups, can));
  }
  [[nodiscard]] bool refills(uint32_t slot) const {
    return population.option(population.agent_of(slot)) == 0;
  }
  [[nodiscard]] uint32_t radios() const {
    uint32_t count = 99;
    REQUIRE(world.tokens_in_use(kRadio, {}, count));
    return count;
  }
};

}  // namespace

TEST_CASE("one of two agents is granted what both claim, and the other one when the first is gone") {
  Two w;
  w.step();
  REQUIRE(w.refills(w.slots[0]) != w.refills(w.slots[1]));
  auto [holder, other] = std::pair(w.slots[0], w.slots[1]);
  if (w.refills(other)) std::swap(holder, other);
  CHECK(w.radios() == 1);
  CHECK(w.world.claimed_by(w.can) == w.population.agent_of(holder));
  w.step();
  CHECK(w.refills(holder));
  CHECK_FALSE(w.refills(other));
  REQUIRE(w.population.despawn(w.population.agent_of(holder)));
  w.step();
  CHECK(w.refills(other));
  CHECK(w.radios() == 1);
  CHECK(w.world.claimed_by(w.can) == w.population.agent_of(other));
}

TEST_CASE("what the game keeps is granted to nobody until it gives it back") {
  Two w;
  SECTION("the token") {
    REQUIRE(w.world.keep_tokens(kRadio, {}, 1));
    w.step();
    CHECK(w.radios() == 0);
    CHECK_FALSE((w.refills(w.slots[0]) || w.refills(w.slots[1])));
    REQUIRE(w.world.keep_tokens(kRadio, {}, 0));
  }
  SECTION("the entity") {
    REQUIRE(w.world.keep_entity(w.can));
    w.step();
    CHECK(w.world.claimed_by(w.can) == kNobody);
    CHECK_FALSE((w.refills(w.slots[0]) || w.refills(w.slots[1])));
    REQUIRE(w.world.keep_entity(w.can, false));
  }
  w.step();
  CHECK(w.radios() == 1);
  CHECK(w.refills(w.slots[0]) != w.refills(w.slots[1]));
}

TEST_CASE("deciding again has as much memory as deciding, also where the asset has many needs") {
  BlobContent content = claiming();
  for (uint64_t i = 0; i < 200; ++i) content.motives.push_back({.id = (1 + i) << 32});
  content.sort_by_id();
  const FactWorld w(content);
  const Population::State& p = *w.population.state();
  CHECK(p.claims.scratch.size() * sizeof(Claims::Line) >= p.scratch_size);
  CHECK(p.scratch_size - p.thought_memory.values >= 200 * sizeof(float));
}

}  // namespace ishi::testing::granting_test
