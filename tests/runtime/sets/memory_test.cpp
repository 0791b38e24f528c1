#include <limits>

#include "ishi/tools.h"
#include "runtime/allocations.h"
#include "runtime/float_state.h"
#include "runtime/sets/fact_world.h"

// What agents remember, without a decision.

namespace ishi::testing::sets_memory_test {

using facts::kFaces;
using facts::kPickups;
using facts::kSecond;

TEST_CASE("a place that is restored is kept as it is, also for a caller that flushes denormals") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(40);
  with_state(&flush_to_zero, [&] {
    REQUIRE(Tools(w.population)
                .restore_fact(w.population.agent_of(slot), kPickups,
                              {.entity = can, .position = {1e-40f, 0, 0}}));
  });
  CHECK(w.facts_of(slot).at(0).position.x == 1e-40f);
}

TEST_CASE("a fact holds the fields and the place of its entity as they were when it was noticed") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(40, {1, 2, 3});
  w.step(5 * kSecond);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  w.energy[can.index] = 90;
  REQUIRE(w.world.set_position(can, {7, 7, 7}));
  const auto facts = w.facts_of(slot);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].entity == can);
  CHECK(facts[0].position.y == 2);
  CHECK(facts[0].first_seen_microseconds == int64_t{5 * kSecond});
  CHECK(w.noticed_energy(slot, 0) == 40);
}

TEST_CASE("noticing again refreshes a fact and keeps when it began and its own fields") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(40);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  REQUIRE(w.population.set_fact_field(w.population.agent_of(slot), kPickups, 0, facts::kChecked, uint8_t{1}));
  w.step(3 * kSecond);
  w.energy[can.index] = 90;
  REQUIRE(w.world.set_position(can, {7, 7, 7}));
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  const auto facts = w.facts_of(slot);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].first_seen_microseconds == 0);
  CHECK(facts[0].last_seen_microseconds == int64_t{3 * kSecond});
  CHECK(facts[0].position.x == 7);
  CHECK(w.noticed_energy(slot, 0) == 90);
  uint8_t checked = 0;
  REQUIRE(w.population.fact_field(w.population.agent_of(slot), kPickups, 0, facts::kChecked, checked));
  CHECK(checked == 1);
}

TEST_CASE("what the game noticed is held in range, and NaN reads as the default") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const float strange[] = {1e9f, -5, std::numeric_limits<float>::quiet_NaN()};
  const float held[] = {100, 0, 0};
  for (uint32_t i = 0; i < 3; ++i) {
    REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, w.pickup(strange[i])));
    CHECK(w.noticed_energy(slot, i) == held[i]);
  }
}

TEST_CASE("a full memory forgets what was noticed longest ago, of equals the first") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  std::vector<Entity> cans;
  for (float i = 0; i < 6; ++i) cans.push_back(w.pickup(i));
  for (uint32_t i = 0; i < 4; ++i)
    REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, cans[i]));
  w.step(kSecond);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, cans[0]));
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, cans[4]));
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, cans[5]));
  const auto facts = w.facts_of(slot);
  REQUIRE(facts.size() == 4);
  const Entity left[] = {cans[0], cans[3], cans[4], cans[5]};
  for (uint32_t i = 0; i < 4; ++i) {
    CHECK(facts[i].entity == left[i]);
    CHECK(w.noticed_energy(slot, i) == w.energy[left[i].index]);
  }
}

TEST_CASE("a fact is forgotten when the frame begins in which its time is over") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(1);
  const Entity later = w.pickup(2);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  REQUIRE(w.population.remember(w.population.agent_of(slot), kFaces, can));
  w.step(4 * kSecond);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, later));
  w.step(6 * kSecond - 1);
  CHECK(w.facts_of(slot).size() == 2);
  w.begin_frame(1);
  const auto facts = w.facts_of(slot);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].entity == later);
  CHECK(w.noticed_energy(slot, 0) == 2);
  REQUIRE(w.world.end_frame());
  w.step(3600 * kSecond);
  CHECK(w.facts_of(slot).empty());
  CHECK(w.facts_of(slot, kFaces).size() == 1);
}

TEST_CASE("a fact that is noticed again lives longer") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(1);
  for (int i = 0; i < 5; ++i) {
    REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
    w.step(9 * kSecond);
    CHECK(w.facts_of(slot).size() == 1);
  }
  w.step(kSecond);
  CHECK(w.facts_of(slot).empty());
}

TEST_CASE("a fact about somebody who is gone stays until it is forgotten") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(1);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  REQUIRE(w.world.despawn_entity(can));
  w.step();
  CHECK(w.facts_of(slot).size() == 1);
  CHECK(w.population.remember(w.population.agent_of(slot), kPickups, can).code == StatusCode::stale_handle);
  REQUIRE(w.population.forget(w.population.agent_of(slot), kPickups, can));
  CHECK(w.facts_of(slot).empty());
  CHECK(w.population.forget(w.population.agent_of(slot), kPickups, can).code == StatusCode::member_unknown);
}

TEST_CASE("who comes into a slot remembers nothing of who was there before") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(1);
  const uint64_t before = w.population.state_hash();
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  CHECK(w.population.state_hash() != before);
  REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  REQUIRE(w.spawn() == slot);
  CHECK(w.facts_of(slot).empty());
}

