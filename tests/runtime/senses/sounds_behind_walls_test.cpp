#include <algorithm>
#include <span>
#include <vector>

#include "runtime/phases.h"
#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// Hearings that ask the game what stands between a sound and who hears it.

namespace ishi::testing::sounds_behind_walls_test {
namespace {

using Entities = std::vector<Entity>;

raw::Sense careful_hearing() {
  raw::Sense sense = hearing();
  sense.occlusion = 1;
  return sense;
}

const WatchOptions kEars{.senses = {careful_hearing()}};

// Hearing raises awareness by a quarter, which falls by 0.2 a second.
BlobContent aware_content() {
  BlobContent content = watch_content({.senses = {careful_hearing()}, .has_awareness = true, .rise = 0.25f});
  content.awareness[0].set = 1;
  content.senses[0].rise = 0;
  return content;
}

Entities heard(const WatchWorld& w, uint32_t slot = 0) { return w.remembered(slot, senses::kNoises); }

FactInfo fact(const WatchWorld& w, uint32_t number = 0) {
  FactInfo facts[8];
  uint32_t count = 0;
  REQUIRE(w.watchers.facts(w.watchers.agent_of(0), senses::kNoises, facts, count));
  REQUIRE(number < count);
  return facts[number];
}

float awareness(const WatchWorld& w) {
  float value = -1;
  REQUIRE(w.watchers.awareness(w.watchers.agent_of(0), senses::kNoises, 0, value));
  return value;
}

uint8_t which(const WatchWorld& w) {
  uint8_t sound = 9;
  REQUIRE(w.watchers.fact_field(w.watchers.agent_of(0), senses::kNoises, 0, id_of("memory/noises", "sound"),
                                sound));
  return sound;
}

float loudness(const WatchWorld& w) {
  float value = -1;
  REQUIRE(w.watchers.fact_field(w.watchers.agent_of(0), senses::kNoises, 0,
                                id_of("memory/noises", "loudness"), value));
  return value;
}

void make(WatchWorld& w, SoundId sound, Entity maker, float at) {
  REQUIRE(w.world.make_sound({.sound = sound, .maker = maker, .elsewhere = true, .position = {0, 0, at}}));
}

void answer(WatchWorld& w, const OcclusionQuery& query, bool is_clear) {
  REQUIRE(w.watchers.answer(query.ticket, is_clear ? Sight::clear : Sight::blocked));
}

// A frame whose questions are answered at once.
void step(WatchWorld& w, bool is_clear, uint64_t microseconds = 100'000) {
  w.begin_frame(microseconds);
  w.sense();
  for (const OcclusionQuery& query : w.queries) answer(w, query, is_clear);
  w.think();
  w.end_frame();
}

}  // namespace

TEST_CASE("the game is asked about where a sound was made, and by whom") {
  WatchWorld w(kEars);
  const Entity observer = w.spawn({1, 2, 3});
  const Entity maker = w.person({1, 2, 4});
  REQUIRE(w.world.make_sound(
      {.sound = senses::kBottle, .maker = maker, .elsewhere = true, .position = {1, 2, 10}}));
  REQUIRE(w.world.set_position(maker, {5, 5, 5}));
  w.begin_frame(1000);
  w.sense();
  REQUIRE(w.queries.size() == 1);
  CHECK(w.queries[0].observer == observer);
  CHECK(w.queries[0].target == maker);
  CHECK(w.queries[0].from.z == 3);
  CHECK(w.queries[0].to.x == 1);
  CHECK(w.queries[0].to.y == 2);
  CHECK(w.queries[0].to.z == 10);
  CHECK(heard(w).empty());
  answer(w, w.queries[0], true);
  w.think();
  w.end_frame();
  CHECK(heard(w) == Entities{maker});
  CHECK(fact(w).position.z == 10);
  CHECK(loudness(w) == 0.5f);
  CHECK(which(w) == 0);
}

TEST_CASE("a sound behind a wall is not heard, and not asked about again") {
  WatchWorld w(kEars);
  w.spawn();
  make(w, senses::kBottle, w.person({0, 0, 7}), 7);
  step(w, false);
  CHECK(w.queries.size() == 1);
  CHECK(heard(w).empty());
  step(w, true);
  CHECK(w.queries.empty());
  CHECK(heard(w).empty());
  CHECK(w.watchers.sense_counters().lapsed == 0);
}

TEST_CASE("answers about sounds count until the end of the next frame") {
  WatchWorld w(kEars);
  w.spawn();
  const Entity maker = w.person({0, 0, 7});
  make(w, senses::kBottle, maker, 7);
  w.begin_frame(1000);
  w.sense();
  const OcclusionQuery query = w.queries.at(0);
  w.think();
  w.end_frame();
  const auto frame = [&](auto&& before, auto&& between) {
    w.begin_frame(1000);
    before();
    w.sense();
    between();
    w.think();
    w.end_frame();
  };
  const auto nothing = [] {};
  SECTION("before the next sensing") {
    frame([&] { answer(w, query, true); }, nothing);
    CHECK(heard(w) == Entities{maker});
  }
  SECTION("after the next sensing") {
    frame(nothing, [&] { answer(w, query, true); });
    CHECK(heard(w) == Entities{maker});
  }
  SECTION("after the next frame") {
    frame(nothing, nothing);
    answer(w, query, true);
    CHECK(heard(w).empty());
    w.step();
    CHECK(heard(w) == Entities{maker});
  }
  SECTION("no later") {
    frame(nothing, nothing);
    frame(nothing, nothing);
    CHECK(w.watchers.answer(query.ticket, Sight::clear).code == StatusCode::query_stale);
    CHECK(heard(w).empty());
    CHECK(w.watchers.sense_counters().lapsed == 1);
  }
  CHECK(w.watchers.sense_counters().queries == 1);
}

TEST_CASE("a sound is heard if its maker has gone while the game was asked") {
  WatchWorld w(kEars);
  w.spawn();
  const Entity maker = w.person({0, 0, 7});
  make(w, senses::kBottle, maker, 7);
  w.begin_frame(1000);
  w.sense();
  w.think();
  w.end_frame();
  REQUIRE(w.world.despawn_entity(maker));
  answer(w, w.queries.at(0), true);
  w.step();
  CHECK(heard(w) == Entities{maker});
}

TEST_CASE("questions about sounds go with who asked them") {
  WatchWorld w(kEars);
  const Entity observer = w.spawn();
  make(w, senses::kBottle, w.person({0, 0, 7}), 7);
  w.step();
  REQUIRE(w.watchers.despawn(observer));
  CHECK(w.watchers.answer(w.queries.at(0).ticket, Sight::clear).code == StatusCode::query_stale);
  w.spawn();
  w.step();
  CHECK(heard(w).empty());
}

TEST_CASE("of the sounds of one maker those that no wall stops are heard") {
  WatchWorld w(kEars);
  w.spawn();
  const Entity maker = w.person({0, 0, 2});
  make(w, senses::kFootstep, maker, 2);
  make(w, senses::kFootstep, maker, 3);
  make(w, senses::kBottle, maker, 7);
  w.begin_frame(1000);
  w.sense();
  REQUIRE(w.queries.size() == 3);
  const bool backwards = GENERATE(false, true);
  for (size_t i = 0; i < 3; ++i) {
    const OcclusionQuery& query = w.queries[backwards ? 2 - i : i];
    answer(w, query, query.to.z < 7);
  }
  w.think();
  w.end_frame();
  CHECK(heard(w) == Entities{maker});
  CHECK(fact(w).position.z == 3);
  CHECK(which(w) == 1);
}

TEST_CASE("each of the nearest makers has a question before any has a second one") {
  WatchWorld w({.senses = {careful_hearing()}, .capacity = 3});
  w.spawn();
  const Entity near = w.person({0, 0, 2});
  const Entity far = w.person({0, 0, 9});
  for (const float at : {1.0f, 2.0f, 3.0f, 4.0f}) make(w, senses::kFootstep, near, at);
  make(w, senses::kBottle, far, 9);
  w.begin_frame(1000);
  w.sense();
  REQUIRE(w.queries.size() == 3);
  CHECK(w.queries[0].to.z == 3);
  CHECK(w.queries[1].to.z == 4);
  CHECK(w.queries[2].target == far);
}

TEST_CASE("a fact tells of the latest sound, in whichever order the game answers") {
  WatchWorld w(aware_content(), {});
  w.spawn();
  const Entity maker = w.person({0, 0, 2});
  make(w, senses::kFootstep, maker, 2);
  w.begin_frame(0);
  w.sense();
  const OcclusionQuery first = w.queries.at(0);
  w.think();
  w.end_frame();
  make(w, senses::kBottle, maker, 7);
  w.begin_frame(0);
  w.sense();
  const OcclusionQuery second = w.queries.at(0);
  SECTION("the older one first") { answer(w, first, true); }
  answer(w, second, true);
  SECTION("both at once") { answer(w, first, true); }
  w.think();
  w.end_frame();
  SECTION("the older one last") {
    answer(w, first, true);
    w.step(0);
  }
  CHECK(fact(w).position.z == 7);
  CHECK(which(w) == 0);
  CHECK(awareness(w) == 0.5f);  // two sensings have heard the maker
}

TEST_CASE("all sounds of a maker in one sensing raise awareness once, whenever they are answered") {
  WatchWorld w(aware_content(), {});
  w.spawn();
  const Entity maker = w.person({0, 0, 2});
  for (const float at : {2.0f, 3.0f, 4.0f}) make(w, senses::kFootstep, maker, at);
  w.begin_frame(0);
  w.sense();
  const std::vector<OcclusionQuery> queries = w.queries;
  REQUIRE(queries.size() == 3);
  const size_t late = GENERATE(size_t{0}, size_t{1}, size_t{2}, size_t{3});
  for (size_t i = 0; i < 3; ++i) {
    if (i != late) answer(w, queries[i], true);
  }
  w.think();
  w.end_frame();
  if (late < 3) answer(w, queries[late], true);
  w.step(0);
  CHECK(awareness(w) == 0.25f);
  CHECK(fact(w).position.z == 4);
}

TEST_CASE("awareness falls while walls stop the sounds of a maker") {
  WatchWorld w(aware_content(), {});
  w.spawn();
  const Entity maker = w.person({0, 0, 2});
  const auto sound = [&] { make(w, senses::kFootstep, maker, 2); };
  sound();
  step(w, true, senses::kSecond / 2);
  REQUIRE(awareness(w) == 0.25f);
  SECTION("at once") {
    sound();
    step(w, false, senses::kSecond / 2);
    CHECK(awareness(w) == Approx(0.15f));
  }
  SECTION("for all the time, if the answers come later") {
    sound();
    w.step(senses::kSecond / 4);
    const OcclusionQuery first = w.queries.at(0);
    CHECK(awareness(w) == 0.25f);
    sound();
    w.begin_frame(senses::kSecond / 4);
    w.sense();
    const bool newer_first = GENERATE(false, true);
    answer(w, newer_first ? w.queries.at(0) : first, false);
    w.think();
    CHECK(awareness(w) == 0.25f);
    answer(w, newer_first ? first : w.queries.at(0), false);
    w.end_frame();
    w.begin_frame(0);
    w.sense();
    w.think();
    w.end_frame();
    CHECK(awareness(w) == Approx(0.15f));
  }
}

TEST_CASE("no sound is lost to those that still wait") {
  WatchWorld w({.senses = {careful_hearing()}, .capacity = 1, .rise = 0});
  w.spawn();
  const Entity maker = w.person({0, 0, 2});
  std::vector<OcclusionQuery> before;
  for (int frame = 0; frame < 12; ++frame) {
    make(w, senses::kFootstep, maker, 2 + 0.1f * static_cast<float>(frame));
    w.begin_frame(1000);
    w.sense();
    REQUIRE(w.queries.size() == 1);
    if (frame % 3 != 2) {  // some answers never come
      for (const OcclusionQuery& query : before) answer(w, query, true);
    }
    before = w.queries;
    w.think();
    w.end_frame();
  }
  CHECK(w.watchers.sense_counters().queries == 12);
  CHECK(w.watchers.sense_counters().noticed == 7);
  CHECK(w.watchers.sense_counters().lapsed == 3);
}

TEST_CASE("the order of answers about sounds of several makers does not matter") {
  const auto hash_after = [](bool backwards) {
    WatchWorld w({.senses = {careful_hearing()}, .capacity = 8});
    for (int i = 0; i < 3; ++i) w.spawn({static_cast<float>(i), 0, 0});
    for (int i = 0; i < 3; ++i) {
      const Entity maker = w.person({0, 0, static_cast<float>(1 + i)});
      make(w, senses::kBottle, maker, 4);
      make(w, senses::kBottle, maker, 6);
    }
    w.begin_frame(1000);
    w.sense();
    if (backwards) std::reverse(w.queries.begin(), w.queries.end());
    for (const OcclusionQuery& query : w.queries) answer(w, query, query.to.z < 5);
    w.think();
    w.end_frame();
    REQUIRE(heard(w).size() == 3);
    return w.world.state_hash();
  };
  CHECK(hash_after(false) == hash_after(true));
}

TEST_CASE("hearings that ask and that do not may fill one memory") {
  WatchWorld w({.senses = {careful_hearing(), hearing()}});
  w.spawn();
  const Entity maker = w.person({0, 0, 2});
  make(w, senses::kFootstep, maker, 2);
  w.step();
  CHECK(heard(w) == Entities{maker});
  const OcclusionQuery first = w.queries.at(0);
  make(w, senses::kBottle, maker, 7);
  w.step();
  REQUIRE(fact(w).position.z == 7);
  answer(w, first, true);
  w.step();
  CHECK(fact(w).position.z == 7);
}

TEST_CASE("what waits for an answer about a sound outlives snapshots and saves") {
  WatchWorld w(kEars);
  w.spawn();
  const Entity maker = w.person({0, 0, 7});
  make(w, senses::kBottle, maker, 7);
  w.step();
  const Ticket ticket = w.queries.at(0).ticket;
  std::vector<std::byte> snapshot(w.world.snapshot_size());
  size_t size = 0;
  REQUIRE(w.world.save_snapshot(snapshot, size));
  REQUIRE(w.world.save_size(size));
  std::vector<std::byte> save(size);
  REQUIRE(w.world.save(save, size));
  const auto go_on = [&](World& world, Population& watchers, Scratch& scratch) {
    Ticket own = ticket;
    own.world = world.number();
    REQUIRE(watchers.answer(own, Sight::clear));
    REQUIRE(world.begin_frame({w.frame + 1, w.time + 1000}));
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    REQUIRE(watchers.begin_sense({}, batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(watchers.sense(batch, job, scratch));
    REQUIRE(watchers.end_sense(batch, queries));
    phases::think(watchers, scratch);
    REQUIRE(world.end_frame());
    return world.state_hash();
  };
  const uint64_t hash = go_on(w.world, w.watchers, w.scratch);
  REQUIRE(heard(w) == Entities{maker});
  REQUIRE(w.world.restore_snapshot(snapshot));
  CHECK(heard(w).empty());
  CHECK(go_on(w.world, w.watchers, w.scratch) == hash);

  World loaded;
  std::vector<Population> populations(1);
  Reload changes;
  const Asset* const asset = &w.asset;
  REQUIRE(World::load(save, {.assets = {&asset, 1}}, loaded, populations, changes));
  Scratch scratch;
  REQUIRE(Scratch::create(loaded, scratch));
  CHECK(go_on(loaded, populations[0], scratch) == hash);
}

TEST_CASE("what waits for an answer about a sound outlives a reload in which sounds have other places") {
  const bool is_gone = GENERATE(false, true);
  WatchWorld w(kEars);
  w.spawn();
  const Entity maker = w.person({0, 0, 7});
  make(w, senses::kBottle, maker, 7);
  w.step();
  BlobContent next = watch_content(kEars);
  std::swap(next.sounds[0], next.sounds[1]);
  std::swap(next.members[0], next.members[1]);
  if (is_gone)
    next.sounds[1].id = SoundId::of("glass").value, next.members[1].id = id_of("enums/sound", "glass");
  next.sort_by_id();
  Asset to = load_valid(next);
  Reload reload;
  const AssetChange change{.from = &w.asset, .to = &to};
  REQUIRE(w.world.prepare_reload({&change, 1}, reload));
  REQUIRE(w.world.commit_reload(reload));
  answer(w, w.queries.at(0), true);
  w.step();
  if (is_gone) {
    CHECK(heard(w).empty());
  } else {
    CHECK(heard(w) == Entities{maker});
    CHECK(which(w) == 1);
  }
}

}  // namespace ishi::testing::sounds_behind_walls_test
