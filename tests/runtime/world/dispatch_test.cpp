#include <vector>

#include "runtime/allocations.h"
#include "runtime/body_world.h"

// Commands given to typed functions.

namespace ishi::testing {
namespace {

// As the header of the contract of body_world.h would have them.
namespace game {
struct alignas(8) Walk {
  static constexpr uint64_t id = id_of("tasks", "walk");
  static constexpr uint32_t record_bytes = 0;
};
struct alignas(8) Aim {
  static constexpr uint64_t id = id_of("tasks", "aim");
  static constexpr uint32_t record_bytes = 16;
  EntityId at;
  float count = 7;
};
struct alignas(8) Slow {
  static constexpr uint64_t id = id_of("tasks", "slow");
  static constexpr uint32_t record_bytes = 0;
};
}  // namespace game

BodySpec walks_and_aims() {
  return {.options = {{.body = sequence({task(bodies::walk)})},
                      {.body = sequence({task(bodies::aim, {{0, Value::of_key(bodies::target)}})})},
                      {.body = sequence({task(bodies::slow)})}}};
}

TEST_CASE("a start goes to the handler of its task, with its parameters") {
  BodyWorld w(walks_and_aims());
  w.spawn();
  const uint32_t aiming = w.spawn();
  w.want(0, 0);
  w.want(aiming, 1);
  w.step();
  std::vector<EntityId> walkers, aimers;
  const uint32_t unhandled = dispatch(
      w.population, w.commands, [&](const Started<game::Walk>& walk) { walkers.push_back(walk.agent); },
      [&](const Started<game::Aim>& aim) {
        aimers.push_back(aim.agent);
        CHECK(aim.parameters.count == 7);
        CHECK(aim.parameters.at == kNobody);
      });
  CHECK(unhandled == 0);
  CHECK(walkers == std::vector{w.population.agent_of(0)});
  CHECK(aimers == std::vector{w.population.agent_of(aiming)});
  CHECK(w.population.act_counters().completed == 0);
}

TEST_CASE("a handler that returns an ending reports it") {
  BodyWorld w(walks_and_aims());
  w.want(w.spawn(), 0);
  w.step();
  const Token token = w.commands.starts[0].token;
  CHECK(dispatch(w.population, w.commands, [](const Started<game::Walk>&) { return Ending::completed; }) ==
        0);
  CHECK(w.population.report(token, Ending::completed).code == StatusCode::already_reported);
  w.step();
  CHECK(w.population.act_counters().completed == 1);
}

TEST_CASE("a start that no handler takes is failed and counted") {
  BodyWorld w(walks_and_aims());
  for (int i = 0; i < 3; ++i) w.want(w.spawn(), 0);
  w.step();
  CHECK(dispatch(w.population, w.commands, [](const Started<game::Aim>&) {}) == 3);
  w.step();
  CHECK(w.population.act_counters().failed == 3);
  CHECK(dispatch(w.population, Commands()) == 0);
}

TEST_CASE("updates and ends have handlers of their own") {
  BodyWorld w(walks_and_aims());
  const uint32_t slot = w.spawn();
  w.want(slot, 1);
  w.step();
  uint32_t starts = 0, updates = 0, ends = 0;
  EntityId at;
  const auto handle = [&] {
    return dispatch(
        w.population, w.commands, [&](const Started<game::Aim>&) { ++starts; },
        [&](const Started<game::Walk>&) { ++starts; },
        [&](const Updated<game::Aim>& aim) {
          ++updates;
          at = aim.parameters.at;
        },
        [&](const Ended<game::Aim>& aim) {
          ++ends;
          CHECK_FALSE(aim.report_when_over);
        });
  };
  CHECK(handle() == 0);
  w.column<EntityId>("target")[slot] = w.population.agent_of(slot);
  w.step();
  CHECK(handle() == 0);
  CHECK(at == w.population.agent_of(slot));
  w.want(slot, 0);
  w.step();
  CHECK(handle() == 0);
  CHECK(starts == 2);
  CHECK(updates == 1);
  CHECK(ends == 1);
}

uint32_t g_slow = 0;
void start_slowly(const Started<game::Slow>&) { ++g_slow; }

TEST_CASE("a handler may be a function, or keep something") {
  BodyWorld w(walks_and_aims());
  const uint32_t slot = w.spawn();
  w.want(slot, 2);
  w.step();
  auto end = [count = 0](const Ended<game::Slow>& slow) mutable noexcept {
    CHECK(slow.report_when_over);
    CHECK(++count == 1);
  };
  CHECK(dispatch(w.population, w.commands, start_slowly, end) == 0);
  CHECK(g_slow == 1);
  w.want(slot, 0);
  w.step();
  CHECK(dispatch(w.population, w.commands, end) == 0);
}

TEST_CASE("dispatching allocates nothing") {
  BodyWorld w(walks_and_aims());
  for (int i = 0; i < 8; ++i) w.want(w.spawn(), static_cast<uint32_t>(i % 2));
  w.step();
  const uint64_t before = Allocations::made();
  uint32_t count = 0;
  const uint32_t unhandled = dispatch(w.population, w.commands, [&](const Started<game::Walk>&) {
    ++count;
    return Ending::completed;
  });
  CHECK(Allocations::made() == before);
  CHECK(unhandled == 4);
  CHECK(count == 4);
}

}  // namespace
}  // namespace ishi::testing
