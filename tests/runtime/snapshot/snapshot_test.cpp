#include <cstring>
#include <utility>

#include "population/world_state.h"
#include "runtime/allocations.h"
#include "runtime/guard_world.h"
#include "runtime/navigation/walk_world.h"
#include "runtime/refusal.h"
#include "runtime/senses/sense_world.h"
#include "runtime/snapshot/snapshots.h"

// Raw snapshots: what is played again after a restore is what was played before. tests/determinism goes back
// in whole games, tests/compiler/running/snapshots_test.cpp where claims and levels are in it.

namespace ishi::testing::snapshot_test {
namespace {

using namespace bodies;

// A world of the tests with its clock, as it is now.
template <typename W>
class Moment {
 public:
  explicit Moment(W& world)
      : world_(world), snapshot_(snapshot_of(world.world)), hash_(world.world.state_hash()) {
    frame_ = world.frame;
    if constexpr (requires { world.time; }) time_ = world.time;
  }

  void go_back() const {
    REQUIRE(world_.world.restore_snapshot(snapshot_));
    CHECK(world_.world.state_hash() == hash_);
    world_.frame = frame_;
    if constexpr (requires { world_.time; }) world_.time = time_;
  }

 private:
  W& world_;
  Bytes snapshot_;
  uint64_t hash_;
  uint64_t frame_ = 0, time_ = 0;
};

// That `step`, called so many times, does after a restore what it did before. The hashes of its states.
template <typename W, typename Step>
std::vector<uint64_t> check_same_future(W& world, int steps, Step&& step) {
  const Moment moment(world);
  const auto play = [&] {
    std::vector<uint64_t> hashes;
    for (int i = 0; i < steps; ++i) {
      step(i);
      hashes.push_back(world.world.state_hash());
    }
    return hashes;
  };
  const std::vector<uint64_t> before = play();
  moment.go_back();
  CHECK(play() == before);
  return before;
}

// A game in which each task is over three frames after it began.
struct Tasks {
  struct Work {
    Token token{};
    uint64_t due = 0;
  };

  void step(BodyWorld& w) {
    for (const Work& work : std::exchange(works, {})) {
      if (work.due > w.frame)
        works.push_back(work);
      else
        static_cast<void>(w.population.report(work.token, Ending::completed));
    }
    w.begin_frame();
    w.think();
    while (w.population.wants_act()) {
      w.act();
      for (const Start& start : w.commands.starts) works.push_back({start.token, w.frame + 3});
    }
    REQUIRE(w.world.end_frame());
  }

