#include "ishi/tools.h"
#include "runtime/body_world.h"

// Plan nodes: what is planned is done, and planned anew when it fails. That plans are the cheapest is shown
// in tests/runtime/planning.

namespace ishi::testing::plans_test {
namespace {

using namespace bodies;

// walk makes flag_0 true, slow needs that and makes flag_1 true, picky makes flag_1 true alone, but takes
// long.
BodySpec spec_of(Body reach_by, uint32_t searches = 8) {
  return {.options = {{.body = sequence({std::move(reach_by)})}, {.body = sequence({wait(1000)})}},
          .task_effects = {{walk, {{flag_0, 1.0f}}}, {slow, {{flag_1, 1.0f}}}, {picky, {{flag_1, 1.0f}}}},
          .task_conditions = {{slow, Value::of_key(flag_0)}},
          .task_seconds = {{walk, 1.0f}, {slow, 1.0f}, {picky, 5.0f}},
          .plan_searches = searches};
}

Body plan(std::vector<Body> steps, uint32_t depth = 8) {
  Body body = of(NodeKind::plan, std::move(steps));
  body.value = Value::of_key(flag_1);
  body.count = depth;
  return body;
}

void act_all(BodyWorld& w) {
  w.begin_frame();
  w.think();
  while (w.population.wants_act()) {
    w.act();
    if (!w.commands.starts.empty()) break;
  }
  REQUIRE(w.world.end_frame());
}

TEST_CASE("the cheapest order of steps is done") {
  BodyWorld w(spec_of(plan({task(picky, {{0, 1.0f}}), task(slow), task(walk)})));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  act_all(w);
  REQUIRE(started(w) == Tasks{walk});
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.complete(w.commands.starts[0].token);
  act_all(w);
  REQUIRE(started(w) == Tasks{slow});
  PlanInfo info;
  const uint32_t node = AssetParts(w.asset).node(AssetParts(w.asset).option(0).body).children.first;
  REQUIRE(Tools(w.population).plan(w.population.agent_of(slot), node, info));
  CHECK(info.count == 2);
  CHECK(info.current == 1);
  CHECK(info.cost_seconds == 2);
  CHECK(info.steps[0] == 2);
  w.column<uint8_t>("flag_1")[slot] = 1;
  w.complete(w.commands.starts[0].token);
  w.want(slot, 1);
  act_all(w);
  CHECK(w.population.act_counters().plans == 1);
  CHECK(w.population.act_counters().failed_options == 0);
}

TEST_CASE("a plan is made anew when a step fails") {
  Body tried = plan({task(picky, {{0, 1.0f}}), task(slow), task(walk)});
  tried.retries = 1;
  BodyWorld w(spec_of(std::move(tried)));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  act_all(w);
  w.fail(w.commands.starts[0].token);
  act_all(w);
  CHECK(started(w).empty());
  act_all(w);
  CHECK(started(w) == Tasks{walk});
  CHECK(w.population.act_counters().plans == 2);
}

TEST_CASE(
    "a step of a plan whose `when` is false when its turn comes is not done, and the agent plans anew") {
  Body tried = plan({task(picky, {{0, 1.0f}}), when(Value::of_key(flag_2), task(slow)), task(walk)});
  tried.retries = 1;
  BodyWorld w(spec_of(std::move(tried)));
  const uint32_t slot = w.spawn();
  w.column<uint8_t>("flag_2")[slot] = 1;
  w.want(slot, 0);
  act_all(w);
  REQUIRE(started(w) == Tasks{walk});
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.column<uint8_t>("flag_2")[slot] = 0;
  w.complete(w.commands.starts[0].token);
  act_all(w);
  CHECK(started(w).empty());
  act_all(w);
  CHECK(started(w) == Tasks{picky});
  CHECK(w.population.act_counters().plans == 2);
  CHECK(w.population.act_counters().failed_options == 0);
}

TEST_CASE("what is done without the promised effect is planned anew, and fails in the end") {
  BodyWorld w(spec_of(plan({task(picky, {{0, 1.0f}})})));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  act_all(w);
  w.complete(w.commands.starts[0].token);
  act_all(w);
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("what holds already needs no plan, and what cannot be reached fails without another attempt") {
  BodyWorld w(spec_of(plan({task(slow)})));
  const uint32_t slot = w.spawn(), other = w.spawn();
  w.want(slot, 0);
  w.want(other, 0);
  w.column<uint8_t>("flag_1")[other] = 1;
  act_all(w);
  act_all(w);
  const ActCounters counters = w.population.act_counters();
  CHECK(counters.started == 0);
  CHECK(counters.plans == 0);
  CHECK(counters.failed_options >= 1);
}

TEST_CASE("a plan has no more steps than its depth") {
  BodyWorld w(spec_of(plan({task(picky, {{0, 1.0f}}), task(slow), task(walk)}, 1)));
  w.want(w.spawn(), 0);
  act_all(w);
  CHECK(started(w) == Tasks{picky});
}

TEST_CASE("agents wait for a search and get one in turn; a stopped one gives it back") {
  BodyWorld w(spec_of(plan({task(slow), task(walk)}), 1));
  for (int i = 0; i < 5; ++i) w.want(w.spawn(), 0);
  size_t begun = 0;
  for (int frame = 0; frame < 20; ++frame) {
    w.begin_frame();
    w.think();
    while (w.population.wants_act()) {
      w.act();
      begun += w.commands.starts.size();
    }
    if (frame == 1) {
      const Entity waiting = w.population.agent_of(4);
      REQUIRE(w.world.end_frame());
      REQUIRE(w.population.despawn(waiting));
    } else {
      REQUIRE(w.world.end_frame());
    }
  }
  CHECK(begun >= 4);
  CHECK(w.population.act_counters().plans == begun);
}

TEST_CASE("how far a search goes in a frame does not change the plan") {
  uint64_t costs[2] = {};
  for (uint32_t k = 0; k < 2; ++k) {
    BodySpec spec = spec_of(plan({task(picky, {{0, 1.0f}}), task(slow), task(walk)}));
    spec.plan_situations_per_frame = k == 0 ? 1 : 1000;
    BodyWorld w(spec);
    const uint32_t slot = w.spawn();
    w.want(slot, 0);
    uint32_t frames = 0;
    do {
      act_all(w);
      ++frames;
    } while (w.commands.starts.empty());
    CHECK((frames > 1) == (k == 0));
    PlanInfo info;
    REQUIRE(Tools(w.population)
                .plan(w.population.agent_of(slot),
                      AssetParts(w.asset).node(AssetParts(w.asset).option(0).body).children.first, info));
    costs[k] = static_cast<uint64_t>(info.cost_seconds);
  }
  CHECK(costs[0] == costs[1]);
}

// What a visit gives out has room for each node once.
TEST_CASE("an instant goal that a plan repeats is done once a visit") {
  const std::vector<std::pair<uint32_t, Value>> moves_on = {
      {flag_0, 1.0f}, {flag_1, Value::of_key(flag_0)}, {flag_2, Value::of_key(flag_1)}};
  Body three_times =
      plan({testing::goal(plain, {sequence({emit(Audience::game, Value::of_key(count)), set(moves_on)})})});
  three_times.value = Value::of_key(flag_2);
  BodySpec spec = spec_of(std::move(three_times));
  spec.goal_effects = {{plain, moves_on}};
  BodyWorld w(spec);
  for (uint32_t i = 0; i < spec.capacity; ++i) w.want(w.spawn(), 0);
  size_t events = 0;
  for (int frame = 0; frame < 4; ++frame) {
    w.begin_frame();
    w.think();
    while (w.population.wants_act()) {
      w.act();
      CHECK(w.commands.events.size() <= spec.capacity);
      events += w.commands.events.size();
    }
    REQUIRE(w.world.end_frame());
  }
  CHECK(events >= 3 * spec.capacity);
  CHECK(w.column<uint8_t>("flag_2")[0] == 1);
}

}  // namespace
}  // namespace ishi::testing::plans_test
