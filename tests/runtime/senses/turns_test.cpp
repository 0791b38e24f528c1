#include <algorithm>
#include <set>
#include <vector>

#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"

// Questions to the game when an agent could see more targets than its memory holds.

namespace ishi::testing::turns_test {
namespace {

using Entities = std::vector<Entity>;
constexpr uint64_t kTenth = senses::kSecond / 10;

raw::Sense eyes(float range = 100) { return sight(range, senses::kAllAround, true); }

// One agent among people, some of them behind walls.
struct Crowd {
  explicit Crowd(const WatchOptions& options) : Crowd(watch_content(options), options) {}
  Crowd(const BlobContent& content, const WatchOptions& options) : w(content, options) { w.spawn(); }

  Entity at(float metres, bool is_hidden) {
    const Entity who = w.person({0, 0, metres});
    if (is_hidden) hidden.insert(who.index);
    return who;
  }
  // A frame whose answers are given at once, or `late`, before the next one senses.
  void look(uint64_t microseconds = kTenth, bool late = false) {
    w.begin_frame(microseconds);
    if (late) answer(asked);
    w.sense();
    asked = w.queries;
    if (!late) answer(asked);
    w.think();
    w.end_frame();
  }
  void answer(const std::vector<OcclusionQuery>& queries) {
    for (const OcclusionQuery& query : queries) {
      const bool is_hidden = hidden.count(query.target.index) != 0;
      REQUIRE(w.watchers.answer(query.ticket, is_hidden ? Sight::blocked : Sight::clear));
    }
  }
  [[nodiscard]] bool was_asked(Entity who) const {
    return std::any_of(asked.begin(), asked.end(),
                       [&](const OcclusionQuery& query) { return query.target == who; });
  }
  [[nodiscard]] std::vector<FactInfo> facts() const {
    FactInfo infos[64];
    uint32_t count = 0;
    REQUIRE(w.watchers.facts(w.watchers.agent_of(0), senses::kEnemies, infos, count));
    return {infos, infos + count};
  }
  [[nodiscard]] float awareness_of(Entity who) const {
    const std::vector<FactInfo> all = facts();
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].entity != who) continue;
      float value = -1;
      REQUIRE(w.watchers.awareness(w.watchers.agent_of(0), senses::kEnemies, i, value));
      return value;
    }
    return -1;
  }
  [[nodiscard]] bool remembers_all(const Entities& wanted) const {
    return std::all_of(wanted.begin(), wanted.end(), [&](Entity who) { return w.remembers(who); });
  }

  WatchWorld w;
  std::set<uint32_t> hidden;  // rows
  std::vector<OcclusionQuery> asked;
};

}  // namespace

TEST_CASE("a visible target is noticed although nearer ones behind a wall fill all questions") {
  Crowd c({.senses = {eyes()}, .capacity = 2});
  for (const float metres : {3.0f, 4.0f, 5.0f}) c.at(metres, true);
  const Entities visible = {c.at(6, false), c.at(7, false)};
  c.look();
  c.look();
  CHECK(c.w.remembered() == Entities{visible[0]});
  c.look();
  CHECK(c.w.remembered() == visible);
  for (int i = 0; i < 50; ++i) {
    c.look();
    CHECK(c.asked.size() == 2);
    CHECK(c.w.remembered() == visible);
  }
}

