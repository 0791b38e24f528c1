#include "runtime/body_world.h"

// Conditions that bodies wait on: an agent is looked at when one of its own comes true, and at no other time
// if all of them can be told from outside of its body.

namespace ishi::testing::conditions_test {
namespace {

using namespace bodies;

// More than two chunks, and no multiple of anything.
constexpr uint32_t kMany = 541;

struct Crowd {
  explicit Crowd(Body step) : w({.options = {{.body = sequence({std::move(step)})}}, .capacity = kMany}) {
    for (uint32_t i = 0; i < kMany; ++i) w.want(w.spawn(i % 2), 0);
    w.step();
  }

  // How many agents a frame looks at. Nobody thinks, so that who is done does nothing.
  uint64_t looks() {
    const uint64_t before = w.population.act_counters().visits;
    w.begin_frame();
    w.act();
    REQUIRE(w.world.end_frame());
    return w.population.act_counters().visits - before;
  }
  [[nodiscard]] bool is_idle(uint32_t slot) const {
    return w.population.option(w.population.agent_of(slot)) == kNoOption;
  }

  BodyWorld w;
};

Body until(Value condition) {
  Body body = wait(1e6f);
  body.until = condition;
  return body;
}
Body while_true(Value condition) {
  Body body = wait(1e6f);
  body.while_true = condition;
  return body;
}
Body interjected(Value condition) {
  return goal(plain, {sequence({wait(1e6f)}), when(condition, of(NodeKind::interjection, {fail()}))});
}

// Sets the flag of some agents, one in each frame, to what wakes: they alone are looked at, and are done.
void check_wakes(Crowd& crowd, bool to) {
  auto flags = crowd.w.column<uint8_t>("flag_0");
  CHECK(crowd.looks() == 0);
  uint32_t done = 0;
  for (const uint32_t slot : {0u, 63u, 64u, 255u, 256u, 300u, kMany - 1}) {
    flags[slot] = to ? 1 : 0;
    CHECK(crowd.looks() == 1);
    CHECK(crowd.is_idle(slot));
    uint32_t idle = 0;
    for (uint32_t other = 0; other < kMany; ++other) idle += crowd.is_idle(other) ? 1 : 0;
    CHECK(idle == ++done);
  }
  CHECK(crowd.looks() == 0);
}

TEST_CASE("who waits on a condition is looked at in the frame in which it comes true") {
  SECTION("until") {
    Crowd crowd(until(Value::of_key(flag_0)));
    check_wakes(crowd, true);
  }
  SECTION("an interjection") {
    Crowd crowd(interjected(Value::of_key(flag_0)));
    check_wakes(crowd, true);
  }
  SECTION("while, when it does not hold any more") {
    Crowd crowd(while_true(Value::of_key(flag_0)));
    auto flags = crowd.w.column<uint8_t>("flag_0");
    for (uint32_t slot = 0; slot < kMany; ++slot) flags[slot] = 1;
    crowd.w.step();  // it did not hold at first: they begin anew
    check_wakes(crowd, false);
  }
}

TEST_CASE("what a team or the world knows wakes all of those whom it concerns") {
  SECTION("a team's") {
    Crowd crowd(until(Value::of_key(alarm)));
    CHECK(crowd.looks() == 0);
    crowd.w.shared<float>("alarm", Scope::team)[1] = 1;
    CHECK(crowd.looks() == kMany / 2);
    CHECK_FALSE(crowd.is_idle(0));
    CHECK(crowd.is_idle(1));
  }
  SECTION("the world's") {
    Crowd crowd(until(Value::of_key(word)));
    CHECK(crowd.looks() == 0);
    crowd.w.shared<float>("word", Scope::world)[0] = 1;
    CHECK(crowd.looks() == kMany);
  }
  SECTION("what never holds") {
    Crowd crowd(until(0.0f));
    CHECK(crowd.looks() == 0);
  }
}

TEST_CASE("who waits on what its body alone knows is looked at in each frame") {
  const Body step = GENERATE(until(Value::elapsed_over(0.25f)),
                             goal(fetch, {sequence({until(Value::of_record(0))})}, {{0, 0.0f}}));
  Crowd crowd(step);
  CHECK(crowd.looks() == kMany);
}

TEST_CASE("more conditions than are told apart") {
  // all { all { wait while 1, wait while 2, … }, all { …, wait while 80 }, wait until flag_0 }
  std::vector<Body> parts;
  for (int first = 1; first < 80; first += 40) {
    std::vector<Body> waits;
    for (int i = first; i < first + 40; ++i) waits.push_back(while_true(static_cast<float>(i)));
    parts.push_back(of(NodeKind::all, std::move(waits)));
  }
  parts.push_back(until(Value::of_key(flag_0)));
  Body body = of(NodeKind::any, std::move(parts));
  Crowd crowd(std::move(body));
  CHECK(crowd.looks() == kMany);
  crowd.w.column<uint8_t>("flag_0")[7] = 1;
  crowd.looks();
  CHECK(crowd.is_idle(7));
  CHECK_FALSE(crowd.is_idle(8));
}

TEST_CASE("who is gone, and who comes in its place, waits on nothing of the other's") {
  Crowd crowd(until(Value::of_key(flag_0)));
  auto flags = crowd.w.column<uint8_t>("flag_0");
  const Entity gone = crowd.w.population.agent_of(5);
  REQUIRE(crowd.w.population.despawn(gone));
  flags[5] = 1;
  CHECK(crowd.looks() == 0);
  REQUIRE(crowd.w.spawn() == 5);
  flags[5] = 1;
  CHECK(crowd.looks() == 0);
}

}  // namespace
}  // namespace ishi::testing::conditions_test
