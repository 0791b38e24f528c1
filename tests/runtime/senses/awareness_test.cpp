#include "ishi/tools.h"
#include "runtime/float_state.h"
#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// How aware agents become.

namespace ishi::testing::awareness_test {

TEST_CASE("awareness rises as fast in one long frame as in many short ones") {
  const auto after = [](int frames) {
    WatchWorld w({.senses = {touch(2)}, .has_awareness = true, .rise = 0.1f});
    w.spawn();
    w.person({1, 0, 0});
    for (int i = 0; i < frames; ++i) w.step(senses::kSecond / static_cast<uint64_t>(frames));
    return w.awareness();
  };
  CHECK(after(1) == Approx(0.1f));
  CHECK(after(50) == Approx(0.1f).epsilon(1e-6));
  CHECK(after(10'000) == Approx(0.1f).epsilon(1e-6));
}

TEST_CASE("who is lost sight of is lost from awareness, and never below nothing") {
  WatchWorld w({.senses = {touch(2)}, .has_awareness = true, .rise = 1});
  w.spawn();
  const Entity other = w.person({1, 0, 0});
  w.step(senses::kSecond / 2);
  CHECK(w.awareness() == 0.5f);
  REQUIRE(w.world.set_position(other, {9, 0, 0}));
  w.step(senses::kSecond);
  CHECK(w.awareness() == Approx(0.3f));
  w.step(9 * senses::kSecond);
  CHECK(w.awareness() == 0);
  CHECK(w.remembers(other));
}

TEST_CASE("awareness stays within 1") {
  WatchWorld w({.senses = {touch(2)}, .has_awareness = true, .rise = 1e30f});
  w.spawn();
  w.person({1, 0, 0});
  w.step(senses::kSecond);
  CHECK(w.awareness() == 1);
}

TEST_CASE("while an answer is awaited nothing is lost, and it counts for all of that time") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true)}, .has_awareness = true, .rise = 0.5f});
  w.spawn();
  w.person({1, 0, 0});
  w.begin_frame(senses::kSecond / 2);
  w.sense();
  REQUIRE(w.watchers.answer(w.queries.at(0).ticket, Sight::clear));
  w.think();
  w.end_frame();
  CHECK(w.awareness() == 0.25f);
  w.begin_frame(senses::kSecond / 4);
  w.sense();
  const Ticket ticket = w.queries.at(0).ticket;
  w.think();
  w.end_frame();
  CHECK(w.awareness() == 0.25f);
  w.begin_frame(senses::kSecond / 4);
  w.sense();
  SECTION("clear") {
    REQUIRE(w.watchers.answer(ticket, Sight::clear));
    w.think();
    CHECK(w.awareness() == 0.5f);
  }
  SECTION("blocked") {
    REQUIRE(w.watchers.answer(ticket, Sight::blocked));
    w.think();
    CHECK(w.awareness() == Approx(0.15f));
  }
  SECTION("never") {
    w.think();
    w.end_frame();
    w.step();
    CHECK(w.awareness() == Approx(0.15f));
  }
}

TEST_CASE("tools may read and set awareness") {
  WatchWorld w({.senses = {touch(2), hearing()}, .has_awareness = true});
  w.spawn();
  w.person({1, 0, 0});
  w.step();
  REQUIRE(Tools(w.watchers).set_awareness(w.watchers.agent_of(0), senses::kEnemies, 0, 0.7f));
  CHECK(w.awareness() == 0.7f);
  REQUIRE(Tools(w.watchers).set_awareness(w.watchers.agent_of(0), senses::kEnemies, 0, 7));
  CHECK(w.awareness() == 1);
  float value = 0;
  CHECK(w.watchers.awareness(w.watchers.agent_of(0), senses::kEnemies, 1, value).code ==
        StatusCode::member_unknown);
  CHECK(w.watchers.awareness(w.watchers.agent_of(0), senses::kNoises, 0, value).code ==
        StatusCode::wrong_type);
  CHECK(w.watchers.awareness(w.watchers.agent_of(0), MemoryId(5), 0, value).code == StatusCode::unknown_id);
  CHECK(w.watchers.awareness(w.watchers.agent_of(1), senses::kEnemies, 0, value).code ==
        StatusCode::stale_handle);
}

TEST_CASE("awareness is set and read as it is, also for a caller that flushes denormals") {
  WatchWorld w({.senses = {touch(2)}, .has_awareness = true});
  w.spawn();
  w.person({1, 0, 0});
  w.step();
  float read = 0;
  with_state(&flush_to_zero, [&] {
    REQUIRE(Tools(w.watchers).set_awareness(w.watchers.agent_of(0), senses::kEnemies, 0, 1e-40f));
    REQUIRE(w.watchers.awareness(w.watchers.agent_of(0), senses::kEnemies, 0, read));
  });
  CHECK(read == 1e-40f);
}

TEST_CASE("tools are told who has been noticed by which sense") {
  WatchWorld w({.senses = {touch(2), sight(5)}});
  w.spawn();
  const Entity other = w.person({1, 0, 0});
  w.step();
  REQUIRE(Tools(w.watchers).notices().size() == 2);
  CHECK(Tools(w.watchers).notices()[0].sense == 0);
  CHECK(Tools(w.watchers).notices()[1].sense == 1);
  CHECK(Tools(w.watchers).notices()[1].who == other);
  REQUIRE(w.world.set_position(other, {9, 0, 0}));
  w.step();
  CHECK(Tools(w.watchers).notices().empty());
}

}  // namespace ishi::testing::awareness_test