  std::vector<Work> works;
};

// Agents with bodies of every kind: tasks, waits, a cooldown, conditions, a plan for which few searches look
// a little each frame.
BodySpec busy_spec() {
  Body until_flag = of(NodeKind::repeat, {sequence({task(slow), set({{count, 2.0f}})})});
  until_flag.until = Value::elapsed_over(1.7f);
  Body plan = of(NodeKind::plan, {task(picky, {{0, 1.0f}}), task(slow), task(walk)});
  plan.value = Value::of_key(flag_1);
  plan.count = 8;
  return {
      .options = {{.body = sequence({task(walk), wait(0.35f), emit(Audience::team, 1.0f)}), .cooldown = 0.8f},
                  {.body = sequence({until_flag}), .cooldown_after_failure = 0.5f},
                  {.body = sequence({plan})},
                  {.body = sequence({wait(0.2f)})}},
      .handlers = {{.wakes = true, .body = sequence({set({{ammo, 3.0f}})})}},
      .capacity = 20,
      .think_every_frames = 2,
      .task_effects = {{walk, {{flag_0, 1.0f}}}, {slow, {{flag_1, 1.0f}}}, {picky, {{flag_1, 1.0f}}}},
      .task_conditions = {{slow, Value::of_key(flag_0)}},
      .task_seconds = {{walk, 1.0f}, {slow, 1.0f}, {picky, 5.0f}},
      .plan_searches = 2,
      .plan_situations_per_frame = 1};
}

}  // namespace

TEST_CASE("who has gone back decides as before, comes and goes as before") {
  GuardWorld w(60, 120);
  const std::vector<Entity> people = w.spawn_people(20);
  for (uint32_t i = 0; i < 40; ++i) w.spawn({.team = TeamId(i % 3), .profile = guard::kProfiles[i % 2]});
  const auto step = [&](int i) {
    std::mt19937 random(static_cast<uint32_t>(i));
    REQUIRE(w.guards.despawn(w.guards.agent_of(static_cast<uint32_t>(i))));
    w.spawn({.profile = guard::kProfiles[i % 2]});
    w.feed(random, people);
    w.think();
  };
  for (int i = 0; i < 10; ++i) step(i);
  const std::vector<uint64_t> hashes = check_same_future(w, 15, step);
  CHECK(std::set<uint64_t>(hashes.begin(), hashes.end()).size() == hashes.size());
}

TEST_CASE("tasks, waits, cooldowns, events and searches for plans go on as before") {
  BodyWorld w(busy_spec());
  Tasks game;
  for (uint32_t i = 0; i < 12; ++i) w.want(w.spawn(i % 2), i % 3);
  std::mt19937 random(5);
  const auto step = [&](int i) {
    if (i % 7 == 0) w.column<uint8_t>("flag_0")[static_cast<uint32_t>(i) % 12] ^= 1;
    if (i % 5 == 0) w.want(static_cast<uint32_t>(i) % 12, static_cast<uint32_t>(i / 5) % 4);
    game.step(w);
  };
  for (int frame = 0; frame < 40; ++frame) {
    const Tasks kept = game;
    const Moment moment(w);
    const auto play = [&] {
      game = kept;
      std::vector<uint64_t> seen;
      for (int i = frame; i < frame + 10; ++i) {
        step(i);
        seen.push_back(w.world.state_hash());
        for (const Tasks::Work& work : game.works) {
          seen.push_back(uint64_t{work.token.slot} << 32 | work.token.lane);
          seen.push_back(work.token.serial);
        }
      }
      return seen;
    };
    const std::vector<uint64_t> before = play();
    moment.go_back();
    REQUIRE(play() == before);
    moment.go_back();
    game = kept;
    step(frame);
  }
  const ActCounters counters = w.population.act_counters();
  CHECK(counters.plans > 0);
  CHECK(counters.completed > 0);
}

TEST_CASE("a search for a way goes on as before, also when it had ended and its cells have changed") {
  WalkWorld w(spec_of(walk_by(0)), 2);
  const uint32_t first = w.spawn_at(0, 0, 39, 29);
  const uint32_t second = w.spawn_at(20, 0, 0, 29);
  w.spawn_at(5, 5, 30, 2);
  for (uint32_t row = 3; row < 30; ++row) w.block({{12, row}});
  const auto step = [&](int i) {
    if (i % 4 == 1) w.block({{15u + static_cast<uint32_t>(i) % 20, 10}});
    if (i % 9 == 8) w.places.set(second, {static_cast<float>(i), 0, 20});
    w.walk_frame(0.25f, 25);
  };
  uint32_t searched = 0;
  for (int i = 0; i < 40; ++i) {
    step(i);
    const GridState& grid = *w.world.state()->grid;
    for (uint32_t k = 0; k < 2; ++k) searched += grid.owners[k].population != 0 ? 1 : 0;
    const Moment moment(w);
    check_same_future(w, 30, step);
    moment.go_back();
  }
  CHECK(searched > 5);
  CHECK(w.world.path_counters().found > 0);
  CHECK(w.position(first).x > 0);
}

TEST_CASE("a snapshot holds the searches that go on, and no others") {
  WalkWorld w(spec_of(walk_by(0)));
  const size_t idle = snapshot_of(w.world).size();
  const size_t most = w.world.snapshot_size();
  CHECK(most > idle + 4 * (128 * 1024 + 16 * kColumns * kRows));
  w.spawn_at(0, 0, 39, 29);
  w.walk_frame(0.25f, 1);
  const size_t searching = snapshot_of(w.world).size();
  CHECK(searching == idle + (most - idle) / 4);
  w.walk_frame();
  CHECK(snapshot_of(w.world).size() == idle);
  CHECK(w.world.snapshot_size() == most);
}

TEST_CASE("a world that was made in the same way goes on where the first one was, searches included") {
  WalkWorld first(spec_of(walk_by(0)));
  first.spawn_at(0, 0, 39, 29);
  first.walk_frame(0.25f, 20);
  const Bytes snapshot = snapshot_of(first.world);
  WalkWorld second(spec_of(walk_by(0)));
  REQUIRE(second.world.restore_snapshot(snapshot));
  second.frame = first.frame;
  second.time = first.time;
  for (int i = 0; i < 50; ++i) {
    first.walk_frame(0.25f, 20);
    second.walk_frame(0.25f, 20);
    REQUIRE(second.world.state_hash() == first.world.state_hash());
  }
  CHECK(second.position(0).x > 5);
}

TEST_CASE("a world of another seed takes a snapshot, and has its seed from then on") {
  const Asset asset = load_valid(guard_content());
  World worlds[2];
  for (uint64_t i = 0; i < 2; ++i) {
    Population guards;
    REQUIRE(World::create({.seed = i + 1, .entities = 8, .teams = 3}, worlds[i]));
    REQUIRE(worlds[i].add_population(asset, kGuard, {.capacity = 4}, guards));
  }
  CHECK(worlds[0].state_hash() != worlds[1].state_hash());
  REQUIRE(worlds[1].restore_snapshot(snapshot_of(worlds[0])));
  CHECK(worlds[0].state_hash() == worlds[1].state_hash());
}

TEST_CASE("what was asked about a line of sight can be answered again, sounds are heard again") {
  WatchWorld w(
      {.senses = {sight(20, senses::kAllAround, true), hearing()}, .has_awareness = true, .rise = 0.5f});
  for (uint32_t i = 0; i < 4; ++i) w.spawn({static_cast<float>(i), 0, 0}, {0, 0, 1});
  const Entity other = w.person({0, 0, 5});
  w.step();
  REQUIRE(w.queries.size() > 4);
  const std::vector<OcclusionQuery> queries = w.queries;
  REQUIRE(w.world.make_sound(senses::kBottle, other));
  const Moment moment(w);
  const auto play = [&] {
    std::vector<uint64_t> hashes;
    for (const OcclusionQuery& query : queries)
      hashes.push_back(static_cast<uint64_t>(w.watchers.answer(query.ticket, Sight::clear).code));
    for (int i = 0; i < 8; ++i) {
      w.step();
      for (const OcclusionQuery& query : w.queries) REQUIRE(w.watchers.answer(query.ticket, Sight::blocked));
      hashes.push_back(w.world.state_hash());
    }
    return hashes;
  };
  const std::vector<uint64_t> before = play();
  CHECK(before[0] == static_cast<uint64_t>(StatusCode::ok));
  CHECK(w.remembered(0, senses::kNoises) == std::vector<Entity>{other});
  CHECK(w.watchers.answer(queries[0].ticket, Sight::clear).code == StatusCode::query_stale);
  moment.go_back();
  CHECK(w.remembered(0, senses::kNoises).empty());
  CHECK(play() == before);
}

TEST_CASE("a token is as good as when the snapshot was saved") {
  BodyWorld w({.options = {{.body = sequence({task(walk), task(slow)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const Token first = w.commands.starts[0].token;
  const Moment moment(w);
  w.complete(first);
  w.step();
  const Token second = w.commands.starts[0].token;
  CHECK(w.population.report(first, Ending::completed).code == StatusCode::token_stale);

  moment.go_back();
  // One that was given after the snapshot was never given now; one that ran runs again.
  CHECK(w.population.report(second, Ending::completed).code == StatusCode::token_unknown);
  w.complete(first);
  w.step();
  CHECK(w.commands.starts[0].token == second);
  w.complete(second);
  CHECK(w.population.act_counters().started == 3);
}

TEST_CASE("handles are as good as when the snapshot was saved") {
  GuardWorld w;
  const Entity early = w.spawn_person();
  const Moment moment(w);
  REQUIRE(w.world.despawn_entity(early));
  const Entity late = w.spawn({.user = 5});
  moment.go_back();
  CHECK(w.world.is_alive(early));
  CHECK_FALSE(w.world.is_alive(late));
  CHECK(w.guards.size() == 0);
  CHECK(w.world.despawn_entity(late).code == StatusCode::stale_handle);
}

TEST_CASE("a restore moves nothing: columns hold what they held") {
  GuardWorld w;
  const uint32_t slot = w.slot_of(w.spawn());
  const Column<float> hp = w.guards.column<float>(guard::key_id("hp"));
  const float* const address = &hp[slot];
  hp[slot] = 12;
  const Moment moment(w);
  hp[slot] = 99;
  moment.go_back();
  CHECK(hp[slot] == 12);
  CHECK(&w.guards.column<float>(guard::key_id("hp"))[slot] == address);
}

TEST_CASE("the world's clock goes back, for what is computed between frames, too") {
  GuardWorld w;
  w.spawn();
  w.think();
  const Moment moment(w);
  const Clock clock = w.world.clock();
  const std::vector<float> values = w.explain(0);
  for (int i = 0; i < 100; ++i) w.think();
  CHECK(w.world.clock().frame == clock.frame + 100);
  moment.go_back();
  CHECK(w.world.clock().frame == clock.frame);
  CHECK(w.world.state()->time_seconds == static_cast<float>(clock.time_microseconds) / 1e6f);
  CHECK(w.explain(0) == values);
}

TEST_CASE("saving and restoring asks for no memory") {
  GuardWorld w(100, 200);
  w.spawn();
  Bytes bytes(w.world.snapshot_size());
  size_t size = 0;
  const uint64_t before = Allocations::made();
  Status status = w.world.save_snapshot(bytes, size);
  if (status) status = w.world.restore_snapshot(bytes);
  CHECK(Allocations::made() == before);
  CHECK(status);
}

TEST_CASE("the memory for a snapshot may lie anywhere, and what follows it does not matter") {
  GuardWorld w;
  w.spawn();
  const uint64_t hash = w.world.state_hash();
  for (size_t offset = 1; offset < 64; offset += 3) {
    Bytes bytes(w.world.snapshot_size() + 64, std::byte{0xee});
    size_t size = 0;
    REQUIRE(w.world.save_snapshot(std::span(bytes).subspan(offset), size));
    CHECK(bytes[offset + size] == std::byte{0xee});
    w.guards.column<float>(guard::key_id("hp"))[0] = static_cast<float>(offset);
    REQUIRE(w.world.restore_snapshot(std::span(bytes).subspan(offset)));
    CHECK(w.world.state_hash() == hash);
  }
}

TEST_CASE("a world that plans another number of situations a frame is another world") {
  const auto spec = [](uint32_t situations) {
    BodySpec result = busy_spec();
    result.plan_situations_per_frame = situations;
    return result;
  };
  BodyWorld first(spec(8)), second(spec(9));
  CHECK(second.world.restore_snapshot(snapshot_of(first.world)).code == StatusCode::snapshot_of_other_world);
}

TEST_CASE("after a reload what was saved before is of another world, and what is saved then is not") {
  GuardWorld w;
  w.spawn();
  const Bytes before = snapshot_of(w.world);
  BlobContent content = guard_content();
  content.agents[0].inertia += 0.25f;
  const Asset next = load_valid(content);
  const AssetChange change{&w.asset, &next};
  Reload reload;
  REQUIRE(w.world.prepare_reload({&change, 1}, reload));
  REQUIRE(w.world.commit_reload(reload));
  CHECK(w.world.restore_snapshot(before).code == StatusCode::snapshot_of_other_world);
  const uint64_t hash = w.world.state_hash();
  const Bytes after = snapshot_of(w.world);
  REQUIRE(w.guards.despawn(w.guards.agent_of(0)));
  CHECK(w.world.restore_snapshot(after));
  CHECK(w.world.state_hash() == hash);
}

}  // namespace ishi::testing::snapshot_test
