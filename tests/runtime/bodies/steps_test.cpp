#include "runtime/body_world.h"

// What the steps of a body do: tasks, waits, writes, and their modifiers.

namespace ishi::testing::bodies_steps_test {
namespace {

using namespace bodies;

BodyWorld one(Body body, BodyOption option = {}) {
  option.body = std::move(body);
  return BodyWorld({.options = {option}});
}

// An agent that wants its only option, after its first frame.
Token only_start(const BodyWorld& w, uint32_t task) {
  REQUIRE(w.commands.starts.size() == 1);
  CHECK(w.commands.starts[0].task == AssetParts(w.asset).task(task).id);
  return w.commands.starts[0].token;
}

TEST_CASE("tasks are started one after the other") {
  BodyWorld w = one(sequence({task(walk), task(slow)}));
  const uint32_t slot = begun(w);
  const Token first = only_start(w, walk);
  w.step();
  CHECK(w.commands.starts.empty());
  w.complete(first);
  w.step();
  w.complete(only_start(w, slow));
  w.want(slot, 7);
  w.step();
  CHECK(w.commands.starts.empty());
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().completed == 2);
}

TEST_CASE("a task that ends at once does not cost a frame, up to four rounds") {
  BodyWorld w = one(sequence({task(walk), task(walk), task(walk), task(walk), task(walk)}));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.begin_frame();
  w.think();
  uint32_t rounds = 0;
  while (w.population.wants_act()) {
    w.act();
    ++rounds;
    for (const Start& start : w.commands.starts) w.complete(start.token);
  }
  CHECK(rounds == kRoundsPerFrame);
  Round round;
  CHECK(w.population.begin_act(round).code == StatusCode::rounds_spent);
  REQUIRE(w.world.end_frame());
  w.step();
  CHECK(w.commands.starts.size() == 1);
}

TEST_CASE("a failed task fails the option, which cools down") {
  BodyOption option;
  option.cooldown_after_failure = 0.5f;
  BodyWorld w = one(sequence({task(walk), task(slow)}), option);
  const uint32_t slot = begun(w);
  w.fail(only_start(w, walk));
  w.step();  // 0.2 s: it fails
  CHECK(idle(w, slot));
  for (int i = 0; i < 4; ++i) {
    w.step();
    CHECK(idle(w, slot));
  }
  w.step();  // 0.7 s
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  CHECK(w.commands.starts.size() == 1);
}

TEST_CASE("a cooldown counts from the option's end, however it ended") {
  BodyOption option;
  option.body = sequence({wait(0.1f)});
  option.cooldown = 0.3f;
  BodyWorld w({.options = {option}});
  const uint32_t slot = begun(w);
  w.step();
  CHECK(idle(w, slot));
  w.step();
  w.step();
  CHECK(idle(w, slot));
  w.step();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
}

TEST_CASE("a wait is over when its time is") {
  BodyWorld w = one(sequence({wait(0.25f), task(walk)}));
  begun(w);
  w.step();
  w.step();
  CHECK(w.commands.starts.empty());
  w.step();
  only_start(w, walk);
}

TEST_CASE("an agent that waits is not looked at") {
  BodyWorld w = one(sequence({wait(10)}));
  begun(w);
  const uint64_t visits = w.population.act_counters().visits;
  for (int i = 0; i < 50; ++i) w.step();
  CHECK(w.population.act_counters().visits == visits);
}

TEST_CASE("an agent whose task runs on is not looked at") {
  BodyWorld w = one(sequence({task(walk)}));
  begun(w);
  const uint64_t visits = w.population.act_counters().visits;
  for (int i = 0; i < 50; ++i) w.step();
  CHECK(w.population.act_counters().visits == visits);
}

TEST_CASE("a step whose `when` is false is skipped") {
  Body first = task(walk);
  first.when = Value::of_key(flag_0);
  BodyWorld w = one(sequence({first, task(slow)}));
  begun(w);
  only_start(w, slow);
}

TEST_CASE("`until` completes a step") {
  Body first = task(walk);
  first.until = Value::of_key(flag_0);
  BodyWorld w = one(sequence({first, task(slow)}));
  const uint32_t slot = begun(w);
  const Token walking = only_start(w, walk);
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.step();
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].token == walking);
  only_start(w, slow);
}

TEST_CASE("`while` fails a step, and no attempt is made again") {
  Body first = task(walk);
  first.while_true = Value::of_key(flag_0);
  first.retries = 3;
  BodyWorld w = one(sequence({first}));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.step();
  only_start(w, walk);
  w.column<uint8_t>("flag_0")[slot] = 0;
  w.want(slot, 7);
  w.step();
  CHECK(w.commands.ends.size() == 1);
  CHECK(idle(w, slot));
}

