#include <array>
#include <atomic>
#include <span>
#include <thread>
#include <vector>

#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// What a game is asked about lines of sight, and what becomes of its answers.

namespace ishi::testing::occlusion_test {

using Entities = std::vector<Entity>;

TEST_CASE("who is seen is known in the thought of the same frame, once the game has answered") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  const Entity observer = w.spawn({1, 2, 3});
  const Entity other = w.person({1, 2, 5});
  w.begin_frame(1000);
  w.sense();
  REQUIRE(w.queries.size() == 1);
  CHECK(w.queries[0].observer == observer);
  CHECK(w.queries[0].target == other);
  CHECK(w.queries[0].slot == 0);
  CHECK(w.queries[0].from.y == 2);
  CHECK(w.queries[0].to.z == 5);
  CHECK(w.remembered().empty());
  REQUIRE(w.watchers.answer(w.queries[0].ticket, Sight::clear));
  CHECK(w.remembered().empty());
  w.think();
  CHECK(w.remembered() == Entities{other});
  w.end_frame();
}

TEST_CASE("who is hidden is not noticed") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  w.spawn();
  w.person({0, 0, 5});
  w.begin_frame(1000);
  w.sense();
  REQUIRE(w.watchers.answer(w.queries.at(0).ticket, Sight::blocked));
  w.think();
  w.end_frame();
  CHECK(w.remembered().empty());
  w.begin_frame(1000);
  w.sense();
  CHECK(w.queries.size() == 1);  // asked again
}

TEST_CASE("a pair that waits is not asked for again, and its answer counts in the next frame") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  w.spawn();
  const Entity other = w.person({0, 0, 5});
  w.begin_frame(1000);
  w.sense();
  const Ticket ticket = w.queries.at(0).ticket;
  w.think();
  w.end_frame();
  w.begin_frame(1000);
  w.sense();
  CHECK(w.queries.empty());
  REQUIRE(w.watchers.answer(ticket, Sight::clear));
  w.think();
  CHECK(w.remembered() == Entities{other});
  w.end_frame();
}

TEST_CASE("what is not answered by the end of the next frame lapses") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  w.spawn();
  w.person({0, 0, 5});
  w.step();
  const Ticket ticket = w.queries.at(0).ticket;
  w.step();
  CHECK(w.queries.empty());
  w.step();
  CHECK(w.queries.size() == 1);
  CHECK(w.watchers.sense_counters().lapsed == 1);
  CHECK(w.watchers.answer(ticket, Sight::clear).code == StatusCode::query_stale);
  CHECK(w.remembered().empty());
}

TEST_CASE("an answer is taken once") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  w.spawn();
  w.person({0, 0, 5});
  w.begin_frame(1000);
  w.sense();
  const Ticket ticket = w.queries.at(0).ticket;
  CHECK(w.watchers.answer({ticket.query + 1, ticket.world, ticket.population}, Sight::clear).code ==
        StatusCode::query_unknown);
  CHECK(w.watchers.answer({}, Sight::clear).code == StatusCode::query_unknown);
  CHECK(w.watchers.answer({~uint64_t{0}, ticket.world, ticket.population}, Sight::clear).code ==
        StatusCode::query_unknown);
  CHECK(w.watchers.answer(ticket, static_cast<Sight>(2)).code == StatusCode::bad_options);
  REQUIRE(w.watchers.answer(ticket, Sight::clear));
  CHECK(w.watchers.answer(ticket, Sight::blocked).code == StatusCode::query_answered);
  w.think();
  CHECK(w.watchers.answer(ticket, Sight::clear).code == StatusCode::query_stale);
}

TEST_CASE("as many lines of sight are asked for as the memory holds, the nearest first") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}, .capacity = 2});
  w.spawn();
  w.person({0, 0, 3});
  const Entity nearest = w.person({0, 0, 1});
  const Entity second = w.person({0, 0, 2});
  w.begin_frame(1000);
  w.sense();
  REQUIRE(w.queries.size() == 2);
  CHECK(w.queries[0].target == nearest);
  CHECK(w.queries[1].target == second);
  CHECK(w.watchers.sense_counters().queries == 2);
}

