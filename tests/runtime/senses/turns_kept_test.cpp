#include <map>
#include <vector>

#include "population/population_state.h"
#include "runtime/phases.h"
#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"
#include "senses/in_sight.h"

// The turns of senses outlive saves, snapshots and reloads.

namespace ishi::testing::turns_kept_test {
namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;  // rows of observer and target

raw::Sense eyes() { return sight(100, senses::kAllAround, true); }
const WatchOptions kThree{
    .senses = {eyes()}, .capacity = 3, .has_awareness = true, .rise = 0.1f, .agents = 2};

// Two agents among people, every third of whom is in view. Somebody moves in each frame.
struct Plaza {
  explicit Plaza(const WatchOptions& options) : w(options) {
    w.spawn({0, 0, 0});
    w.spawn({3, 0, 1});
    for (int i = 0; i < 14; ++i) people.push_back(w.person({0, 0, static_cast<float>(2 + i * 7 % 13)}));
  }

  // The pairs that the game was asked for.
  static Pairs look(World& world, Population& watchers, Scratch& scratch, const std::vector<EntityId>& people,
                    uint64_t frame) {
    const Entity mover = world.entity(people[frame % people.size()]);
    REQUIRE(world.set_position(mover, {0, 0, static_cast<float>(1 + frame * 5 % 17)}));
    REQUIRE(world.begin_frame({frame, frame * 100'000}));
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    REQUIRE(watchers.begin_sense({}, batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(watchers.sense(batch, job, scratch));
    REQUIRE(watchers.end_sense(batch, queries));
    Pairs pairs;
    for (const OcclusionQuery& query : queries) {
      pairs.emplace_back(query.observer.index, query.target.index);
      // Some answers never come.
      if ((query.target.index + frame) % 11 == 0) continue;
      const Sight sight = query.target.index % 3 == 0 ? Sight::clear : Sight::blocked;
      REQUIRE(watchers.answer(query.ticket, sight));
    }
    phases::think(watchers, scratch);
    REQUIRE(world.end_frame());
    return pairs;
  }
  Pairs look() { return look(w.world, w.watchers, w.scratch, people, ++w.frame); }

  WatchWorld w;
  std::vector<EntityId> people;
};

// Whom a sense of an agent has in sight.
std::vector<EntityId> in_sight(const Population& watchers, uint32_t sense, uint32_t slot) {
  const Agents& p = *watchers.state();
  const InSightList list(p, p.senses.senses[sense], slot);
  std::vector<EntityId> seen;
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (list.holds(i)) seen.push_back(list.who(i));
  }
  return seen;
}

struct Seen {
  Pairs pairs;
  uint64_t hash;
  friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<std::byte> save_of(World& world) {
  size_t bytes = 0;
  REQUIRE(world.save_size(bytes));
  std::vector<std::byte> save(bytes);
  REQUIRE(world.save(save, bytes));
  return save;
}

// Changes the asset of a plaza.
void reload(Plaza& plaza, Asset& to) {
  Reload reload;
  const AssetChange change{.from = &plaza.w.asset, .to = &to};
  REQUIRE(plaza.w.world.prepare_reload({&change, 1}, reload));
  REQUIRE(plaza.w.world.commit_reload(reload));
}

}  // namespace

TEST_CASE("a world that goes back to a snapshot asks for the same again") {
  Plaza plaza(kThree);
  for (int i = 0; i < 9; ++i) plaza.look();
  for (int from = 0; from < 6; ++from) {
    std::vector<std::byte> snapshot(plaza.w.world.snapshot_size());
    size_t size = 0;
    REQUIRE(plaza.w.world.save_snapshot(snapshot, size));
    const uint64_t frame = plaza.w.frame;
    std::vector<Seen> first;
    for (int i = 0; i < 20; ++i) first.push_back({plaza.look(), plaza.w.world.state_hash()});
    REQUIRE(plaza.w.world.restore_snapshot(snapshot));
    plaza.w.frame = frame;
    for (const Seen& seen : first) REQUIRE(Seen{plaza.look(), plaza.w.world.state_hash()} == seen);
  }
}

TEST_CASE("a world that was saved and loaded asks for the same as the one that went on") {
  for (int frames = 1; frames < 12; ++frames) {
    CAPTURE(frames);
    Plaza plaza(kThree);
    for (int i = 0; i < frames; ++i) plaza.look();
    const std::vector<std::byte> save = save_of(plaza.w.world);
    World loaded;
    std::vector<Population> populations(1);
    Reload changes;
    const Asset* const asset = &plaza.w.asset;
    REQUIRE(World::load(save, {.assets = {&asset, 1}}, loaded, populations, changes));
    Scratch scratch;
    REQUIRE(Scratch::create(loaded, scratch));
    CHECK(loaded.state_hash() == plaza.w.world.state_hash());
    for (int i = 0; i < 20; ++i) {
      const Pairs pairs = Plaza::look(loaded, populations[0], scratch, plaza.people, plaza.w.frame + 1);
      REQUIRE(pairs == plaza.look());
      REQUIRE(loaded.state_hash() == plaza.w.world.state_hash());
    }
  }
}

TEST_CASE("a reload keeps how far each sense has come, by its id, whatever else changes") {
  bool any_in_sight = false;
  for (int frames = 1; frames < 12; ++frames) {
    CAPTURE(frames);
    Plaza plaza(kThree), other(kThree);
    for (int i = 0; i < frames; ++i) {
      plaza.look();
      other.look();
    }
    // Another one that asks comes before: whatever is listed by sense has another place now.
    BlobContent content = watch_content(kThree);
    raw::Sense nose = sight(0, senses::kAllAround, true);
    nose.id = id_of("senses", "nose");
    nose.rise = content.senses[0].rise;
    content.senses.insert(content.senses.begin(), nose);
    content.agents[0].senses = {0, 2};
    Asset changed = load_valid(content);
    reload(other, changed);
    const Senses& senses = other.w.watchers.state()->senses;
    const Senses& before = plaza.w.watchers.state()->senses;
    for (uint32_t slot = 0; slot < 2; ++slot) {
      const AskCursor& cursor = senses.cursor_of(slot, senses.senses[1]);
      const AskCursor& was = before.cursor_of(slot, before.senses[0]);
      CHECK(cursor.distance_squared == was.distance_squared);
      CHECK(cursor.row == was.row);
      CHECK(cursor.by_row == was.by_row);
      CHECK(in_sight(other.w.watchers, 1, slot) == in_sight(plaza.w.watchers, 0, slot));
      any_in_sight = any_in_sight || !in_sight(plaza.w.watchers, 0, slot).empty();
    }
    // Questions that wait are not kept here, since their places have changed; the others are the same.
    CHECK(senses.cursor_of(0, senses.senses[0]).row == 0);
    for (int i = 0; i < 30; ++i) {
      plaza.look();
      other.look();
    }
    const auto facts = plaza.w.remembered();
    CHECK(facts.size() == other.w.remembered().size());
  }
  CHECK(any_in_sight);
}

TEST_CASE("a memory that a reload shrinks or grows keeps the targets that it still has in sight") {
  const uint32_t capacity = GENERATE(1, 2, 5, 9);
  Plaza plaza(kThree);
  for (int i = 0; i < 12; ++i) plaza.look();
  WatchOptions options = kThree;
  options.capacity = capacity;
  Asset changed = load_valid(watch_content(options));
  reload(plaza, changed);
  for (int i = 0; i < 40; ++i) {
    const Pairs pairs = plaza.look();
    CHECK(pairs.size() <= 2 * capacity);
    for (uint32_t slot = 0; slot < 2; ++slot) {
      std::map<uint32_t, int> rows;
      for (const EntityId who : in_sight(plaza.w.watchers, 0, slot)) CHECK(++rows[who.index] == 1);
    }
  }
  CHECK(plaza.w.remembered().size() == std::min<size_t>(capacity, 5));
}

TEST_CASE("a cursor is part of the hashed state") {
  Plaza plaza(kThree);
  const uint64_t hash = plaza.w.world.state_hash();
  const Senses& senses = plaza.w.watchers.state()->senses;
  senses.cursor_of(1, senses.senses[0]).row = 5;
  CHECK(plaza.w.world.state_hash() != hash);
  senses.cursor_of(1, senses.senses[0]).row = 0;
  CHECK(plaza.w.world.state_hash() == hash);
  senses.in_sight[0].turns[1] = 1;
  CHECK(plaza.w.world.state_hash() != hash);
}

TEST_CASE("whoever is forgotten is out of sight, though another remembers them again") {
  Plaza plaza(kThree);
  for (int i = 0; i < 12; ++i) plaza.look();
  const Population& watchers = plaza.w.watchers;
  const std::vector<EntityId> seen = in_sight(watchers, 0, 0);
  REQUIRE(seen.size() > 1);
  const Entity agent = watchers.agent_of(0), who = plaza.w.world.entity(seen.front());
  REQUIRE(plaza.w.watchers.forget(agent, senses::kEnemies, who));
  const std::vector<EntityId> others(seen.begin() + 1, seen.end());
  CHECK(in_sight(watchers, 0, 0) == others);
  REQUIRE(plaza.w.watchers.remember(agent, senses::kEnemies, who));
  CHECK(in_sight(watchers, 0, 0) == others);
}

}  // namespace ishi::testing::turns_kept_test
