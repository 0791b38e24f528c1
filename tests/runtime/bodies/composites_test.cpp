#include "runtime/body_world.h"

// Nodes with children: which of them are at work, and what becomes of the whole.

namespace ishi::testing::composites_test {
namespace {

using namespace bodies;

BodyWorld one(Body body) { return BodyWorld({.options = {{.body = sequence({std::move(body)})}}}); }

TEST_CASE("first takes the first method whose condition holds, and the next one if that fails") {
  BodyWorld w = one(of(NodeKind::first, {when(Value::of_key(flag_0), task(walk)), task(slow), task(walk)}));
  const uint32_t slot = begun(w);
  REQUIRE(started(w) == Tasks{slow});
  // What does not hold when it is passed is not gone back to.
  set_flag(w, slot, "flag_0", true);
  w.fail(w.commands.starts[0].token);
  w.step();
  REQUIRE(started(w) == Tasks{walk});
  w.complete(w.commands.starts[0].token);
  w.want(slot, 7);
  w.step();
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 0);
}

TEST_CASE("first fails when no method is left") {
  BodyWorld w = one(of(NodeKind::first, {task(walk), when(Value::of_key(flag_0), task(slow))}));
  const uint32_t slot = begun(w);
  w.fail(w.commands.starts[0].token);
  w.want(slot, 7);
  w.step();
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("best takes the highest score, scores anew after a failure and tries each method once") {
  BodyWorld w = one(of(NodeKind::best, {scored(1.0f, task(walk)), scored(Value::of_key(count), task(slow)),
                                        when(Value::of_key(flag_0), scored(9.0f, task(walk))),
                                        scored(0.5f, task(picky, {{0, 1.0f}}))}));
  const uint32_t slot = w.spawn();
  w.want(slot, 0);
  w.column<float>("count")[slot] = 3;
  w.step();
  REQUIRE(started(w) == Tasks{slow});
  w.column<float>("count")[slot] = 50;  // it has failed, so this no longer matters
  w.fail(w.commands.starts[0].token);
  w.step();
  REQUIRE(started(w) == Tasks{walk});
  w.fail(w.commands.starts[0].token);
  w.step();
  REQUIRE(started(w) == Tasks{picky});
  w.want(slot, 7);
  w.fail(w.commands.starts[0].token);
  w.step();
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("of equal scores best takes the first") {
  BodyWorld w = one(of(NodeKind::best, {scored(1.0f, task(slow)), scored(1.0f, task(walk))}));
  begun(w);
  CHECK(started(w) == Tasks{slow});
}

TEST_CASE("all works on its children at the same time and waits for every one") {
  BodyWorld w =
      one(of(NodeKind::all, {task(walk), sequence({task(slow), task(walk)}), set({{flag_1, 1.0f}})}));
  const uint32_t slot = begun(w);
  REQUIRE(started(w) == Tasks{walk, slow});
  CHECK(w.column<uint8_t>("flag_1")[slot] == 1);
  const Token walking = w.commands.starts[0].token;
  CHECK(walking.lane != w.commands.starts[1].token.lane);
  w.complete(w.commands.starts[1].token);
  w.step();
  REQUIRE(started(w) == Tasks{walk});
  w.complete(w.commands.starts[0].token);
  w.step();
  CHECK_FALSE(idle(w, slot));
  w.complete(walking);
  w.want(slot, 7);
  w.step();
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().completed == 3);
}

TEST_CASE("the first failure in all aborts the others") {
  BodyWorld w = one(of(NodeKind::all, {task(walk), task(slow), task(walk)}));
  const uint32_t slot = begun(w);
  REQUIRE(started(w) == Tasks{walk, walk, slow});
  w.want(slot, 7);
  w.fail(w.commands.starts[1].token);
  w.step();
  CHECK(aborted(w) == Tasks{walk, slow});
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("what all aborts in the round in which it began, the game never hears of") {
  BodyWorld w = one(of(NodeKind::all, {task(walk), task(picky, {{0, 0.0f}})}));
  const uint32_t slot = begun(w);
  CHECK(w.commands.starts.empty());
  CHECK(w.commands.ends.empty());
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().started == 0);
}

TEST_CASE("the first completion in any aborts the others") {
  BodyWorld w = one(of(NodeKind::any, {task(walk), task(slow)}));
  const uint32_t slot = begun(w);
  w.want(slot, 7);
  w.complete(w.commands.starts[1].token);
  w.step();
  CHECK(aborted(w) == Tasks{walk});
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 0);
}

TEST_CASE("any fails when all have failed; what is skipped has no part in it") {
  BodyWorld w = one(of(NodeKind::any, {task(walk), when(Value::of_key(flag_0), task(slow)), task(walk)}));
  const uint32_t slot = begun(w);
  REQUIRE(started(w) == Tasks{walk, walk});
  const Token second = w.commands.starts[1].token;
  w.fail(w.commands.starts[0].token);
  w.step();
  CHECK_FALSE(idle(w, slot));
  w.want(slot, 7);
  w.fail(second);
  w.step();
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 1);
}