TEST_CASE("a timeout fails one attempt") {
  Body first = task(walk);
  first.timeout = 0.25f;
  first.retries = 1;
  BodyWorld w = one(sequence({first}));
  const uint32_t slot = begun(w);
  const Token attempt_1 = only_start(w, walk);
  w.want(slot, 7);
  w.step();
  w.step();
  CHECK(w.commands.ends.empty());
  w.step();  // 0.3 s later
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].token == attempt_1);
  w.step();  // the next attempt, in the next frame
  const Token attempt_2 = only_start(w, walk);
  CHECK(attempt_2.serial > attempt_1.serial);
  CHECK(w.population.report(attempt_1, Ending::completed).code == StatusCode::token_stale);
  for (int i = 0; i < 3; ++i) w.step();
  CHECK(w.commands.ends.size() == 1);
  CHECK(idle(w, slot));
}

TEST_CASE("a step is tried again in the next frame, not in the next round") {
  Body first = task(walk);
  first.retries = 2;
  BodyWorld w = one(sequence({first}));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.begin_frame();
  w.think();
  w.act();
  w.fail(only_start(w, walk));
  w.act();
  CHECK(w.commands.starts.empty());
  REQUIRE(w.world.end_frame());
  w.step();
  CHECK(w.commands.starts.size() == 1);
}

TEST_CASE("`on_fail: continue` goes on after a failure") {
  Body first = task(walk);
  first.continues = true;
  BodyWorld w = one(sequence({first, task(slow)}));
  begun(w);
  w.fail(only_start(w, walk));
  w.step();
  only_start(w, slow);
}

TEST_CASE("a sequence within a sequence has modifiers of its own") {
  Body inner = sequence({task(walk), task(walk)});
  inner.timeout = 0.15f;
  inner.continues = true;
  BodyWorld w = one(sequence({inner, task(slow)}));
  begun(w);
  w.complete(only_start(w, walk));
  w.step();
  only_start(w, walk);
  w.step();
  CHECK(w.commands.ends.size() == 1);
  only_start(w, slow);
}

TEST_CASE("values are computed before any key is written, and seen by the next step at once") {
  Body writes = set({{flag_0, Value::of_key(flag_1)}, {flag_1, Value::of_key(flag_0)}});
  Body next = task(walk);
  next.when = Value::of_key(flag_0);
  BodyWorld w = one(sequence({writes, next}));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.column<uint8_t>("flag_1")[slot] = 1;
  w.step();
  CHECK(w.column<uint8_t>("flag_0")[slot] == 1);
  CHECK(w.column<uint8_t>("flag_1")[slot] == 0);
  only_start(w, walk);
}

TEST_CASE("what is written stays in range") {
  BodyWorld w = one(sequence({set({{count, 1e9f}, {ammo, -5.0f}}), task(walk)}));
  const uint32_t slot = begun(w);
  CHECK(w.column<float>("count")[slot] == 100);
  CHECK(w.column<int32_t>("ammo")[slot] == 0);
}

TEST_CASE("a task carries its arguments and defaults") {
  BodyWorld w = one(sequence({task(aim, {{0, Value::of_key(target)}})}));
  const uint32_t slot = w.spawn();
  Entity target;
  REQUIRE(w.world.spawn_entity({}, target));
  w.column<EntityId>("target")[slot] = target;
  w.want(slot, 0);
  w.step();
  only_start(w, aim);
  struct Aim {
    EntityId at;
    float count;
  } record;
  std::memcpy(&record, w.commands.starts[0].parameters, sizeof record);
  CHECK(record.at == target);
  CHECK(record.count == 7);
}

TEST_CASE("a live parameter follows its argument while the task runs") {
  BodyWorld w = one(sequence({task(aim, {{0, Value::of_key(target)}, {1, Value::of_key(count)}})}));
  const uint32_t slot = begun(w);
  const Token token = only_start(w, aim);
  Entity target;
  REQUIRE(w.world.spawn_entity({}, target));
  w.column<EntityId>("target")[slot] = target;
  w.column<float>("count")[slot] = 9;
  w.step();
  REQUIRE(w.commands.updates.size() == 1);
  CHECK(w.commands.updates[0].token == token);
  EntityId at;
  std::memcpy(&at, w.commands.updates[0].parameters, sizeof at);
  CHECK(at == target);
  float unchanged = 0;
  std::memcpy(&unchanged, static_cast<const char*>(w.commands.updates[0].parameters) + 8, sizeof unchanged);
  CHECK(unchanged == 0);
  w.step();
  CHECK(w.commands.updates.empty());
}

TEST_CASE("a task whose condition is false fails without being started") {
  BodyWorld w = one(sequence({task(picky, {{0, 0.0f}})}));
  const uint32_t slot = begun(w);
  CHECK(w.commands.starts.empty());
  CHECK(idle(w, slot));
  BodyWorld allowed = one(sequence({task(picky, {{0, 1.0f}})}));
  begun(allowed);
  CHECK(allowed.commands.starts.size() == 1);
}

TEST_CASE("an option without steps runs until something replaces it") {
  BodyWorld w({.options = {BodyOption{}, {.body = sequence({task(walk)})}}});
  const uint32_t slot = begun(w);
  for (int i = 0; i < 5; ++i) w.step();
  CHECK(w.population.option(w.population.agent_of(slot)) == 0);
  w.want(slot, 1);
  w.step();
  only_start(w, walk);
}

}  // namespace
}  // namespace ishi::testing::bodies_steps_test
