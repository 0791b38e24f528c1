#include "runtime/body_world.h"

// Methods of first and best that take over while another one runs.

namespace ishi::testing::reconsider_test {
namespace {

using namespace bodies;
Body reconsidered(NodeKind kind, std::vector<Body> methods) {
  return {.kind = kind, .children = std::move(methods), .flags = kReconsidersFlag};
}

BodyWorld one(Body body) {
  return BodyWorld({.options = {{.body = sequence({std::move(body)})}}, .node_events = 64});
}

}  // namespace

TEST_CASE("an earlier method takes over as soon as its condition holds, and the other is aborted") {
  BodyWorld w =
      one(reconsidered(NodeKind::first, {when(Value::of_key(flag_0), task(walk)),
                                         when(Value::of_key(flag_1), task(walk)), task(picky, {{0, 1.0f}})}));
  const uint32_t slot = begun(w);
  REQUIRE(started(w) == Tasks{picky});
  w.step();
  CHECK(w.commands.ends.empty());
  set_flag(w, slot, "flag_1", true);
  w.step();
  CHECK(aborted(w) == Tasks{picky});
  CHECK(started(w) == Tasks{walk});
  // What no longer holds is not asked again, and a later method does not take over.
  set_flag(w, slot, "flag_1", false);
  w.step();
  CHECK(w.commands.ends.empty());
  set_flag(w, slot, "flag_0", true);
  w.step();
  CHECK(aborted(w) == Tasks{walk});
  CHECK(started(w) == Tasks{walk});
  const auto outdone = [](const NodeEvent& event) { return event.cause == NodeCause::outdone; };
  CHECK(std::ranges::count_if(w.commands.nodes, outdone) == 1);
}

TEST_CASE("a method that has failed takes part again once its condition was false") {
  BodyWorld w =
      one(reconsidered(NodeKind::first, {when(Value::of_key(flag_0), task(walk)), task(picky, {{0, 1.0f}})}));
  const uint32_t slot = w.spawn();
  set_flag(w, slot, "flag_0", true);
  w.want(slot, 0);
  w.step();
  REQUIRE(started(w) == Tasks{walk});
  w.fail(w.commands.starts[0].token);
  w.step();
  REQUIRE(started(w) == Tasks{picky});
  for (int frame = 0; frame < 3; ++frame) {
    w.step();
    CHECK(w.commands.starts.empty());
  }
  set_flag(w, slot, "flag_0", false);
  w.step();
  CHECK(w.commands.starts.empty());
  set_flag(w, slot, "flag_0", true);
  w.step();
  CHECK(started(w) == Tasks{walk});
  CHECK(aborted(w) == Tasks{picky});
}

TEST_CASE("nothing takes over while a step of the running method may not be interrupted") {
  Body held = task(picky, {{0, 1.0f}});
  held.interruptible = Value::of_key(flag_1);
  BodyWorld w =
      one(reconsidered(NodeKind::first, {when(Value::of_key(flag_0), task(walk)), sequence({held})}));
  const uint32_t slot = begun(w);
  set_flag(w, slot, "flag_0", true);
  for (int frame = 0; frame < 3; ++frame) {
    w.step();
    CHECK(w.commands.ends.empty());
  }
  set_flag(w, slot, "flag_1", true);
  w.step();
  CHECK(aborted(w) == Tasks{picky});
  CHECK(started(w) == Tasks{walk});
}

TEST_CASE("a method that is over when another one could take over ends as it says") {
  for (const Ending ending : {Ending::completed, Ending::failed}) {
    BodyWorld w = one(
        reconsidered(NodeKind::first, {when(Value::of_key(flag_0), task(walk)), task(picky, {{0, 1.0f}})}));
    const uint32_t slot = begun(w);
    set_flag(w, slot, "flag_0", true);
    REQUIRE(w.population.report(w.commands.starts[0].token, ending));
    w.want(slot, 7);
    w.step();
    CHECK(w.commands.ends.empty());
    CHECK(started(w) == (ending == Ending::failed ? Tasks{walk} : Tasks{}));
  }
}

TEST_CASE("of best a method takes over that scores higher by more than the margin") {
  Body body = reconsidered(
      NodeKind::best, {scored(Value::of_key(count), task(walk)), scored(2.0f, task(picky, {{0, 1.0f}}))});
  body.value = 1.0f;
  BodyWorld w = one(body);
  const uint32_t slot = begun(w);
  REQUIRE(started(w) == Tasks{picky});
  w.column<float>("count")[slot] = 3;
  w.step();
  CHECK(w.commands.ends.empty());
  w.column<float>("count")[slot] = 4;
  w.step();
  CHECK(aborted(w) == Tasks{picky});
  CHECK(started(w) == Tasks{walk});
  w.column<float>("count")[slot] = 0.5f;
  w.step();
  CHECK(started(w) == Tasks{picky});
}

TEST_CASE("methods take over on more conditions than have a bit") {
  // Each of 70 choices waits for a time of its own.
  std::vector<Body> parts;
  for (int i = 0; i < 35; ++i) {
    parts.push_back(reconsidered(
        NodeKind::first, {when(Value::elapsed_over(1000.0f + static_cast<float>(i)), wait(1)),
                          when(Value::elapsed_over(2000.0f + static_cast<float>(i)), wait(1)), wait(1e6f)}));
  }
  parts.push_back(reconsidered(NodeKind::first, {when(Value::of_key(flag_0), task(walk)), wait(1e6f)}));
  BodyWorld w = one(of(NodeKind::all, std::move(parts)));
  const uint32_t slot = begun(w);
  w.step();
  CHECK(w.commands.starts.empty());
  set_flag(w, slot, "flag_0", true);
  w.step();
  CHECK(started(w) == Tasks{walk});
}

}  // namespace ishi::testing::reconsider_test
