#include <algorithm>
#include <numeric>
#include <set>
#include <thread>

#include "ishi/tools.h"
#include "population/population_state.h"
#include "program/choice.h"
#include "program/machine.h"
#include "runtime/float_state.h"
#include "runtime/guard_world.h"
#include "runtime/score_world.h"
#include "world/thought.h"

// The same history gives the same bits, however the work is cut up and whatever the caller's processor state
// is.

namespace ishi::testing::determinism_test {
namespace {

constexpr uint32_t kGuards = 1000;

// How a run cuts a frame's work into jobs, in which order and on how many threads it does them, and in which
// floating-point state it calls.
struct Way {
  uint32_t agents_per_job = 2048;
  bool shuffled = false;
  uint32_t threads = 1;
  void (*prepare)() = &leave_as_it_is;
  InstructionSet instruction_set = InstructionSet::best;
};

void think(GuardWorld& w, const Batch& batch, const Way& way, std::mt19937& random) {
  std::vector<uint32_t> jobs(batch.jobs());
  std::iota(jobs.begin(), jobs.end(), 0);
  if (way.shuffled) std::shuffle(jobs.begin(), jobs.end(), random);
  std::vector<Status> ended(jobs.size());
  const auto work = [&](uint32_t first) {
    way.prepare();
    Scratch scratch;
    Status made = Scratch::create(w.world, scratch);
    for (size_t i = first; i < jobs.size(); i += way.threads) {
      ended[i] = made ? w.guards.think(batch, jobs[i], scratch) : made;
    }
  };
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < way.threads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  for (const Status& status : ended) REQUIRE(status);
}

// A thousand guards, of whom some come and go.
uint64_t run(const Way& way, uint32_t frames) {
  GuardWorld w(kGuards + 100, 2 * kGuards, way.instruction_set);
  std::mt19937 random(11), order(12);
  const std::vector<Entity> people = w.spawn_people(50);
  std::vector<Entity> agents(kGuards);
  for (uint32_t i = 0; i < kGuards; ++i) {
    agents[i] = w.spawn({.team = TeamId(i % 3), .profile = guard::kProfiles[i % 2], .thing = kPerson});
  }
  Column<float> alarm;
  REQUIRE(w.world.team_key(guard::key_id("alarm"), alarm));
  for (uint32_t frame = 0; frame < frames; ++frame) {
    for (int i = 0; i < 5; ++i) {
      Entity& agent = agents[random() % kGuards];
      REQUIRE(w.guards.despawn(agent));
      agent = w.spawn({.profile = guard::kProfiles[random() % 2]});
    }
    alarm[random() % 3] = static_cast<float>(random() % 100) / 100;
    Batch batch;
    with_state(way.prepare, [&] {
      REQUIRE(w.world.begin_frame(w.next_clock()));
      REQUIRE(w.guards.begin_think({.agents_per_job = way.agents_per_job}, batch));
    });
    w.feed(random, people);
    with_state(way.prepare, [&] { think(w, batch, way, order); });
    REQUIRE(w.guards.end_think(batch));
    REQUIRE(w.world.end_frame());
  }
  return w.world.state_hash();
}

TEST_CASE("the size of jobs, their order and the number of threads do not matter") {
  static const uint64_t kExpected = run({}, 20);
  const Way way = GENERATE(Way{1}, Way{7}, Way{64}, Way{256}, Way{257}, Way{300, true}, Way{16, true, 2},
                           Way{33, true, 7});
  INFO(way.agents_per_job << " rows, " << way.threads << " threads");
  CHECK(run(way, 20) == kExpected);
}

TEST_CASE("every instruction set gives the same bits, also where several threads think in one population") {
  static const uint64_t kExpected = run({}, 20);
  const uint32_t threads = GENERATE(1, 2, 7);
  for (const Machine* const machine : machines()) {
    INFO("instruction set " << static_cast<int>(machine->instruction_set) << ", " << threads << " threads");
    CHECK(run({19, true, threads, &leave_as_it_is, machine->instruction_set}, 20) == kExpected);
  }
}

TEST_CASE("a thousand guards over a thousand frames end as they always did") {
  CHECK(run({}, 1000) == 0x18b1b6ef80c942e3u);
}

TEST_CASE("agents that are packed decide as they do in place") {
  GuardWorld w(512, 1024);
  std::mt19937 random(3);
  const std::vector<Entity> people = w.spawn_people(20);
  for (int i = 0; i < 512; ++i) w.spawn();
  w.feed(random, people);
  w.think();
  Population::State& p = *w.guards.state();
  const std::vector<uint16_t> in_place(p.option, p.option + 512);
  CHECK(std::set<uint16_t>(in_place.begin(), in_place.end()).size() == guard::kOptions);

  std::vector<uint32_t> scattered(512);
  std::iota(scattered.begin(), scattered.end(), 0);
  std::shuffle(scattered.begin(), scattered.end(), random);
  std::fill(p.option, p.option + 512, kNoOption);
  decide(p, scattered, w.scratch.memory());
  CHECK(std::vector<uint16_t>(p.option, p.option + 512) == in_place);
}

TEST_CASE("what is explained is what was decided") {
  GuardWorld w(300, 1024);
  std::mt19937 random(4);
  const std::vector<Entity> people = w.spawn_people(20);
  for (uint32_t i = 0; i < 300; ++i)
    w.spawn({.team = TeamId(i % 3), .profile = i % 3 == 2 ? kNoProfileId : guard::kProfiles[i % 3]});
  const AgentInfo agent = AssetParts(w.asset).agent(0);
  for (int frame = 0; frame < 20; ++frame) {
    w.feed(random, people);
    std::vector<uint16_t> expected;
    for (uint32_t slot = 0; slot < 300; ++slot) {
      const std::vector<float> values = w.explain(slot);
      uint16_t best = w.guards.option(w.guards.agent_of(slot));
      float highest = agent.minimum;
      for (uint16_t option = 0; option < guard::kOptions; ++option) {
        const float score = values[AssetParts(w.asset).option(option).score] +
                            (option == w.guards.option(w.guards.agent_of(slot)) ? agent.inertia : 0);
        if (!(score > highest)) continue;
        highest = score;
        best = option;
      }
      expected.push_back(best);
    }
    w.think();
    for (uint32_t slot = 0; slot < 300; ++slot) {
      if (w.guards.option(w.guards.agent_of(slot)) != expected[slot])
        FAIL("slot " << slot << " in frame " << frame);
    }
  }
}

TEST_CASE("a caller's rounding mode and flushing of denormals do not matter") {
  static const uint64_t kExpected = run({}, 20);
  const auto prepare = GENERATE(&round_up, &round_to_zero, &flush_to_zero);
  CHECK(run({.prepare = prepare}, 20) == kExpected);
}

TEST_CASE("a caller's state is as it was after a thought") {
  GuardWorld w;
  w.spawn();
  int rounding = 0;
  with_state(&round_up, [&] {
    w.think();
    w.explain(0);
    rounding = std::fegetround();
  });
  CHECK(rounding == FE_UPWARD);
#if defined(__x86_64__)
  uint32_t state = 0;
  with_state(&flush_to_zero, [&] {
    w.think();
    state = _mm_getcsr();
  });
  CHECK((state & 0x8040) == 0x8040);
#endif
}

TEST_CASE("scores that are denormal decide, also for a caller that flushes them") {
  ScoreWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  w.give(slot, 0, 1e-40f);
  w.give(slot, 1, 2e-40f);
  with_state(&flush_to_zero, [&] { w.think(); });
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("denormal positions and facings are what they are, also for a caller that flushes them") {
  constexpr Vector3 kTiny{1e-40f, 0, -1e-40f};
  GuardWorld w;
  Entity spawned, moved;
  Vector3 facing_of_spawned, position_of_moved, facing_of_moved;
  with_state(&flush_to_zero, [&] {
    spawned = w.spawn({.facing = kTiny});
    moved = w.spawn_person();
    REQUIRE(w.world.set_position(moved, kTiny));
    REQUIRE(w.world.set_facing(moved, kTiny));
    REQUIRE(w.world.facing(spawned, facing_of_spawned));
    REQUIRE(w.world.position(moved, position_of_moved));
    REQUIRE(w.world.facing(moved, facing_of_moved));
  });
  for (const Vector3& given : {facing_of_spawned, position_of_moved, facing_of_moved}) {
    CHECK(given.x == kTiny.x);
    CHECK(given.y == kTiny.y);
    CHECK(given.z == kTiny.z);
  }
}

TEST_CASE("equal histories give equal hashes, others others") {
  const auto hash_after = [](auto&& change) {
    GuardWorld w;
    const Entity agent = w.spawn();
    const Entity person = w.spawn_person();
    change(w, agent, person);
    return w.world.state_hash();
  };
  const uint64_t nothing = hash_after([](GuardWorld&, Entity, Entity) {});
  CHECK(hash_after([](GuardWorld&, Entity, Entity) {}) == nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity) {
          REQUIRE(Tools(w.guards).set_option(w.guards.agent_of(0), 1));
        }) != nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity) {
          REQUIRE(w.guards.set_profile(w.guards.agent_of(0), guard::kProfiles[1]));
        }) != nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity) {
          REQUIRE(w.guards.set_team(w.guards.agent_of(0), TeamId(1)));
        }) != nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity) {
          w.guards.column<float>(guard::key_id("hp"))[0] = 99;
        }) != nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity person) {
          REQUIRE(w.world.set_position(person, {0, 1, 0}));
        }) != nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity person) { REQUIRE(w.world.despawn_entity(person)); }) !=
        nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity person) {
          Column<float> cloth;
          REQUIRE(w.world.field(id_of("things/person", "cloth"), cloth));
          cloth[person.index] = 0;
        }) != nothing);
  CHECK(hash_after([](GuardWorld& w, Entity, Entity) {
          REQUIRE(w.world.begin_frame({1, 1}));
          REQUIRE(w.world.end_frame());
        }) != nothing);
}

TEST_CASE("worlds of different seeds differ") {
  World first, second;
  REQUIRE(World::create({.seed = 1}, first));
  REQUIRE(World::create({.seed = 2}, second));
  CHECK(first.state_hash() != second.state_hash());
}

}  // namespace
}  // namespace ishi::testing::determinism_test