TEST_CASE("memories refuse what makes no sense") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(1);
  Entity nothing_in_particular;
  REQUIRE(w.world.spawn_entity({}, nothing_in_particular));
  Population& p = w.population;
  CHECK(p.remember(p.agent_of(slot), MemoryId(1), can).code == StatusCode::unknown_id);
  CHECK(p.remember(p.agent_of(99), kPickups, can).code == StatusCode::stale_handle);
  CHECK(p.remember(p.agent_of(slot + 1), kPickups, can).code == StatusCode::stale_handle);
  CHECK(p.remember(p.agent_of(slot), kPickups, nothing_in_particular).code == StatusCode::wrong_thing);
  CHECK(p.remember(p.agent_of(slot), kPickups, kNobody).code == StatusCode::stale_handle);
  CHECK(p.remember(p.agent_of(slot), kFaces, nothing_in_particular));
  REQUIRE(p.remember(p.agent_of(slot), kPickups, can));
  CHECK(Tools(p).restore_fact(p.agent_of(slot), kPickups, {.entity = can}).code == StatusCode::already_known);
  float number = 0;
  int32_t whole = 0;
  CHECK(p.fact_field(p.agent_of(slot), kPickups, 1, facts::kEnergy, number).code ==
        StatusCode::member_unknown);
  CHECK(p.fact_field(p.agent_of(slot), kPickups, 0, 5, number).code == StatusCode::unknown_id);
  CHECK(p.fact_field(p.agent_of(slot), kPickups, 0, facts::kEnergy, whole).code == StatusCode::wrong_type);
  std::vector<float> values(Tools(p).value_count());
  CHECK(Tools(p).explain_member(p.agent_of(slot), 0, 1, values).code == StatusCode::member_unknown);
  CHECK(Tools(p).explain_member(p.agent_of(slot), 2, 0, values).code == StatusCode::unknown_id);
}

TEST_CASE("nobody remembers while agents think or act") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(1);
  w.begin_frame();
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  Batch batch;
  REQUIRE(w.population.begin_think(batch));
  CHECK(w.population.remember(w.population.agent_of(slot), kPickups, can).code == StatusCode::wrong_phase);
  CHECK(w.population.forget(w.population.agent_of(slot), kPickups, can).code == StatusCode::wrong_phase);
  CHECK(w.population.set_fact_field(w.population.agent_of(slot), kPickups, 0, facts::kEnergy, 1.0f).code ==
        StatusCode::wrong_phase);
  REQUIRE(w.population.think(batch, 0, w.scratch));
  REQUIRE(w.population.end_think(batch));
  Round round;
  REQUIRE(w.population.begin_act(round));
  CHECK(w.population.forget(w.population.agent_of(slot), kPickups, can).code == StatusCode::wrong_phase);
}

TEST_CASE(
    "a memory that a reload makes forget forgets what is old enough by then, and one that it makes keep "
    "keeps it") {
  const bool forgets_first = GENERATE(false, true);
  BlobContent keeping = fact_content({});
  for (raw::Set& set : keeping.sets) set.forget = 0;
  const BlobContent forgetting = fact_content({});
  FactWorld w(forgets_first ? forgetting : keeping);
  Asset changed = load_valid(forgets_first ? keeping : forgetting);
  const uint32_t slot = w.spawn();
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, w.pickup(1)));
  w.step(9 * kSecond);
  Reload reload;
  const AssetChange change{.from = &w.asset, .to = &changed};
  REQUIRE(w.world.prepare_reload({&change, 1}, reload));
  REQUIRE(w.world.commit_reload(reload));
  w.begin_frame(2 * kSecond);
  CHECK(w.facts_of(slot).empty() == !forgets_first);
}

TEST_CASE("what is restored is as old as it was, and may be about somebody who is gone") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  const Entity gone = w.pickup(1);
  REQUIRE(w.world.despawn_entity(gone));
  const FactInfo fact{gone, {3, 0, 0}, -int64_t{5 * kSecond}, -int64_t{2 * kSecond}};
  REQUIRE(Tools(w.population).restore_fact(w.population.agent_of(slot), kPickups, fact));
  const auto facts = w.facts_of(slot);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].first_seen_microseconds == fact.first_seen_microseconds);
  CHECK(facts[0].last_seen_microseconds == fact.last_seen_microseconds);
  w.step(8 * kSecond);
  CHECK(w.facts_of(slot).empty());
}

TEST_CASE("remembering and forgetting allocate nothing") {
  FactWorld w;
  const uint32_t slot = w.spawn();
  std::vector<Entity> cans;
  for (float i = 0; i < 8; ++i) cans.push_back(w.pickup(i));
  w.step();
  const uint64_t before = Allocations::made();
  for (int round = 0; round < 4; ++round) {
    for (const Entity can : cans) REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
    REQUIRE(w.world.begin_frame({++w.frame, w.time += 11 * kSecond}));
    REQUIRE(w.world.end_frame());
  }
  CHECK(Allocations::made() == before);
}

}  // namespace ishi::testing::sets_memory_test