TEST_CASE("any of which all is skipped is done") {
  BodyWorld w = one(of(NodeKind::any, {when(Value::of_key(flag_0), task(walk))}));
  w.want(begun(w), 7);
  CHECK(w.population.act_counters().failed_options == 0);
  CHECK(w.population.act_counters().started == 0);
}

TEST_CASE("repeat does its body so many times, each round in the next frame") {
  Body body = of(NodeKind::repeat, {set({{tally, 1.0f}})});
  body.count = 3;
  BodyWorld w = one(body);
  const uint32_t slot = begun(w);
  const auto done = [&] { return w.shared<int32_t>("tally", Scope::world)[0]; };
  CHECK(done() == 1);
  w.step();
  CHECK(done() == 1);  // one write alone is what it says
  CHECK_FALSE(idle(w, slot));
  w.want(slot, 7);
  w.step();
  CHECK(idle(w, slot));
}

TEST_CASE("repeat without a number goes on until it fails or its condition holds") {
  Body body = of(NodeKind::repeat, {task(walk)});
  body.until = Value::of_key(flag_0);
  BodyWorld w = one(body);
  const uint32_t slot = begun(w);
  for (int round = 0; round < 5; ++round) {
    REQUIRE(started(w) == Tasks{walk});
    w.complete(w.commands.starts[0].token);
    w.step();
    CHECK(w.commands.starts.empty());
    w.step();
  }
  set_flag(w, slot, "flag_0", true);
  w.want(slot, 7);
  w.step();
  CHECK(aborted(w) == Tasks{walk});
  CHECK(idle(w, slot));
}

TEST_CASE("succeed ends its list, fail fails it, and both can have a condition") {
  BodyWorld w =
      one(of(NodeKind::first,
             {sequence({task(walk), fail(), task(slow)}),
              sequence({when(Value::of_key(flag_0), succeed()), task(slow), succeed(), task(walk)})}));
  const uint32_t slot = begun(w);
  w.complete(w.commands.starts[0].token);
  w.step();
  REQUIRE(started(w) == Tasks{slow});
  w.want(slot, 7);
  w.complete(w.commands.starts[0].token);
  w.step();
  CHECK(idle(w, slot));
  CHECK(w.population.act_counters().failed_options == 0);
}

TEST_CASE("an event that a body posts reaches the game, itself, its team or everyone") {
  for (const Audience audience : {Audience::game, Audience::self, Audience::team, Audience::world}) {
    BodyWorld w({.options = {{.body = sequence({emit(audience, Value::of_key(count)), task(walk)})}},
                 .handlers = {{.body = sequence({set({{count, Value::of_record(0)}})})}}});
    uint32_t slots[] = {w.spawn(0), w.spawn(0), w.spawn(1)};
    w.want(slots[0], 0);
    w.column<float>("count")[slots[0]] = 12;
    w.step();
    w.column<float>("count")[slots[0]] = 1;
    REQUIRE(w.commands.events.size() == (audience == Audience::game ? 1 : 0));
    if (audience == Audience::game) {
      CHECK(w.commands.events[0].event == EventId::of("hit"));
      CHECK(w.commands.events[0].agent == w.population.agent_of(slots[0]));
      float amount = 0;
      std::memcpy(&amount, w.commands.events[0].record, sizeof amount);
      CHECK(amount == 12);
    }
    w.step();
    CHECK(w.commands.events.empty());
    const auto heard = w.column<float>("count");
    CHECK((heard[slots[1]] == 12) == (audience == Audience::team || audience == Audience::world));
    CHECK((heard[slots[2]] == 12) == (audience == Audience::world));
  }
}