TEST_CASE("the nearest visible targets are noticed and kept, however many are hidden") {
  const uint32_t capacity = GENERATE(1, 2, 3, 5, 8);
  const bool late = GENERATE(false, true);
  for (const uint32_t hidden : {0u, 1u, 2u, 3u, 7u, 12u}) {
    for (uint32_t visible = 1; visible <= capacity + 2; ++visible) {
      for (uint32_t phase = 0; phase < 7; ++phase) {
        CAPTURE(capacity, late, hidden, visible, phase);
        Crowd c({.senses = {eyes()}, .capacity = capacity, .agents = 1});
        // Others have gone by, so that the cursor is anywhere.
        Entities before;
        for (uint32_t i = 0; i < capacity + 4; ++i)
          before.push_back(c.at(static_cast<float>(3 + i * 5 % 11), i % 2 == 0));
        for (uint32_t i = 0; i < phase; ++i) c.look(kTenth, late);
        for (const Entity who : before) {
          REQUIRE(c.w.world.despawn_entity(who));
          c.hidden.erase(who.index);
        }
        Entities wanted;
        for (uint32_t i = 0; i < hidden; ++i) c.at(static_cast<float>(2 + i), true);
        for (uint32_t i = 0; i < visible; ++i) {
          const Entity who = c.at(20 + static_cast<float>(i), false);
          if (i < capacity) wanted.push_back(who);
        }
        // Two sweeps, in which one of the others is asked for in every second sensing at least.
        const uint32_t most = (4 * (hidden + visible) + 4) * (late ? 2 : 1);
        uint32_t looks = 0;
        for (; looks < most && !c.remembers_all(wanted); ++looks) {
          c.look(kTenth, late);
          REQUIRE(c.asked.size() <= capacity);
        }
        REQUIRE(c.remembers_all(wanted));
        if (capacity == wanted.size()) REQUIRE(c.w.remembered().size() == capacity);
        for (uint32_t i = 0; i < 20; ++i) {
          c.look(kTenth, late);
          REQUIRE(c.remembers_all(wanted));
        }
      }
    }
  }
}

TEST_CASE("every target has a turn within two sweeps") {
  const uint32_t capacity = GENERATE(1, 2, 3, 4, 8);
  const uint32_t hidden = GENERATE(1, 5, 9, 30);
  CAPTURE(capacity, hidden);
  Crowd c({.senses = {eyes()}, .capacity = capacity, .agents = 1});
  Entities all;
  for (uint32_t i = 0; i < hidden; ++i) all.push_back(c.at(static_cast<float>(1 + i), true));
  for (uint32_t i = 0; i < capacity; ++i) c.at(50 + static_cast<float>(i), false);
  std::vector<uint32_t> since(hidden);
  const uint32_t of_a_sweep = 2 * hidden;  // for targets in memory: every second time
  for (uint32_t looks = 0; looks < 6 * of_a_sweep + 6; ++looks) {
    c.look();
    for (uint32_t i = 0; i < hidden; ++i) {
      since[i] = c.was_asked(all[i]) ? 0 : since[i] + 1;
      REQUIRE(since[i] <= 2 * of_a_sweep + 2);
    }
  }
}

TEST_CASE("no target escapes the questions by moving in step with them") {
  const uint32_t capacity = GENERATE(1, 2, 3, 4);
  // In each of six sensings in turn the one who moves is near or far.
  for (uint32_t pattern = 0; pattern < 64; ++pattern) {
    for (uint32_t others = 2; others <= 7; ++others) {
      CAPTURE(capacity, pattern, others);
      Crowd c({.senses = {eyes()}, .capacity = capacity, .agents = 1});
      for (uint32_t i = 0; i < others; ++i) c.at(static_cast<float>(1 + i), true);
      const Entity mover = c.at(1, true);
      const float near = static_cast<float>(capacity) + 0.5f;  // behind those who are asked for first
      uint32_t since = 0;
      for (uint32_t looks = 0; looks < 100; ++looks) {
        const float metres = (pattern >> (looks % 6) & 1) != 0 ? near : 30.0f;
        REQUIRE(c.w.world.set_position(mover, {0, 0, metres}));
        c.look();
        since = c.was_asked(mover) ? 0 : since + 1;
        REQUIRE(since <= 2 * (others + 1));
      }
    }
  }
}

