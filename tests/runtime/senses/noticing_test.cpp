#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "ishi/tools.h"
#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// Touch and sight: who is noticed.

namespace ishi::testing::noticing_test {
namespace {

using Entities = std::vector<Entity>;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// True if somebody at the origin who looks that way sees somebody there.
bool sees(const raw::Sense& sense, Vector3 facing, Vector3 place) {
  WatchWorld w({.senses = {sense}});
  w.spawn({}, {0, 0, 1});
  const Entity other = w.person(place);
  const PointColumn facings = w.world.facings();
  facings.x[1] = facing.x;
  facings.y[1] = facing.y;
  facings.z[1] = facing.z;
  w.step();
  return w.remembers(other);
}

}  // namespace

TEST_CASE("touch notices who is within its range, the edge included, but not oneself") {
  WatchWorld w({.senses = {touch(0.6f)}});
  w.spawn();
  const Entity near = w.person({0.6f, 0, 0});
  w.person({0.60001f, 0, 0});
  w.step();
  CHECK(w.remembered() == Entities{near});
}

TEST_CASE("a range of nothing notices who stands in the same place") {
  WatchWorld w({.senses = {touch(0)}});
  w.spawn({5, 0, 5});
  const Entity same = w.person({5, 0, 5});
  w.person({5, 0, 5.001f});
  w.step();
  CHECK(w.remembered() == Entities{same});
}

TEST_CASE("a kind that a sense is not of is not noticed") {
  WatchWorld w({.senses = {touch(10)}});
  w.spawn();
  Entity crate;
  REQUIRE(w.world.spawn_entity({.position = {1, 0, 0}}, crate));
  w.step();
  CHECK(w.remembered().empty());
}

TEST_CASE("a fact is what was noticed last") {
  WatchWorld w({.senses = {touch(2)}});
  w.spawn();
  const Entity other = w.person({1, 0, 0});
  w.step();
  REQUIRE(w.world.set_position(other, {1.5f, 0, 0}));
  w.step();
  REQUIRE(w.world.set_position(other, {9, 0, 0}));
  w.step();
  FactInfo facts[4];
  uint32_t count = 0;
  REQUIRE(w.watchers.facts(w.watchers.agent_of(0), senses::kEnemies, facts, count));
  REQUIRE(count == 1);
  CHECK(facts[0].position.x == 1.5f);
  CHECK(facts[0].last_seen_microseconds == 200'000);
}

TEST_CASE("sight has a field, half of it to each side of the facing") {
  const raw::Sense eyes = sight(10, std::cos(0.9f));  // to 51.6 degrees
  CHECK(sees(eyes, {0, 0, 1}, {0, 0, 5}));
  CHECK(sees(eyes, {0, 0, 1}, {5 * std::sin(0.89f), 0, 5 * std::cos(0.89f)}));
  CHECK_FALSE(sees(eyes, {0, 0, 1}, {5 * std::sin(0.91f), 0, 5 * std::cos(0.91f)}));
  CHECK(sees(eyes, {0, 0, 1}, {-5 * std::sin(0.89f), 0, 5 * std::cos(0.89f)}));
  CHECK_FALSE(sees(eyes, {0, 0, 1}, {0, 0, -5}));
  CHECK_FALSE(sees(eyes, {0, 0, 1}, {0, 0, 11}));
}

TEST_CASE("the edges of a field are exact where they can be") {
  CHECK(sees(sight(10, 0), {0, 0, 1}, {5, 0, 0}));
  CHECK_FALSE(sees(sight(10, 0), {0, 0, 1}, {5, 0, -1e-6f}));
  CHECK(sees(sight(10, 1), {0, 0, 1}, {0, 0, 5}));
  CHECK_FALSE(sees(sight(10, 1), {0, 0, 1}, {0.01f, 0, 5}));
  CHECK(sees(sight(10), {0, 0, 1}, {0, 0, -5}));
}

TEST_CASE("who stands at the observer's own place is in every field") {
  CHECK(sees(sight(10, 1), {0, 0, 1}, {}));
  CHECK(sees(sight(10, 0.5f), {0, 0, 1}, {}));
}

TEST_CASE("a facing that is no direction is forward, one of another length is as good") {
  const raw::Sense eyes = sight(10, 0.5f);
  CHECK(sees(eyes, {kNaN, kNaN, kNaN}, {0, 0, 5}));
  CHECK_FALSE(sees(eyes, {kNaN, kNaN, kNaN}, {0, 0, -5}));
  CHECK(sees(eyes, {0, 0, 0}, {0, 0, 5}));
  CHECK(sees(eyes, {1e-30f, 0, 0}, {5, 0, 0}));
  CHECK_FALSE(sees(eyes, {1e-30f, 0, 0}, {0, 0, 5}));
  CHECK(sees(eyes, {1e30f, 0, 0}, {5, 0, 0}));
  CHECK(sees(eyes, {0, 0, 250}, {1, 0, 5}));
}

TEST_CASE("a place that is no number reads as the origin") {
  CHECK(sees(touch(1), {0, 0, 1}, {kNaN, 0, kNaN}));
  CHECK(sees(touch(1e6f), {0, 0, 1}, {1e30f, 0, 0}));
}

TEST_CASE("of more than the memory holds the nearest are noticed, then the lower row") {
  WatchWorld w({.senses = {touch(10)}, .capacity = 2});
  w.spawn();
  const Entity far = w.person({3, 0, 0});
  const Entity first = w.person({0, 0, 2});
  const Entity nearest = w.person({1, 0, 0});
  w.person({2, 0, 0});
  w.step();
  CHECK(w.remembered() == Entities{nearest, first});
  for (int i = 0; i < 5; ++i) w.step();  // nobody is pushed out and noticed again
  CHECK(w.remembered() == Entities{nearest, first});
  REQUIRE(w.world.set_position(far, {0.5f, 0, 0}));
  w.step();
  CHECK(w.remembers(far));
  CHECK(w.remembers(nearest));
}

TEST_CASE("agents sense in the frames in which they think") {
  WatchWorld w({.senses = {touch(10)}, .every_frames = 4});
  for (int i = 0; i < 8; ++i) w.spawn();
  w.person({1, 0, 0});
  uint32_t sensed = 0;
  for (int i = 0; i < 4; ++i) {
    w.begin_frame(1000);
    SenseBatch batch;
    std::span<const OcclusionQuery> asked;
    REQUIRE(w.watchers.begin_sense({}, batch));
    CHECK(batch.size() == 2);
    sensed += batch.size();
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(w.watchers.sense(batch, job, w.scratch));
    REQUIRE(w.watchers.end_sense(batch, asked));
    Batch thinking;
    REQUIRE(w.watchers.begin_think({}, thinking));
    CHECK(std::vector<uint32_t>(thinking.rows().begin(), thinking.rows().end()).size() == 2);
    for (uint32_t job = 0; job < thinking.jobs(); ++job) REQUIRE(w.watchers.think(thinking, job, w.scratch));
    REQUIRE(w.watchers.end_think(thinking));
    w.end_frame();
  }
  CHECK(sensed == 8);
}

TEST_CASE("with a quota those sense who think, the most overdue first") {
  WatchWorld w({.senses = {touch(10)}, .every_frames = 2});
  for (int i = 0; i < 8; ++i) w.spawn();
  uint32_t turns[8] = {};
  for (int i = 0; i < 16; ++i) {
    w.begin_frame(1000);
    SenseBatch sensing;
    std::span<const OcclusionQuery> asked;
    REQUIRE(w.watchers.begin_sense({.quota = 2}, sensing));
    const std::vector<uint32_t> who(sensing.rows().begin(), sensing.rows().end());
    CHECK(who.size() == 2);
    for (uint32_t job = 0; job < sensing.jobs(); ++job) REQUIRE(w.watchers.sense(sensing, job, w.scratch));
    REQUIRE(w.watchers.end_sense(sensing, asked));
    Batch thinking;
    REQUIRE(w.watchers.begin_think({.quota = 2}, thinking));
    CHECK(std::vector<uint32_t>(thinking.rows().begin(), thinking.rows().end()) == who);
    for (uint32_t job = 0; job < thinking.jobs(); ++job) REQUIRE(w.watchers.think(thinking, job, w.scratch));
    REQUIRE(w.watchers.end_think(thinking));
    w.end_frame();
    for (const uint32_t slot : who) ++turns[slot];
  }
  for (const uint32_t count : turns) CHECK(count == 4);
}

TEST_CASE("the calls of sensing have their place in a frame") {
  WatchWorld w({.senses = {touch(10)}});
  w.spawn();
  SenseBatch batch;
  std::span<const OcclusionQuery> asked;
  CHECK(w.watchers.begin_sense({}, batch).code == StatusCode::wrong_phase);
  w.begin_frame();
  CHECK(w.watchers.sense(batch, 0, w.scratch).code == StatusCode::wrong_phase);
  CHECK(w.watchers.begin_sense({.size = 3}, batch).code == StatusCode::bad_options);
  CHECK(w.watchers.begin_sense({.agents_per_job = 0}, batch).code == StatusCode::bad_options);
  REQUIRE(w.watchers.begin_sense({}, batch));
  CHECK(w.watchers.begin_sense({}, batch).code == StatusCode::wrong_phase);
  Batch thinking;
  Round round;
  CHECK(w.watchers.begin_think({}, thinking).code == StatusCode::wrong_phase);
  CHECK(w.watchers.begin_act(round).code == StatusCode::wrong_phase);
  CHECK(w.world.end_frame().code == StatusCode::wrong_phase);
  CHECK(w.world.make_sound(senses::kBottle, {{1, 1}}).code == StatusCode::wrong_phase);
  CHECK(w.watchers.forget(w.watchers.agent_of(0), senses::kEnemies, {}).where ==
        static_cast<uint64_t>(Phase::sensing));
  CHECK(w.watchers.end_sense(batch, asked).code == StatusCode::jobs_missing);
  CHECK(w.watchers.sense(batch, 1, w.scratch).code == StatusCode::out_of_range);
  CHECK(w.watchers.sense({}, 0, w.scratch).code == StatusCode::batch_stale);
  REQUIRE(w.watchers.sense(batch, 0, w.scratch));
  CHECK(w.watchers.sense(batch, 0, w.scratch).code == StatusCode::job_done);
  REQUIRE(w.watchers.end_sense(batch, asked));
  CHECK(w.watchers.begin_sense({}, batch).where == static_cast<uint64_t>(Phase::has_sensed));
  w.think();
  w.end_frame();
  w.begin_frame();
  w.think();
  CHECK(w.watchers.begin_sense({}, batch).where == static_cast<uint64_t>(Phase::has_thought));
  w.end_frame();
  CHECK(Population().begin_sense({}, batch).code == StatusCode::not_created);
  CHECK(Population().answer({}, Sight::clear).code == StatusCode::not_created);
}

TEST_CASE("a judgement says what the sense does, and at which test it stops") {
  std::mt19937 random(3);
  const auto number = [&random](float low, float high) {
    return low + (high - low) * static_cast<float>(random()) / 4294967296.0f;
  };
  size_t noticed = 0, outside = 0, far = 0;
  for (int round = 0; round < 20; ++round) {
    WatchWorld w({.senses = {sight(10, 0.3f)}, .capacity = 32});
    const Entity watcher = w.spawn({}, {number(-1, 1), number(-1, 1), number(-1, 1)});
    Entities others;
    for (int i = 0; i < 24; ++i) others.push_back(w.person({number(-9, 9), number(-9, 9), number(-9, 9)}));
    std::vector<SenseJudgement> judged(others.size());
    for (size_t i = 0; i < others.size(); ++i)
      REQUIRE(Tools(w.watchers).judge_sense(w.watchers.agent_of(0), 0, others[i], judged[i]));
    SenseJudgement itself;
    REQUIRE(Tools(w.watchers).judge_sense(w.watchers.agent_of(0), 0, watcher, itself));
    CHECK(itself.verdict == SenseVerdict::not_there);
    w.step();
    for (size_t i = 0; i < others.size(); ++i) {
      const SenseJudgement& j = judged[i];
      CHECK(w.remembers(others[i]) == (j.verdict == SenseVerdict::noticed));
      CHECK((j.verdict == SenseVerdict::too_far) == (j.distance > j.reach));
      CHECK((j.verdict == SenseVerdict::outside_field) == (j.distance <= j.reach && j.cosine < 0.3f));
      noticed += j.verdict == SenseVerdict::noticed ? 1 : 0;
      outside += j.verdict == SenseVerdict::outside_field ? 1 : 0;
      far += j.verdict == SenseVerdict::too_far ? 1 : 0;
    }
  }
  CHECK(noticed > 20);
  CHECK(outside > 20);
  CHECK(far > 20);
}

TEST_CASE("what a sense cannot judge is said, and calls that make no sense are refused") {
  WatchWorld w({.senses = {sight(10, senses::kAllAround, true), hearing()}});
  w.spawn();
  const Entity other = w.person({0, 0, 3});
  Entity crate;
  REQUIRE(w.world.spawn_entity({.position = {1, 0, 0}}, crate));
  const auto verdict = [&](uint32_t sense, Entity who) {
    SenseJudgement judgement;
    REQUIRE(Tools(w.watchers).judge_sense(w.watchers.agent_of(0), sense, who, judgement));
    return judgement.verdict;
  };
  CHECK(verdict(0, other) == SenseVerdict::clear_sight_needed);
  CHECK(verdict(0, crate) == SenseVerdict::other_kind);
  CHECK(verdict(0, kNobody) == SenseVerdict::not_there);
  CHECK(verdict(1, other) == SenseVerdict::not_of_this_sense);
  REQUIRE(w.world.despawn_entity(other));
  CHECK(verdict(0, other) == SenseVerdict::not_there);
  SenseJudgement judgement;
  CHECK(Tools(w.watchers).judge_sense(w.watchers.agent_of(99), 0, crate, judgement).code ==
        StatusCode::stale_handle);
  CHECK(Tools(w.watchers).judge_sense(w.watchers.agent_of(0), 2, crate, judgement).code ==
        StatusCode::out_of_range);
  CHECK(Tools(w.watchers).judge_sense(w.watchers.agent_of(1), 0, crate, judgement).code ==
        StatusCode::stale_handle);
  CHECK(Tools(Population()).judge_sense({}, 0, crate, judgement).code == StatusCode::not_created);
  w.begin_frame();
  SenseBatch batch;
  REQUIRE(w.watchers.begin_sense(batch));
  CHECK(Tools(w.watchers).judge_sense(w.watchers.agent_of(0), 0, crate, judgement).where ==
        static_cast<uint64_t>(Phase::sensing));
}

TEST_CASE("an agent without senses costs nothing, and may be asked to sense") {
  WatchWorld w({});
  w.spawn();
  w.person({});
  w.step();
  CHECK(Tools(w.watchers).agent_bytes().senses == 0);
  CHECK(w.remembered().empty());
}

TEST_CASE("a sense that asks the game takes 21 bytes a fact of its memory, and when it asked last") {
  constexpr uint64_t kSensedAt = 8, kHeard = 8, kCursor = 8;
  const WatchWorld silent({.senses = {sight(20)}, .capacity = 4});
  CHECK(Tools(silent.watchers).agent_bytes().senses == kSensedAt);
  const WatchWorld asking({.senses = {sight(20, senses::kAllAround, true), hearing()}, .capacity = 4});
  CHECK(Tools(asking.watchers).agent_bytes().senses == kSensedAt + kHeard + kCursor + 4 * 21);
}

}  // namespace ishi::testing::noticing_test