TEST_CASE("answers for those who are gone change nothing") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  const Entity observer = w.spawn();
  const Entity other = w.person({0, 0, 5});
  w.begin_frame(1000);
  w.sense();
  const Ticket ticket = w.queries.at(0).ticket;
  w.think();
  w.end_frame();
  SECTION("the target") {
    REQUIRE(w.world.despawn_entity(other));
    REQUIRE(w.watchers.answer(ticket, Sight::clear));
    w.step();
    CHECK(w.remembered().empty());
  }
  SECTION("the observer") {
    REQUIRE(w.watchers.despawn(observer));
    CHECK(w.watchers.answer(ticket, Sight::clear).code == StatusCode::query_stale);
    w.spawn();
    w.step();
    CHECK(w.remembered().empty());
  }
}

TEST_CASE("the order of answers does not matter") {
  const auto hash_after = [](bool backwards) {
    WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
    for (int i = 0; i < 4; ++i) w.spawn({static_cast<float>(i), 0, 0});
    w.begin_frame(1000);
    w.sense();
    if (backwards) std::reverse(w.queries.begin(), w.queries.end());
    for (const OcclusionQuery& query : w.queries)
      REQUIRE(w.watchers.answer(query.ticket, query.target.index % 3 == 0 ? Sight::blocked : Sight::clear));
    w.think();
    w.end_frame();
    return w.world.state_hash();
  };
  CHECK(hash_after(false) == hash_after(true));
}

TEST_CASE("an answer that comes too late is refused, even if nobody has sensed since") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}});
  w.spawn();
  w.person({0, 0, 5});
  w.step();
  const Ticket ticket = w.queries.at(0).ticket;
  for (int i = 0; i < 2; ++i) {
    w.begin_frame(1000);
    w.end_frame();
  }
  CHECK(w.watchers.answer(ticket, Sight::clear).code == StatusCode::query_stale);
  w.step();
  CHECK(w.remembered().empty());
  CHECK(w.watchers.sense_counters().lapsed == 1);
}

TEST_CASE(
    "jobs sense on several threads while others answer what was asked before, and nothing else comes of it") {
  const auto hash_after = [](bool on_threads) {
    WatchWorld w({.senses = {sight(10, senses::kAllAround, true), touch(1)}, .agents = 24});
    for (int i = 0; i < 24; ++i) w.spawn({static_cast<float>(i % 6), 0, static_cast<float>(i) / 4});
    std::array<Scratch, 2> scratches;
    for (Scratch& one : scratches) REQUIRE(Scratch::create(w.world, one));
    std::vector<OcclusionQuery> asked;
    for (int frame = 0; frame < 40; ++frame) {
      w.begin_frame(10'000);
      SenseBatch batch;
      REQUIRE(w.watchers.begin_sense({.agents_per_job = 1}, batch));
      std::atomic<int> refused = 0;
      const auto sense = [&](uint32_t first) {
        for (uint32_t job = first; job < batch.jobs(); job += 2)
          refused += w.watchers.sense(batch, job, scratches[first]) ? 0 : 1;
      };
      const auto answer = [&] {
        for (const OcclusionQuery& query : asked) {
          const Sight sight = query.target.index % 3 == 0 ? Sight::blocked : Sight::clear;
          refused += w.watchers.answer(query.ticket, sight) ? 0 : 1;
          refused += w.watchers.answer(query.ticket, sight) ? 1 : 0;  // it is answered
        }
      };
      if (on_threads) {
        std::thread one(sense, 0u), other(sense, 1u);
        answer();
        one.join();
        other.join();
      } else {
        answer();
        sense(1);
        sense(0);
      }
      CHECK(refused == 0);
      std::span<const OcclusionQuery> queries;
      REQUIRE(w.watchers.end_sense(batch, queries));
      asked.assign(queries.begin(), queries.end());
      w.think();
      w.end_frame();
    }
    CHECK(w.watchers.sense_counters().lapsed == 0);
    CHECK_FALSE(w.remembered().empty());
    return w.world.state_hash();
  };
  CHECK(hash_after(true) == hash_after(false));
}

}  // namespace ishi::testing::occlusion_test