TEST_CASE("a target in sight gains awareness for all of the time, also while the sense asks about others") {
  const uint32_t capacity = GENERATE(1, 2, 3, 4, 6);
  const bool late = GENERATE(false, true);
  const uint32_t hidden = GENERATE(0, 1, 6);
  CAPTURE(capacity, late, hidden);
  Crowd c({.senses = {eyes()}, .capacity = capacity, .has_awareness = true, .rise = 0.02f});
  Entities visible;
  for (uint32_t i = 0; i < capacity; ++i) visible.push_back(c.at(10 + static_cast<float>(i), false));
  for (int i = 0; i < 4; ++i) c.look(kTenth, late);
  for (uint32_t i = 0; i < hidden; ++i) c.at(1 + static_cast<float>(i), true);
  const std::vector<FactInfo> known = c.facts();
  REQUIRE(known.size() == capacity);
  std::vector<float> before(capacity);
  for (int looks = 5; looks <= 200; ++looks) {
    c.look(kTenth, late);
    const std::vector<FactInfo> now = c.facts();
    REQUIRE(now.size() == capacity);
    for (uint32_t i = 0; i < capacity; ++i) {
      REQUIRE(now[i].entity == known[i].entity);
      REQUIRE(now[i].first_seen_microseconds == known[i].first_seen_microseconds);
      const float awareness = c.awareness_of(visible[i]);
      REQUIRE(awareness >= before[i]);
      // Asked for in every second sensing at least, answered a frame later at most.
      const float behind = 0.02f * 0.1f * (late ? 5.0f : 1.0f);
      REQUIRE(awareness <= 0.02f * 0.1f * static_cast<float>(looks) + 1e-5f);
      REQUIRE(awareness >= 0.02f * 0.1f * static_cast<float>(looks) - behind - 1e-5f);
      before[i] = awareness;
    }
  }
}

TEST_CASE("a target that was put off and then hides loses awareness for all of that time") {
  Crowd c({.senses = {eyes()}, .capacity = 1, .has_awareness = true, .rise = 0.5f});
  const Entity seen = c.at(5, false);
  for (int i = 0; i < 4; ++i) c.look(senses::kSecond / 2);
  CHECK(c.awareness_of(seen) == 1);
  c.at(2, true);
  c.look(senses::kSecond / 2);
  REQUIRE(!c.was_asked(seen));
  CHECK(c.awareness_of(seen) == 1);
  c.hidden.insert(seen.index);
  c.look(senses::kSecond / 2);
  REQUIRE(c.was_asked(seen));
  CHECK(c.awareness_of(seen) == Approx(0.8f));
}

TEST_CASE("a target in sight is not forgotten while the sense asks about others") {
  const WatchOptions options{.senses = {eyes()}, .capacity = 4, .agents = 1};
  BlobContent content = watch_content(options);
  for (raw::Set& set : content.sets) set.forget = 0.25f;  // two sensings and a half
  const uint32_t hidden = GENERATE(1, 3, 20);
  Crowd c(content, options);
  Entities visible;
  for (uint32_t i = 0; i < 4; ++i) visible.push_back(c.at(30 + static_cast<float>(i), false));
  c.look();
  REQUIRE(c.w.remembered() == visible);
  for (uint32_t i = 0; i < hidden; ++i) c.at(1 + static_cast<float>(i), true);
  for (int i = 0; i < 60; ++i) {
    c.look();
    REQUIRE(c.w.remembered() == visible);
  }
}