TEST_CASE("an event for one reaches the agent of that entity and nobody else") {
  Body for_one = emit(Audience::one, 12.0f);
  for_one.value = Value::of_key(target);
  BodyWorld w({.options = {{.body = sequence({for_one, task(walk)})}},
               .handlers = {{.body = sequence({set({{count, Value::of_record(0)}})})}}});
  const uint32_t slots[] = {w.spawn(0), w.spawn(0), w.spawn(1)};
  const auto heard = [&](uint32_t slot) { return w.column<float>("count")[slot] == 12; };
  w.want(slots[0], 0);
  w.column<EntityId>("target")[slots[0]] = w.population.agent_of(slots[2]);
  w.step();
  w.step();
  CHECK_FALSE(heard(slots[0]));
  CHECK_FALSE(heard(slots[1]));
  CHECK(heard(slots[2]));
  CHECK(w.commands.events.empty());
  // Nobody gets what is for nobody, and no room is taken for it.
  w.column<EntityId>("target")[slots[1]] = EntityId();
  w.want(slots[1], 0);
  w.step();
  w.step();
  CHECK_FALSE(heard(slots[0]));
  CHECK_FALSE(heard(slots[1]));
  CHECK(w.population.act_counters().dropped_events == 0);
}

TEST_CASE("events that answer each other do not hold up a frame") {
  BodyWorld w({.options = {{.body = sequence({emit(Audience::self, 1.0f), task(walk)})}},
               .handlers = {{.body = sequence({set({{tally, 1.0f}}), emit(Audience::self, 1.0f)})}}});
  begun(w);
  for (int frame = 0; frame < 10; ++frame) w.step();
  CHECK(w.population.act_counters().dropped_events == 0);
}

namespace {

struct PostedEvent {
  Entity agent{};
  Audience audience = Audience::game;
  float amount = 0;

  bool operator==(const PostedEvent&) const = default;
};

std::vector<PostedEvent> posted(const BodyWorld& w) {
  std::vector<PostedEvent> result;
  for (const Posted& event : w.commands.posted) {
    CHECK(event.event == EventId::of("hit"));
    result.push_back({event.agent, event.audience, 0});
    std::memcpy(&result.back().amount, event.record, sizeof(float));
  }
  return result;
}

}  // namespace

TEST_CASE("a population that keeps node events lists what its bodies post, for every audience, in order") {
  const Body posts = sequence({emit(Audience::team, 1.0f), emit(Audience::game, 2.0f),
                               emit(Audience::self, Value::of_key(count)), emit(Audience::world, 4.0f),
                               task(walk), emit(Audience::game, 5.0f), wait(9)});
  BodyWorld w({.options = {{.body = posts}}, .node_events = 64});
  const uint32_t slots[] = {w.spawn(0), w.spawn(1)};
  Entity agents[2];
  for (uint32_t i = 0; i < 2; ++i) {
    w.want(slots[i], 0);
    agents[i] = w.population.agent_of(slots[i]);
    w.column<float>("count")[slots[i]] = static_cast<float>(10 + i);
  }
  w.agents_per_job = 1;
  w.step();
  std::vector<PostedEvent> expected;
  for (uint32_t i = 0; i < 2; ++i) {
    expected.insert(expected.end(), {{agents[i], Audience::team, 1},
                                     {agents[i], Audience::game, 2},
                                     {agents[i], Audience::self, static_cast<float>(10 + i)},
                                     {agents[i], Audience::world, 4}});
  }
  CHECK(posted(w) == expected);
  CHECK(w.commands.events.size() == 2);
  w.complete(w.commands.starts[1].token);
  w.step();
  CHECK(posted(w) == std::vector<PostedEvent>{{agents[1], Audience::game, 5}});
  w.step();
  CHECK(w.commands.posted.empty());
}

TEST_CASE("events that handlers post are listed before those of the round that follows") {
  BodyWorld w({.options = {{.body = sequence({task(walk), emit(Audience::game, 1.0f)})}},
               .handlers = {{.body = sequence({when(Value::of_key(flag_0), emit(Audience::team, 3.0f)),
                                               emit(Audience::game, Value::of_record(0))})}},
               .node_events = 64});
  const uint32_t slot = begun(w);
  const Entity agent = w.population.agent_of(slot);
  REQUIRE(w.world.post(agent, Hit{7}));
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.complete(w.commands.starts[0].token);
  w.begin_frame();
  w.think();
  w.column<uint8_t>("flag_0")[slot] = 0;
  w.act();
  REQUIRE(w.world.end_frame());
  // The event that the handler posts to its team is handled when the agent begins to act.
  CHECK(posted(w) == std::vector<PostedEvent>{{agent, Audience::team, 3},
                                              {agent, Audience::game, 7},
                                              {agent, Audience::game, 3},
                                              {agent, Audience::game, 1}});
  CHECK(w.commands.events.size() == 3);
}

