#include "runtime/sets/fact_world.h"

// What the steps of a body do to memories: remember, forget, and write a memory's own fields.

namespace ishi::testing::sets_steps_test {

using facts::kFaces;
using facts::kPickups;

namespace {

constexpr uint16_t kRefill = 0;
constexpr uint32_t kChecked = 2;  // as facts count their fields
constexpr uint32_t kWorthOf = 0;  // formulas of the fact
constexpr uint32_t kEntityOf = 1;

// `refill` does this first, then waits for an hour; `finally` sets `whom`.
BlobContent doing(raw::Assignment assignment) {
  BlobContent content = fact_content({});
  content.assignments[0] = assignment;
  return content;
}

raw::Assignment assign(Target target, uint32_t subject, uint32_t formula) {
  return {.subject = subject, .formula = formula, .target = static_cast<uint8_t>(target)};
}

struct One : FactWorld {
  explicit One(raw::Assignment assignment) : FactWorld(doing(assignment)), slot(spawn()) {}

  Entity notice(float its_energy) {
    const Entity entity = pickup(its_energy);
    REQUIRE(population.remember(population.agent_of(slot), kPickups, entity));
    return entity;
  }
  // A frame in which agents are looked at again whom something woke.
  void step_to_the_end() {
    begin_frame(100'000);
    think();
    act();
    act();
    REQUIRE(world.end_frame());
  }

  uint32_t slot;
};

}  // namespace

TEST_CASE("a step remembers somebody in another memory, as they are now") {
  One w(assign(Target::remember, 1, kEntityOf));
  const Entity can = w.pickup(50, {3, 0, 4});
  REQUIRE(w.population.remember(w.population.agent_of(w.slot), kPickups, can));
  w.step();
  CHECK(w.population.option(w.population.agent_of(w.slot)) == kRefill);
  const auto faces = w.facts_of(w.slot, kFaces);
  REQUIRE(faces.size() == 1);
  CHECK(faces[0].entity == can);
  CHECK(faces[0].position.x == 3);
  CHECK(faces[0].position.z == 4);
}

TEST_CASE("a step that remembers the fact at hand confirms it") {
  One w(assign(Target::remember, 0, kEntityOf));
  w.notice(50);
  w.begin_frame(5'000'000);
  w.think();
  w.act();
  REQUIRE(w.world.end_frame());
  const auto facts = w.facts_of(w.slot);
  REQUIRE(facts.size() == 1);
  CHECK(facts[0].first_seen_microseconds == 0);
  CHECK(facts[0].last_seen_microseconds == 5'000'000);
}

TEST_CASE("nobody, and who is of another kind than the memory's, is not remembered") {
  BlobContent content = doing(assign(Target::remember, 0, kEntityOf));
  content.operations[content.formulas[kEntityOf].program.first] = {
      .code = static_cast<uint8_t>(OperationCode::self_row)};
  content.formulas[kEntityOf].set = raw::kMissing;
  FactWorld w(content);
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(50);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  w.step();
  REQUIRE(w.facts_of(slot).size() == 1);
  CHECK(w.facts_of(slot)[0].entity == can);
}

TEST_CASE("who forgets what it runs for fails in the same frame, after its steps that take no time") {
  One w(assign(Target::forget, 0, raw::kMissing));
  const Entity other = w.notice(30);
  w.notice(50);
  w.step_to_the_end();
  REQUIRE(w.facts_of(w.slot).size() == 1);
  CHECK(w.facts_of(w.slot)[0].entity == other);
  CHECK(w.population.option(w.population.agent_of(w.slot)) == kNoOption);
  CHECK(w.population.candidate(w.population.agent_of(w.slot)) == kNobody);
}

TEST_CASE("a step forgets by whom it was told") {
  One w(assign(Target::forget, 1, kEntityOf));
  const Entity can = w.notice(50);
  REQUIRE(w.population.remember(w.population.agent_of(w.slot), kFaces, can));
  w.step();
  CHECK(w.facts_of(w.slot, kFaces).empty());
  CHECK(w.facts_of(w.slot).size() == 1);
  CHECK(w.population.option(w.population.agent_of(w.slot)) == kRefill);
}

TEST_CASE("a step forgets somebody who is gone, if only a name stands there") {
  BlobContent content = doing(assign(Target::forget, 1, kEntityOf));
  SECTION("the fact at hand") {}
  SECTION("a key") {
    content.operations[content.formulas[kEntityOf].program.first] = {
        .code = static_cast<uint8_t>(OperationCode::key_entity), .parameter = 2};
    content.formulas[kEntityOf].set = raw::kMissing;
  }
  FactWorld w(content);
  const uint32_t slot = w.spawn();
  const Entity can = w.pickup(50);
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, can));
  REQUIRE(w.population.remember(w.population.agent_of(slot), kFaces, can));
  w.whom[slot] = can;
  REQUIRE(w.world.despawn_entity(can));
  w.step();
  CHECK(w.facts_of(slot, kFaces).empty());
}

TEST_CASE("a step writes the memory's own field of the fact at hand, which the next thought reads") {
  One w(assign(Target::member_field, kChecked, kWorthOf));
  const Entity first = w.notice(50);
  w.notice(30);
  w.step();
  CHECK(w.population.candidate(w.population.agent_of(w.slot)) == first);
  uint8_t is_checked = 0;
  REQUIRE(w.population.fact_field(w.population.agent_of(w.slot), kPickups, 0, facts::kChecked, is_checked));
  CHECK(is_checked == 1);  // 50 is held in the field's range
  REQUIRE(w.population.fact_field(w.population.agent_of(w.slot), kPickups, 1, facts::kChecked, is_checked));
  CHECK(is_checked == 0);
  w.step();
  CHECK(w.population.candidate(w.population.agent_of(w.slot)) != first);
}

TEST_CASE("in a full memory the fact at hand can be the one that makes room") {
  BlobContent content = doing(assign(Target::remember, 0, kEntityOf));
  content.sets[0].capacity = 1;
  // It remembers whom its key names, who is a pickup, too.
  content.operations[content.formulas[kEntityOf].program.first] = {
      .code = static_cast<uint8_t>(OperationCode::key_entity), .parameter = 2};
  content.formulas[kEntityOf].set = raw::kMissing;
  FactWorld w(content);
  const uint32_t slot = w.spawn();
  REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, w.pickup(50)));
  const Entity other = w.pickup(10);
  w.whom[slot] = other;
  w.begin_frame(100'000);
  w.think();
  w.act();
  w.act();
  REQUIRE(w.facts_of(slot).size() == 1);
  CHECK(w.facts_of(slot)[0].entity == other);
  CHECK(w.population.option(w.population.agent_of(slot)) == kNoOption);  // what it was for is forgotten
}

}  // namespace ishi::testing::sets_steps_test
