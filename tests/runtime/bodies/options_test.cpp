#include <atomic>
#include <thread>

#include "ishi/tools.h"
#include "runtime/body_world.h"

// How options replace each other, what ends exactly once, and what the game may say.

namespace ishi::testing::options_test {
namespace {

using namespace bodies;

TEST_CASE("the replaced option ends and the new one starts in the same frame") {
  BodyWorld w({.options = {{.body = sequence({task(walk)})}, {.body = sequence({task(aim, {{0, 0.0f}})})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const Token walking = w.commands.starts[0].token;
  w.want(slot, 1);
  w.step();
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].token == walking);
  CHECK_FALSE(w.commands.ends[0].report_when_over);
  REQUIRE(w.commands.starts.size() == 1);
  CHECK(w.commands.starts_of(AssetParts(w.asset).task(aim).id).size() == 1);
  CHECK(w.commands.starts_of(AssetParts(w.asset).task(walk).id).empty());
  CHECK(w.population.report(walking, Ending::completed).code == StatusCode::token_stale);
}

TEST_CASE("an aborted task that needs time keeps its lane until the game reports") {
  BodyWorld w({.options = {{.body = sequence({task(slow)})},
                           {.body = sequence({set({{count, 3.0f}}), task(walk)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const Token slowly = w.commands.starts[0].token;
  w.want(slot, 1);
  w.step();
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].report_when_over);
  CHECK(w.commands.starts.empty());
  CHECK(w.column<float>("count")[slot] == 3);  // the new body has begun
  w.step();
  CHECK(w.commands.starts.empty());
  w.fail(slowly);
  w.step();
  CHECK(w.commands.starts.size() == 1);
  CHECK(w.commands.ends.empty());
}

TEST_CASE("a tool says until when an option cools down, and ends that too") {
  BodyWorld w(
      {.options = {{.body = sequence({task(walk)}), .cooldown = 5}, {.body = sequence({task(slow)})}}});
  const uint32_t slot = w.spawn(), other = w.spawn();
  const Entity agent = w.population.agent_of(slot);
  Tools tools(w.population);
  REQUIRE(tools.set_cooldown(agent, 0, 250'000));
  w.want(slot, 0);
  w.want(other, 0);
  w.step();
  CHECK(started(w) == Tasks{walk});  // the other one's
  w.step();
  CHECK(started(w).empty());
  w.step();
  CHECK(started(w) == Tasks{walk});
  w.complete(w.commands.starts[0].token);
  w.step();
  CHECK(started(w).empty());
  REQUIRE(tools.set_cooldown(agent, 0, 0));
  w.step();
  CHECK(started(w) == Tasks{walk});
  CHECK(tools.set_cooldown(agent, 1, 0).code == StatusCode::out_of_range);  // it never cools down
  CHECK(tools.set_cooldown(agent, 2, 0).code == StatusCode::out_of_range);
  CHECK(tools.set_cooldown(Entity(), 0, 0).code == StatusCode::stale_handle);
}

TEST_CASE("the same option goes on when it wins again") {
  BodyWorld w({.options = {{.body = sequence({task(walk)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  for (int i = 0; i < 5; ++i) w.step();
  CHECK(w.population.act_counters().started == 1);
}

TEST_CASE("what ends makes its agent think at the next thought") {
  BodyWorld w({.options = {{.body = sequence({wait(0.05f)})}}, .think_every_frames = 100});
  w.spawn();
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  for (int i = 0; i < 101; ++i) w.step();
  const uint64_t visits = w.population.act_counters().visits;
  CHECK(visits > 0);
  w.step();
  w.step();
  w.step();
  CHECK(w.population.act_counters().visits >= visits + 2);
}

TEST_CASE("while a step may not be interrupted only a higher rank breaks in") {
  Body firm = task(walk);
  firm.interruptible = 0.0f;
  BodyWorld w({.options = {{.body = sequence({firm, task(walk)})},
                           {.body = sequence({task(slow)})},
                           {.body = sequence({task(slow)}), .rank = 1}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const Token first = w.commands.starts[0].token;
  w.want(slot, 1);
  w.step();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  SECTION("a higher rank") {
    w.want(slot, 2);
    w.step();
    CHECK(w.population.option(w.population.agent_of(slot)) == 2);
  }
  SECTION("the next step may be interrupted") {
    w.complete(first);
    w.step();
    CHECK(w.population.option(w.population.agent_of(slot)) == 0);
    w.step();
    CHECK(w.population.option(w.population.agent_of(slot)) == 1);
  }
}

TEST_CASE("an option that may be interrupted after some time") {
  Body body = sequence({task(walk)});
  body.interruptible = Value::elapsed_over(0.25f);
  BodyWorld w({.options = {{.body = body}, {.body = sequence({task(slow)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  w.want(slot, 1);
  w.step();
  w.step();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  w.step();
  CHECK(w.population.option(w.population.agent_of(slot)) == 1);
}

TEST_CASE("an option whose `while` is false is aborted") {
  Body body = sequence({task(walk)});
  body.while_true = Value::of_key(flag_0);
  BodyWorld w({.options = {{.body = body, .finally = sequence({set({{count, 42.0f}})})}}});
  const uint32_t slot = w.spawn();
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.want(slot, 0);
  w.step();
  CHECK(w.commands.starts.size() == 1);
  w.want(slot, 7);
  w.column<uint8_t>("flag_0")[slot] = 0;
  w.step();
  CHECK(w.commands.ends.size() == 1);
  CHECK(w.population.option(w.population.agent_of(slot)) == kNoOption);
  CHECK(w.population.act_counters().aborted == 1);
  CHECK(w.column<float>("count")[slot] == 42);
}

TEST_CASE("`finally` runs however an option ends") {
  const Body counted = sequence({set({{tally, 1.0f}})});
  BodyWorld w(
      {.options = {{.body = sequence({task(walk)}), .finally = counted}, {.body = sequence({wait(9)})}}});
  const Column<int32_t> tally = w.shared<int32_t>("tally", Scope::world);
  const uint32_t slot = w.spawn();
  const auto begin = [&] {
    tally[0] = 0;
    w.want(slot, 0);
    w.step();
    w.step();
    return w.population.option(w.population.agent_of(slot)) == 0;
  };
  REQUIRE(begin());
  w.want(slot, 1);
  w.step();
  CHECK(tally[0] == 1);
  Entity agent = w.population.agent_of(slot);
  REQUIRE(w.population.despawn(agent));
  w.step();
  CHECK(tally[0] == 1);
}

TEST_CASE("a despawned agent's task is aborted, once, in the next round") {
  BodyWorld w({.options = {{.body = sequence({task(slow)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const Token token = w.commands.starts[0].token;
  REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  CHECK(w.population.report(token, Ending::completed).code == StatusCode::token_stale);
  CHECK(w.spawn() == slot);
  w.step();
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].token == token);
  CHECK_FALSE(w.commands.ends[0].report_when_over);
  w.step();
  CHECK(w.commands.ends.empty());
}

TEST_CASE("reports that cannot be are refused and change nothing") {
  BodyWorld w({.options = {{.body = sequence({task(walk), task(walk)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.step();
  const Token token = w.commands.starts[0].token;
  const uint64_t hash = w.world.state_hash();
  const auto code = [&](auto change) {
    Token changed = token;
    change(changed);
    return w.population.report(changed, Ending::completed).code;
  };
  CHECK(code([](Token& t) { t.slot = 99; }) == StatusCode::token_unknown);
  CHECK(code([](Token& t) { t.slot = 1; }) == StatusCode::token_unknown);
  CHECK(code([](Token& t) { t.population = 1; }) == StatusCode::token_unknown);
  CHECK(code([](Token& t) { t.lane = 1; }) == StatusCode::token_unknown);
  CHECK(code([](Token& t) { ++t.serial; }) == StatusCode::token_unknown);
  CHECK(code([](Token& t) { t.serial = 0; }) == StatusCode::token_unknown);
  CHECK(w.population.report(token, static_cast<Ending>(7)).code == StatusCode::bad_options);
  CHECK(w.world.state_hash() == hash);
  w.complete(token);
  CHECK(w.population.report(token, Ending::failed).code == StatusCode::already_reported);
  w.step();
  CHECK(w.population.report(token, Ending::completed).code == StatusCode::token_stale);
  CHECK(w.population.act_counters().completed == 1);
}

TEST_CASE("calls in the wrong part of a frame are refused") {
  BodyWorld w({.options = {{.body = sequence({task(walk)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  Round round;
  Commands commands;
  CHECK(w.population.begin_act(round).code == StatusCode::wrong_phase);
  CHECK(w.population.end_act(round, commands).code == StatusCode::wrong_phase);
  w.begin_frame();
  Batch batch;
  REQUIRE(w.population.begin_think(batch));
  CHECK(w.population.begin_act(round).code == StatusCode::wrong_phase);
  REQUIRE(w.population.think(batch, 0, w.scratch));
  REQUIRE(w.population.end_think(batch));
  REQUIRE(w.population.begin_act(round));
  CHECK(w.population.begin_act(round).code == StatusCode::wrong_phase);
  CHECK(w.world.end_frame().code == StatusCode::wrong_phase);
  CHECK(w.population.end_act(round, commands).code == StatusCode::jobs_missing);
  CHECK(w.population.act(round, 7, w.scratch).code == StatusCode::out_of_range);
  REQUIRE(w.population.act(round, 0, w.scratch));
  CHECK(w.population.act(round, 0, w.scratch).code == StatusCode::job_done);
  REQUIRE(w.population.end_act(round, commands));
  CHECK(w.population.act(round, 0, w.scratch).code == StatusCode::wrong_phase);
  REQUIRE(w.world.end_frame());
}

TEST_CASE("two threads may report the same task; one is taken") {
  BodyWorld w({.options = {{.body = sequence({task(walk)})}}, .capacity = 64});
  for (int i = 0; i < 64; ++i) w.want(w.spawn(), 0);
  w.step();
  std::vector<Token> tokens;
  for (const Start& start : w.commands.starts) tokens.push_back(start.token);
  uint32_t taken[2] = {};
  const auto report = [&](int which) {
    for (const Token& token : tokens) taken[which] += w.population.report(token, Ending::completed) ? 1 : 0;
  };
  std::thread other(report, 0);
  report(1);
  other.join();
  CHECK(taken[0] + taken[1] == 64);
  w.step();
  CHECK(w.population.act_counters().completed == 64);
}

TEST_CASE("jobs think and act on several threads, while others report, with the bits of one") {
  const Body body = sequence({set({{alarm, Value::of_key(count)}, {tally, 2.0f}}), task(walk), wait(0.1f)});
  uint64_t hashes[2] = {};
  for (const uint32_t threads : {1u, 3u}) {
    BodyWorld w({.options = {{.body = body, .cooldown = 0.2f}}, .capacity = 300});
    for (int i = 0; i < 300; ++i) w.want(w.spawn(i % 2), 0);
    std::vector<Scratch> scratches(threads);
    for (Scratch& scratch : scratches) REQUIRE(Scratch::create(w.world, scratch));
    const auto on_threads = [&](uint32_t jobs, auto&& run) {
      std::vector<std::thread> running;
      for (uint32_t t = 0; t < threads; ++t) {
        running.emplace_back([&, t] {
          for (uint32_t job = t; job < jobs; job += threads) run(job, scratches[t]);
        });
      }
      for (std::thread& thread : running) thread.join();
    };
    std::atomic<uint32_t> refused = 0;
    for (int frame = 0; frame < 30; ++frame) {
      w.begin_frame();
      Batch batch;
      REQUIRE(w.population.begin_think({.agents_per_job = 7}, batch));
      on_threads(batch.jobs(), [&](uint32_t job, Scratch& scratch) {
        if (!w.population.think(batch, job, scratch)) ++refused;
      });
      REQUIRE(w.population.end_think(batch));
      Round round;
      REQUIRE(w.population.begin_act({.agents_per_job = 7}, round));
      on_threads(round.jobs(), [&](uint32_t job, Scratch& scratch) {
        if (!w.population.act(round, job, scratch)) ++refused;
      });
      Commands commands;
      REQUIRE(w.population.end_act(round, commands));
      on_threads(static_cast<uint32_t>(commands.starts.size()), [&](uint32_t i, Scratch&) {
        if (!w.population.report(commands.starts[i].token, Ending::completed)) ++refused;
      });
      REQUIRE(w.world.end_frame());
    }
    CHECK(refused == 0);
    CHECK(w.population.act_counters().completed > 1000);
    hashes[threads == 1 ? 0 : 1] = w.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("time that stands still or jumps keeps every promise") {
  BodyWorld w({.options = {{.body = sequence({wait(60), task(walk)})}}});
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  for (int i = 0; i < 5; ++i) w.step(0);
  CHECK(w.commands.starts.empty());
  w.step(3'600'000'000);
  CHECK(w.commands.starts.size() == 1);
}

TEST_CASE("an event runs its handler before the thought, and wakes") {
  BodyHandler handler{.wakes = true, .body = sequence({set({{count, Value::of_record(0)}})})};
  BodyWorld w({.options = {{.body = sequence({wait(9)})}}, .handlers = {handler}, .think_every_frames = 50});
  for (int i = 0; i < 8; ++i) w.spawn();
  for (int i = 0; i < 50; ++i) w.step();
  const uint32_t slot = 7;
  w.want(slot, 0);
  const Entity agent = w.population.agent_of(slot);
  REQUIRE(w.world.post(agent, Hit{12}));
  w.step();
  CHECK(w.column<float>("count")[slot] == 12);
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  REQUIRE(w.world.post_to_everyone(Hit{1e30f}));
  w.step();
  CHECK(w.column<float>("count")[0] == 50);  // held in the field's range
}

TEST_CASE("what lies between the fields of an event is no part of the state") {
  BodyWorld w({.options = {{.body = sequence({wait(9)})}}});
  BodyWorld same({.options = {{.body = sequence({wait(9)})}}});
  REQUIRE(w.world.post(w.population.agent_of(w.spawn()), Hit{1, 0xabcd}));
  REQUIRE(same.world.post(same.population.agent_of(same.spawn()), Hit{1, 0}));
  CHECK(w.world.state_hash() == same.world.state_hash());
}

TEST_CASE("an event that nobody handles or that cannot be is refused or forgotten") {
  BodyWorld w({.options = {{.body = sequence({wait(9)})}}});
  const Entity agent = w.population.agent_of(w.spawn());
  CHECK(w.world.post(agent, Hit{1}));
  CHECK(w.world.post({.event = EventId(5)}).code == StatusCode::unknown_id);
  CHECK(w.world.post({.record_bytes = 4, .event = Hit::id, .agent = agent}).code ==
        StatusCode::wrong_record_size);
  CHECK(w.world.post(w.world.entity({3, 9}), Hit{1}).code == StatusCode::stale_handle);
  CHECK(w.world.post_to_team(TeamId(2), Hit{1}).code == StatusCode::out_of_range);
  Status status;
  for (int i = 0; i < 100'000 && status; ++i) status = w.world.post(agent, Hit{1});
  CHECK(status.code == StatusCode::events_full);
  w.step();
  CHECK(w.world.post(agent, Hit{1}));
}

TEST_CASE("writes to shared keys are merged at the end of the frame") {
  const Body writes = set({{alarm, Value::of_key(count)}, {tally, 5.0f}, {word, Value::of_key(ammo)}});
  BodyWorld w({.options = {{.body = sequence({writes, wait(9)})}}});
  const Column<float> alarm = w.shared<float>("alarm", Scope::team);
  const Column<int32_t> tally = w.shared<int32_t>("tally", Scope::world);
  const Column<float> word = w.shared<float>("word", Scope::world);
  tally[0] = 3;
  alarm[1] = 0.9f;
  const uint32_t teams[] = {0, 0, 1};
  const float counts[] = {0.25f, 0.5f, 0.75f};
  for (int i = 0; i < 3; ++i) {
    const uint32_t slot = w.spawn(teams[i]);
    w.want(slot, 0);
    w.column<float>("count")[slot] = counts[i];
    w.column<int32_t>("ammo")[slot] = i;
  }
  w.agents_per_job = 1;
  w.begin_frame();
  w.think();
  w.act();
  CHECK(alarm[0] == 0);
  REQUIRE(w.world.end_frame());
  CHECK(alarm[0] == 0.5f);
  CHECK(alarm[1] == 0.75f);      // one write alone is what it says
  CHECK(tally[0] == 3 + 3 * 2);  // each changes 3 to 5
  CHECK(word[0] == 2);
}

}  // namespace
}  // namespace ishi::testing::options_test