TEST_CASE("a population lists as many events that handlers post as it keeps node events, and counts others") {
  BodyWorld w({.options = {{.body = sequence({task(walk)})}},
               .handlers = {{.body = sequence({emit(Audience::game, Value::of_record(0))})}},
               .capacity = 1,
               .node_events = 40});
  const uint32_t slot = begun(w);
  for (uint32_t i = 0; i < 45; ++i)
    REQUIRE(w.world.post(w.population.agent_of(slot), Hit{static_cast<float>(i)}));
  w.step();
  const std::vector<PostedEvent> all = posted(w);
  REQUIRE(all.size() == 40);
  for (uint32_t i = 0; i < 40; ++i) CHECK(all[i].amount == static_cast<float>(i));
  CHECK(w.population.act_counters().dropped_node_events == 5);
}

TEST_CASE("a population that keeps no node events lists no posted events") {
  BodyWorld w({.options = {{.body = sequence({emit(Audience::self, 1.0f), task(walk)})}},
               .handlers = {{.body = sequence({emit(Audience::game, Value::of_record(0))})}}});
  begun(w);
  CHECK(w.commands.posted.empty());
  w.step();
  CHECK(w.commands.events.size() == 1);
  CHECK(w.commands.posted.empty());
  CHECK(w.population.act_counters().dropped_node_events == 0);
}

TEST_CASE("changes of nodes are told to tools, with their causes") {
  Body timed = task(walk);
  timed.timeout = 0.15f;
  timed.retries = 1;
  BodyWorld w({.options = {{.body = sequence({when(Value::of_key(flag_0), task(slow)), timed})},
                           {.body = sequence({wait(9)})}},
               .node_events = 64});
  const uint32_t slot = begun(w);
  const Entity agent = w.population.agent_of(slot);
  const uint32_t root = AssetParts(w.asset).option(0).body;
  const auto changes = [&] {
    std::vector<std::pair<uint32_t, NodeChange>> result;
    for (const NodeEvent& event : w.commands.nodes) {
      CHECK(event.agent == agent);
      result.emplace_back(event.node - root, event.change);
    }
    return result;
  };
  using Changes = std::vector<std::pair<uint32_t, NodeChange>>;
  CHECK(changes() == Changes{{0, NodeChange::began}, {2, NodeChange::skipped}, {3, NodeChange::began}});
  w.step();
  CHECK(changes().empty());
  w.step();
  REQUIRE(changes() == Changes{{3, NodeChange::tried_again}});
  CHECK(w.commands.nodes[0].cause == NodeCause::timeout);
  w.want(slot, 1);
  w.step();
  const Changes replaced = changes();
  REQUIRE(replaced.size() == 4);  // and the other option begins
  CHECK(replaced[0] == std::pair{3U, NodeChange::aborted});
  CHECK(replaced[1] == std::pair{0U, NodeChange::aborted});
  CHECK(w.commands.nodes[0].cause == NodeCause::replaced);
}

TEST_CASE("a task whose report waits when its option is replaced ends as the report says") {
  BodyWorld w({.options = {{.body = sequence({task(walk), wait(9)})}, {.body = sequence({wait(9)})}},
               .node_events = 64});
  const uint32_t slot = begun(w);
  REQUIRE(w.population.report(w.commands.starts[0].token, Ending::completed));
  w.want(slot, 1);
  w.step();
  REQUIRE(w.commands.nodes.size() == 4);  // and the other option begins
  CHECK(w.commands.ends.empty());
  CHECK(w.commands.nodes[0].change == NodeChange::completed);
  CHECK(w.commands.nodes[0].cause == NodeCause::none);
  CHECK(w.commands.nodes[1].change == NodeChange::aborted);
  CHECK(w.commands.nodes[1].cause == NodeCause::replaced);
}

TEST_CASE("a body that is over when its option is replaced ends as its last report says") {
  for (const Ending ending : {Ending::completed, Ending::failed}) {
    BodyWorld w(
        {.options = {{.body = sequence({task(walk)})}, {.body = sequence({wait(9)})}}, .node_events = 64});
    const uint32_t slot = begun(w);
    REQUIRE(w.population.report(w.commands.starts[0].token, ending));
    w.want(slot, 1);
    w.step();
    CHECK(w.commands.ends.empty());
    const NodeChange change = ending == Ending::completed ? NodeChange::completed : NodeChange::failed;
    REQUIRE(w.commands.nodes.size() == 2);  // of the task, and of the body, since nothing is left to do
    for (const NodeEvent& node : w.commands.nodes) {
      CHECK(node.change == change);
      CHECK(node.cause == NodeCause::none);
    }
    w.step();
    CHECK(w.commands.nodes.size() == 2);  // the other option begins
  }
}

}  // namespace
}  // namespace ishi::testing::composites_test
