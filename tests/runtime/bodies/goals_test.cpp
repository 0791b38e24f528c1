#include "runtime/body_world.h"

// Goals: their parameters, conditions, interjections, and what they clean up.

namespace ishi::testing::goals_test {
namespace {

using namespace bodies;

Body interjection(Value condition, std::vector<Body> steps) {
  return when(condition, of(NodeKind::interjection, std::move(steps)));
}
Body cleanup(std::vector<Body> steps) { return of(NodeKind::cleanup, std::move(steps)); }

// The body, and something else to do.
BodyWorld one(Body body) {
  return BodyWorld({.options = {{.body = sequence({std::move(body)})}, {.body = sequence({wait(100)})}}});
}

float given(const BodyWorld& w, uint32_t offset) {
  float value = 0;
  std::memcpy(&value, static_cast<const std::byte*>(w.commands.starts[0].parameters) + offset, sizeof value);
  return value;
}

TEST_CASE("the parameters of a goal are copied when it begins, and its formulas read its own") {
  // fetch { amount: 40 } { set count = amount; fetch { amount: count + … } { aim { count: amount } } }
  BodyWorld w = one(goal(
      fetch,
      {sequence({goal(fetch, {sequence({task(aim, {{0, Value::of_key(target)}, {1, Value::of_record(0)}})})},
                      {{0, 7.0f}}),
                 task(aim, {{0, Value::of_key(target)}, {1, Value::of_record(0)}})})},
      {{0, Value::of_key(count)}}));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.column<float>("count")[slot] = 40;
  w.step();
  CHECK(given(w, 8) == 7);
  w.column<float>("count")[slot] = 1;
  w.complete(w.commands.starts[0].token);
  w.step();
  CHECK(given(w, 8) == 40);
}

TEST_CASE("a goal whose condition does not hold fails without having begun") {
  Body guarded = goal(fetch, {sequence({task(walk)}), cleanup({set({{flag_1, 1.0f}})})}, {{0, 0.0f}});
  guarded.when = Value::of_record(0);  // its own parameter
  BodyWorld w = one(of(NodeKind::first, {guarded, task(slow)}));
  const uint32_t slot = begun(w);
  CHECK(started(w) == Tasks{slow});
  CHECK(w.column<uint8_t>("flag_1")[slot] == 0);
}

TEST_CASE("a goal cleans up once, however it ends") {
  enum class How { completes, fails, is_replaced, is_despawned };
  for (const How how : {How::completes, How::fails, How::is_replaced, How::is_despawned}) {
    Body tried =
        goal(fetch, {sequence({task(walk)}), cleanup({set({{tally, Value::of_record(0)}})})}, {{0, 3.0f}});
    tried.retries = 1;
    BodyWorld w = one(std::move(tried));
    const uint32_t slot = begun(w);
    const auto tallied = [&] { return w.shared<int32_t>("tally", Scope::world)[0]; };
    CHECK(tallied() == 0);
    w.want(slot, 7);
    switch (how) {
      case How::completes: w.complete(w.commands.starts[0].token); break;
      case How::fails:
        w.want(slot, 0);
        w.fail(w.commands.starts[0].token);
        w.step();
        w.step();
        CHECK(tallied() == 0);  // it is tried again
        w.want(slot, 7);
        w.fail(w.commands.starts[0].token);
        break;
      case How::is_replaced: w.want(slot, 1); break;
      case How::is_despawned: REQUIRE(w.population.despawn(w.population.agent_of(slot))); break;
    }
    w.step();
    CHECK(tallied() == 3);
  }
}

TEST_CASE("an interjection aborts the tasks of the body, which start again after it") {
  BodyWorld w =
      one(goal(plain, {sequence({set({{tally, 1.0f}}), task(walk), task(aim, {{0, Value::of_key(target)}})}),
                       interjection(Value::of_key(flag_0), {task(slow)})}));
  const uint32_t slot = begun(w);
  CHECK(started(w) == Tasks{walk});
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.step();
  CHECK(w.commands.ends.size() == 1);
  CHECK(started(w) == Tasks{slow});
  // It goes on when the condition no longer holds.
  w.column<uint8_t>("flag_0")[slot] = 0;
  w.step();
  CHECK(started(w).empty());
  CHECK(w.commands.ends.empty());
}

TEST_CASE("after an interjection the body goes on where it was") {
  BodyWorld w = one(goal(plain, {sequence({task(walk), task(aim, {{0, Value::of_key(target)}})}),
                                 interjection(Value::of_key(flag_0), {task(slow)})}));
  const uint32_t slot = begun(w);
  w.complete(w.commands.starts[0].token);
  w.step();
  REQUIRE(started(w) == Tasks{aim});
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.step();
  REQUIRE(started(w) == Tasks{slow});
  const Token opening = w.commands.starts[0].token;
  w.column<uint8_t>("flag_0")[slot] = 0;
  w.complete(opening);
  w.step();
  REQUIRE(started(w) == Tasks{aim});  // not `walk`, which is done
  w.want(slot, 7);
  w.complete(w.commands.starts[0].token);
  w.step();
  CHECK(idle(w, slot));
  const ActCounters counters = w.population.act_counters();
  CHECK(counters.completed == 3);
  CHECK(counters.aborted == 1);
}

TEST_CASE("an interjection whose condition still holds is not done twice in a frame") {
  BodyWorld w = one(goal(plain, {sequence({task(walk)}), interjection(1.0f, {set({{tally, 1.0f}})})}));
  begun(w);
  CHECK(started(w) == Tasks{walk});
  w.step();
  CHECK(w.commands.ends.size() == 1);  // and is again in the next
  CHECK(started(w) == Tasks{walk});
}

TEST_CASE("the first interjection that holds is done, and its failure fails the goal") {
  BodyWorld w =
      one(of(NodeKind::first,
             {goal(plain, {sequence({task(walk)}), interjection(Value::of_key(flag_0), {task(slow)}),
                           interjection(Value::of_key(flag_1), {task(picky, {{0, 0.0f}})})}),
              task(aim, {{0, Value::of_key(target)}})}));
  const uint32_t slot = begun(w);
  w.column<uint8_t>("flag_1")[slot] = 1;
  w.step();
  CHECK(w.commands.ends.size() == 1);
  CHECK(started(w) == Tasks{aim});
}

TEST_CASE("an interjection waits for what it aborted and needs time to end") {
  BodyWorld w = one(goal(plain, {sequence({task(slow)}), interjection(Value::of_key(flag_0), {task(walk)})}));
  const uint32_t slot = begun(w);
  const Token slow_one = w.commands.starts[0].token;
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.step();
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].report_when_over);
  CHECK(started(w).empty());
  w.complete(slow_one);
  w.step();
  CHECK(started(w) == Tasks{walk});
}

