#include <array>
#include <bit>
#include <limits>

#include "ishi/tools.h"
#include "runtime/sets/fact_world.h"

// Options that are for one of several facts: which one, how they run, and how they end.

namespace ishi::testing::deciding_test {

using facts::kPickups;
using facts::kSecond;

namespace {

constexpr uint16_t kRefill = 0;
constexpr uint16_t kIdle = 1;

struct One : FactWorld {
  explicit One(const FactOptions& options = {}) : FactWorld(options), slot(spawn()) {}

  Entity notice(float its_energy) {
    const Entity entity = pickup(its_energy);
    REQUIRE(population.remember(population.agent_of(slot), kPickups, entity));
    return entity;
  }
  void change(Entity entity, float its_energy) {
    energy[entity.index] = its_energy;
    REQUIRE(population.remember(population.agent_of(slot), kPickups, entity));
  }
  [[nodiscard]] Entity on() const { return population.candidate(population.agent_of(slot)); }
  [[nodiscard]] uint16_t option() const { return population.option(population.agent_of(slot)); }

  uint32_t slot;
};

}  // namespace

TEST_CASE("an option competes with its best fact, and runs for that one's entity") {
  One w;
  w.notice(40);
  const Entity best = w.notice(90);
  w.notice(60);
  w.step();
  CHECK(w.option() == kRefill);
  CHECK(w.on() == best);
  CHECK(w.worth[w.slot] == 90);
}

TEST_CASE("who remembers nothing cannot pick what is for a fact") {
  One w;
  w.idle[w.slot] = -0.5f;
  w.step();
  CHECK(w.option() == kIdle);
  CHECK(w.on() == kNobody);
}

TEST_CASE("a fact whose condition does not hold is out of the question") {
  One w;
  const Entity good = w.notice(40);
  w.notice(90);
  REQUIRE(
      w.population.set_fact_field(w.population.agent_of(w.slot), kPickups, 1, facts::kChecked, uint8_t{1}));
  w.step();
  CHECK(w.on() == good);
}

TEST_CASE("of equal facts the first noticed wins, or the last") {
  for (const Ties ties : {Ties::first, Ties::last}) {
    One w({.ties = ties});
    const Entity first = w.notice(50);
    w.notice(50);
    const Entity last = w.notice(50);
    w.step();
    CHECK(w.on() == (ties == Ties::first ? first : last));
  }
}

TEST_CASE("inertia belongs to the option with this entity") {
  One w({.inertia = 0.1f});
  const Entity first = w.notice(50);
  w.step();
  const Entity second = w.notice(55);
  w.step();
  CHECK(w.on() == first);
  w.change(second, 65);
  w.step();
  CHECK(w.on() == second);
  // A fact that moves up in the list is still the same.
  w.change(first, 70);
  REQUIRE(w.population.forget(w.population.agent_of(w.slot), kPickups, first));
  const Entity third = w.notice(70);
  w.step();
  CHECK(w.on() == second);
  CHECK(third != second);
}

TEST_CASE("another fact is another body: the old one ends and the new one begins, without a cooldown") {
  One w({.cooldown = 5});
  const Entity first = w.notice(50);
  w.step();
  CHECK(w.worth[w.slot] == 50);
  const Entity second = w.notice(80);
  w.step();
  CHECK(w.on() == second);
  CHECK(w.worth[w.slot] == 80);
  CHECK(w.whom[w.slot] == first);  // what `finally` of the first one wrote
  CHECK(Tools(w.population).cooldown_left(w.population.agent_of(w.slot), kRefill) == 0);
  w.step();
  CHECK(w.option() == kRefill);
}

TEST_CASE("an option whose fact is forgotten fails") {
  SECTION("by the game") {
    One w;
    const Entity can = w.notice(50);
    w.step();
    REQUIRE(w.population.forget(w.population.agent_of(w.slot), kPickups, can));
    w.step();
    CHECK(w.option() == kNoOption);
    CHECK(w.on() == kNobody);
    CHECK(w.whom[w.slot] == can);
    CHECK(w.population.act_counters().failed_options == 1);
    w.step();
    CHECK(w.option() != kNoOption);  // something else can be done
  }
  SECTION("by the game, when nothing else can be done") {
    One w;
    w.idle[w.slot] = -5;
    const Entity can = w.notice(50);
    w.step();
    REQUIRE(w.population.forget(w.population.agent_of(w.slot), kPickups, can));
    w.step();
    CHECK(w.option() == kNoOption);
    CHECK(w.population.act_counters().failed_options == 1);
  }
  SECTION("by time, though it may not be interrupted") {
    One w({.locked = true});
    const Entity can = w.notice(50);
    w.step();
    w.step(5 * kSecond);
    CHECK(w.option() == kRefill);
    w.step(5 * kSecond);
    CHECK(w.option() == kNoOption);
    CHECK(w.population.act_counters().failed_options == 1);
    CHECK(w.whom[w.slot] == can);
  }
  SECTION("because it made room for another one") {
    One w({.pickups = 1, .locked = true});
    w.notice(50);
    w.step();
    w.notice(90);
    w.step();
    CHECK(w.population.act_counters().failed_options == 1);
  }
}

TEST_CASE("an option goes on for somebody who is gone as long as that is not forgotten") {
  One w;
  const Entity can = w.notice(50);
  w.step();
  REQUIRE(w.world.despawn_entity(can));
  w.step();
  CHECK(w.option() == kRefill);
  CHECK(w.on() == can);
}

TEST_CASE("what may not be interrupted keeps its fact") {
  One w({.locked = true});
  const Entity can = w.notice(50);
  w.step();
  w.notice(90);
  w.step();
  CHECK(w.on() == can);
}

TEST_CASE("an option that a save brings back runs for the entity that it was for") {
  One w({.inertia = 1});
  w.notice(90);
  const Entity lesser = w.notice(10);
  REQUIRE(Tools(w.population).set_option(w.population.agent_of(w.slot), kRefill, lesser));
  w.step();
  CHECK(w.on() == lesser);
  CHECK(w.worth[w.slot] == 10);
  REQUIRE(Tools(w.population).set_option(w.population.agent_of(w.slot), kRefill, w.pickup(1)));
  w.idle[w.slot] = -5;
  REQUIRE(w.population.forget(w.population.agent_of(w.slot), kPickups, lesser));
  w.begin_frame();
  w.act();
  CHECK(w.option() == kNoOption);
}

TEST_CASE("many agents decide as each of them alone, bit for bit, whatever the jobs") {
  constexpr uint32_t kAgents = 700;
  std::array<uint64_t, 3> hashes{};
  const std::array<uint32_t, 3> jobs = {1, 37, 4096};
  for (size_t run = 0; run < jobs.size(); ++run) {
    FactWorld w({.pickups = 7, .inertia = 0.02f, .agents = kAgents});
    std::vector<Entity> cans;
    for (uint32_t i = 0; i < 40; ++i) cans.push_back(w.pickup(static_cast<float>((i * 37) % 101)));
    for (uint32_t i = 0; i < kAgents; ++i) w.spawn();
    uint64_t random = 1;
    const auto below = [&random](uint32_t n) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      return static_cast<uint32_t>(random >> 33) % n;
    };
    for (int frame = 0; frame < 6; ++frame) {
      for (uint32_t slot = 0; slot < kAgents; ++slot) {
        for (uint32_t k = below(4); k > 0; --k)
          REQUIRE(w.population.remember(w.population.agent_of(slot), kPickups, cans[below(40)]));
        w.idle[slot] = static_cast<float>(below(100)) * 0.01f;
      }
      w.begin_frame(2 * kSecond);
      w.think(jobs[run]);
      if (run == 0 && frame == 0) {
        std::vector<float> values(Tools(w.population).value_count());
        for (uint32_t slot = 0; slot < kAgents; ++slot) {
          const auto facts = w.facts_of(slot);
          REQUIRE(Tools(w.population).explain(w.population.agent_of(slot), values));
          Entity best = kNobody;
          float score = -std::numeric_limits<float>::infinity();
          for (uint32_t fact = 0; fact < facts.size(); ++fact) {
            REQUIRE(Tools(w.population).explain_member(w.population.agent_of(slot), 0, fact, values));
            const float own = values[AssetParts(w.asset).option(0).score];
            CHECK(std::bit_cast<uint32_t>(own) ==
                  std::bit_cast<uint32_t>(w.noticed_energy(slot, fact) * 0.01f));
            if (own > score) best = facts[fact].entity;
            score = std::max(score, own);
          }
          const bool refills = score >= w.idle[slot];
          CHECK(w.population.option(w.population.agent_of(slot)) == (refills ? kRefill : kIdle));
          CHECK(w.population.candidate(w.population.agent_of(slot)) == (refills ? best : kNobody));
        }
      }
      w.act();
      REQUIRE(w.world.end_frame());
    }
    hashes[run] = w.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
  CHECK(hashes[0] == hashes[2]);
}

}  // namespace ishi::testing::deciding_test
