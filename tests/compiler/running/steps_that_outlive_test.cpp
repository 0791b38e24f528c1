#include <string>
#include <vector>

#include "compiler/saved_world.h"
#include "compiler/village.h"
#include "ishi/tools.h"

// What goals were given back, and methods that others may take over from, across saves and reloads.

namespace ishi::compiler::steps_that_outlive_test {
namespace {

// A goal gives its place back, and what reads it comes three waits later.
constexpr const char* kScout = R"(ishi: 1
blackboard: { spot: point, worth: { type: number, range: 0..100 } }
tasks: { hammer: { gives: { worth: { type: number, range: 0..100, usually: 7 } } }, stand: {} }
goals:
  scout: { do: [{ hammer: {}, as: found }, wait: 0.1s], gives: { worth: { type: number, range: 0..100, is: found.worth * 2 } } }
actions:
  work:
    score: 1
    do:
      - { scout: {}, as: seen }
      - wait: 0.2s
      - { scout: {}, as: other }
      - wait: 0.1s
      - set: { worth: seen.worth + other.worth }
      - wait: 100s
agents: { smith: { actions: [work] } }
)";

struct alignas(8) Hammer {
  static constexpr TaskId id = TaskId::of("hammer");
  static constexpr uint32_t record_bytes = 8;
  float worth = 0;
};

void save_and_load(Village& v) {
  compiler::save_and_load(v.assets.back(), v.world, {&v.smiths, 1}, v.scratch);
  v.smith = v.smiths.agent_of(v.slot);
}

// Plays on, and lets something happen before one frame. `at` 0: never.
template <typename Happen>
float worth_of(uint32_t at, Happen&& happen) {
  Village v(kScout);
  float next = 10;
  for (uint32_t frame = 1; frame <= 14; ++frame) {
    if (frame == at) happen(v);
    for (Start& start : v.starts) {
      if (start.task != Hammer::id) continue;
      start.token.world = v.world.number();
      REQUIRE(v.smiths.complete(start.token, Hammer{next}));
      next += 3;
    }
    v.starts.clear();
    v.step();
  }
  return v.key<float>("worth");
}

TEST_CASE("what a goal gives is saved and reloaded between the goal and what reads it, in each frame") {
  const float plain = worth_of(0, [](Village&) {});
  REQUIRE(plain == 2 * 10 + 2 * 13);
  for (uint32_t at = 1; at <= 14; ++at) {
    INFO("before frame " << at);
    CHECK(worth_of(at, save_and_load) == plain);
    CHECK(worth_of(at, [](Village& v) { v.change(replaced(kScout, "wait: 100s", "wait: 99s")); }) == plain);
    CHECK(worth_of(at, [](Village& v) {
            v.change(replaced(kScout, "actions:\n", "actions:\n  rest: { score: 0.1, do: [stand] }\n"));
          }) == plain);
  }
}

constexpr const char* kGuard = R"(ishi: 1
blackboard: { near: boolean, far: { type: boolean, default: true } }
tasks: { hammer: {}, stroll: {}, stand: {} }
actions:
  work:
    score: 1
    do:
      - first:
          close: { when: near, do: [hammer] }
          distant: { when: far, do: [stroll] }
          none: { do: [stand] }
        reconsider: true
agents: { smith: { actions: [work] } }
)";

// The tasks that start, one letter each, if what is near comes and goes in these frames.
template <typename Happen>
std::string tasks_of(uint32_t comes, uint32_t goes, uint32_t at, Happen&& happen) {
  Village v(kGuard);
  std::string tasks;
  for (uint32_t frame = 1; frame <= 9; ++frame) {
    if (frame == at) happen(v);
    v.key<uint8_t>("near") = frame >= comes && frame < goes ? 1 : 0;
    v.starts.clear();
    v.step();
    for (const Start& start : v.starts)
      tasks += std::to_string(frame) + (start.task == TaskId::of("hammer")   ? "h"
                                        : start.task == TaskId::of("stroll") ? "w"
                                                                             : "s");
  }
  return tasks;
}

TEST_CASE(
    "a method that reconsiders goes on after saves and reloads in each frame, and makes way as before") {
  for (uint32_t comes = 1; comes <= 6; ++comes) {
    for (uint32_t goes = comes + 1; goes <= 8; ++goes) {
      const std::string plain = tasks_of(comes, goes, 0, [](Village&) {});
      for (uint32_t at = 1; at <= 9; ++at) {
        INFO("near from " << comes << " to " << goes << ", before frame " << at);
        CHECK(tasks_of(comes, goes, at, save_and_load) == plain);
        CHECK(tasks_of(comes, goes, at, [](Village& v) {
                v.change(replaced(kGuard, "score: 1\n", "score: 0.9\n"));
              }) == plain);
        // Another method before the one that runs: it may take over as any.
        CHECK(tasks_of(comes, goes, at, [](Village& v) {
                v.change(
                    replaced(kGuard, "          close:",
                             "          never: { when: near and not near, do: [stand] }\n          close:"));
              }) == plain);
      }
    }
  }
}

}  // namespace
}  // namespace ishi::compiler::steps_that_outlive_test