TEST_CASE("a nearer target that steps out of cover replaces the farthest in sight and no other") {
  const uint32_t capacity = GENERATE(2, 3, 4, 7);
  const uint32_t farthest = GENERATE(0, 1);  // whichever was noticed first
  for (int phase = 0; phase < 6; ++phase) {
    CAPTURE(capacity, farthest, phase);
    Crowd c({.senses = {eyes()}, .capacity = capacity});
    Entities visible;
    for (uint32_t i = 0; i < capacity; ++i) {
      const float metres = i == farthest ? 30.0f : 10 + static_cast<float>(i);
      visible.push_back(c.at(metres, false));
    }
    const Entity lurker = c.at(3, true);
    c.at(4, true);
    for (uint32_t i = 0; i < 3 * capacity; ++i) c.look();
    for (int i = 0; i < phase; ++i) c.look();
    const std::vector<FactInfo> before = c.facts();
    REQUIRE(before.size() == capacity);
    c.hidden.erase(lurker.index);
    for (int i = 0; i < 8 && !c.w.remembers(lurker); ++i) {
      c.look();
      for (const Entity who : visible)
        CHECK(c.w.remembers(who) == (who != visible[farthest] || !c.w.remembers(lurker)));
    }
    REQUIRE(c.w.remembers(lurker));
    for (const FactInfo& fact : c.facts()) {
      const auto same = [&](const FactInfo& one) { return one.entity == fact.entity; };
      const auto was = std::find_if(before.begin(), before.end(), same);
      if (was != before.end()) CHECK(was->first_seen_microseconds == fact.first_seen_microseconds);
    }
  }
}

TEST_CASE("a new target does not push out a fact of the same moment") {
  const bool asks = GENERATE(false, true);
  CAPTURE(asks);
  Crowd c({.senses = {asks ? eyes() : touch(100)}, .capacity = 2, .has_awareness = true, .rise = 0.1f});
  const Entity near = c.at(5, false), far = c.at(6, false);
  c.look();
  REQUIRE(c.w.remembered() == Entities{near, far});
  const Entity nearest = c.at(1, false);
  for (int i = 0; i < 4; ++i) c.look();
  CHECK(c.w.remembered() == Entities{near, nearest});
  CHECK(c.facts()[0].first_seen_microseconds < c.facts()[1].first_seen_microseconds);
  CHECK(c.awareness_of(near) > c.awareness_of(nearest));
}

TEST_CASE("targets at equal distances all have their turn") {
  Crowd c({.senses = {eyes()}, .capacity = 3});
  Entities all;
  for (int i = 0; i < 10; ++i) all.push_back(c.at(5, i < 8));
  std::set<uint32_t> asked;
  for (int i = 0; i < 5; ++i) {
    c.look();
    for (const OcclusionQuery& query : c.asked) asked.insert(query.target.index);
  }
  CHECK(asked.size() == 10);
  CHECK(c.remembers_all({all[8], all[9]}));
}

TEST_CASE("every target has a turn even if the game never answers") {
  Crowd c({.senses = {eyes()}, .capacity = 2});
  Entities all;
  for (int i = 0; i < 7; ++i) all.push_back(c.at(static_cast<float>(1 + i), true));
  std::set<uint32_t> asked;
  for (int i = 0; i < 16; ++i) {
    c.w.step();
    for (const OcclusionQuery& query : c.w.queries) asked.insert(query.target.index);
    CHECK(c.w.queries.size() <= 2);
  }
  CHECK(asked.size() == 7);
}

TEST_CASE("two senses of one memory take turns each by itself") {
  Crowd c({.senses = {eyes(8), eyes(100)}, .capacity = 2});
  for (const float metres : {1.0f, 2.0f, 3.0f}) c.at(metres, true);
  const Entity near = c.at(7, false), far = c.at(30, false);
  for (int i = 0; i < 6; ++i) c.look();
  CHECK(c.remembers_all({near, far}));
  for (int i = 0; i < 40; ++i) {
    c.look();
    CHECK(c.remembers_all({near, far}));
  }
}

TEST_CASE("a respawned agent begins with the nearest target") {
  Crowd c({.senses = {eyes()}, .capacity = 1, .agents = 1});
  const Entity first = c.at(1, true);
  for (const float metres : {2.0f, 3.0f, 4.0f}) c.at(metres, true);
  c.look();
  c.look();
  REQUIRE(!c.was_asked(first));
  REQUIRE(c.w.watchers.despawn(c.w.watchers.agent_of(0)));
  c.w.spawn();
  c.look();
  CHECK(c.was_asked(first));
}

}  // namespace ishi::testing::turns_test
