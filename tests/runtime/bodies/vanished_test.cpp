#include <cstring>

#include "runtime/body_world.h"

// An entity that vanishes while a body is at something that is about it.

namespace ishi::testing::vanished_test {
namespace {

using namespace bodies;

Body aim_at_target() { return task(aim, {{0, Value::of_key(target)}, {1, Value::of_key(count)}}); }

// An agent that aims at somebody, who is gone before the next frame.
struct Vanished {
  explicit Vanished(Body body) : w({.options = {{.body = std::move(body)}}}), slot(w.spawn()) {
    REQUIRE(w.world.spawn_entity({}, whom));
    w.column<EntityId>("target")[slot] = whom;
    w.want(slot, 0);
    w.step();
    REQUIRE(w.commands.starts.size() == 1);
    token = w.commands.starts[0].token;
    REQUIRE(w.world.despawn_entity(whom));
  }

  BodyWorld w;
  uint32_t slot;
  Entity whom;
  Token token;
};

TEST_CASE("a task about an entity that vanishes runs on, and its live parameter becomes nobody") {
  Vanished v(sequence({aim_at_target(), task(walk)}));
  v.w.step();
  CHECK(v.w.commands.ends.empty());
  REQUIRE(v.w.commands.updates.size() == 1);
  EntityId at{1, 1};
  std::memcpy(&at, v.w.commands.updates[0].parameters, sizeof at);
  CHECK(at == kNobody);
  v.w.complete(v.token);
  v.w.step();
  REQUIRE(v.w.commands.starts.size() == 1);
  CHECK(v.w.commands.starts[0].task == AssetParts(v.w.asset).task(walk).id);
}

TEST_CASE("a goal that needs an entity fails, once, when that vanishes") {
  Body needing = goal(plain, {aim_at_target()});
  needing.while_true = Value::of_key(target);
  Vanished v(sequence({needing}));
  v.w.step();
  REQUIRE(v.w.commands.ends.size() == 1);
  CHECK(v.w.commands.ends[0].token == v.token);
  CHECK(v.w.population.report(v.token, Ending::completed).code == StatusCode::token_stale);
  v.w.step();
  CHECK(v.w.commands.ends.empty());
  const ActCounters counters = v.w.population.act_counters();
  CHECK(counters.aborted == 1);
  CHECK(counters.failed_options >= 1);
}

TEST_CASE("who comes into the row of an entity that vanished is not taken for it") {
  Body needing = goal(plain, {aim_at_target()});
  needing.while_true = Value::of_key(target);
  Vanished v(sequence({needing}));
  Entity other;
  REQUIRE(v.w.world.spawn_entity({}, other));
  REQUIRE(other.index == v.whom.index);
  v.w.step();
  CHECK(v.w.commands.ends.size() == 1);
}

}  // namespace
}  // namespace ishi::testing::vanished_test