TEST_CASE("interjections are looked at again in the frame after one has ended") {
  BodyWorld w =
      one(goal(plain, {sequence({task(walk)}),
                       interjection(Value::of_key(flag_0), {set({{flag_0, 0.0f}, {flag_1, 1.0f}})})}));
  const uint32_t slot = begun(w);
  for (int time = 0; time < 3; ++time) {
    w.column<uint8_t>("flag_0")[slot] = 1;
    w.column<uint8_t>("flag_1")[slot] = 0;
    w.step();
    CHECK(w.column<uint8_t>("flag_1")[slot] == 1);
    CHECK(w.commands.ends.size() == 1);
    CHECK(started(w) == Tasks{walk});
  }
}

TEST_CASE("a task that is over when an interjection breaks in is not done again") {
  for (const bool completes : {true, false}) {
    BodyWorld w =
        one(of(NodeKind::first, {goal(plain, {sequence({task(walk), task(aim, {{0, Value::of_key(target)}})}),
                                              interjection(Value::of_key(flag_0), {task(slow)})}),
                                 task(picky, {{0, 1.0f}})}));
    const uint32_t slot = begun(w);
    w.column<uint8_t>("flag_0")[slot] = 1;
    const Token walking = w.commands.starts[0].token;
    completes ? w.complete(walking) : w.fail(walking);
    w.step();
    CHECK(w.commands.ends.empty());
    // A goal that has failed is over, and nothing breaks into it.
    CHECK(started(w) == (completes ? Tasks{slow} : Tasks{picky}));
    if (!completes) continue;
    w.column<uint8_t>("flag_0")[slot] = 0;
    w.complete(w.commands.starts[0].token);
    w.step();
    CHECK(started(w) == Tasks{aim});
  }
}

}  // namespace
}  // namespace ishi::testing::goals_test
