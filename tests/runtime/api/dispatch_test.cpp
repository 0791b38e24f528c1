#include <vector>

#include "runtime/allocations.h"
#include "runtime/body_world.h"

// Commands given to typed functions.

namespace ishi::testing::dispatch_test {
namespace {

// As the header of the contract of body_world.h would have them.
namespace game {
struct alignas(8) Walk {
  static constexpr TaskId id = TaskId::of("walk");
  static constexpr uint32_t record_bytes = 0;
};
struct alignas(8) Aim {
  static constexpr TaskId id = TaskId::of("aim");
  static constexpr uint32_t record_bytes = 16;
  EntityId at;
  float count = 7;
};
struct alignas(8) Slow {
  static constexpr TaskId id = TaskId::of("slow");
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
  std::vector<Entity> walkers, aimers;
  const Dispatched done = dispatch(
      w.population, w.commands, [&](const Started<game::Walk>& walk) { walkers.push_back(walk.agent); },
      [&](const Started<game::Aim>& aim) {
        aimers.push_back(aim.agent);
        CHECK(aim.parameters.count == 7);
        CHECK(aim.parameters.at == kNobody);
      });
  CHECK(done);
  CHECK(walkers == std::vector{w.population.agent_of(0)});
  CHECK(aimers == std::vector{w.population.agent_of(aiming)});
  CHECK(w.population.act_counters().completed == 0);
}

TEST_CASE("a handler that returns an ending reports it") {
  BodyWorld w(walks_and_aims());
  w.want(w.spawn(), 0);
  w.step();
  const Token token = w.commands.starts[0].token;
  CHECK(dispatch(w.population, w.commands, [](const Started<game::Walk>&) { return Ending::completed; }));
  CHECK(w.population.report(token, Ending::completed).code == StatusCode::already_reported);
  w.step();
  CHECK(w.population.act_counters().completed == 1);
}

TEST_CASE("a start that no handler takes is failed and counted") {
  BodyWorld w(walks_and_aims());
  for (int i = 0; i < 3; ++i) w.want(w.spawn(), 0);
  w.step();
  CHECK(dispatch(w.population, w.commands, [](const Started<game::Aim>&) {}).unhandled == 3);
  w.step();
  CHECK(w.population.act_counters().failed == 3);
  CHECK(dispatch(w.population, Commands()));
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
  CHECK(handle());
  w.column<EntityId>("target")[slot] = w.population.agent_of(slot);
  w.step();
  CHECK(handle());
  CHECK(at == w.population.agent_of(slot));
  w.want(slot, 0);
  w.step();
  CHECK(handle());
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
  CHECK(dispatch(w.population, w.commands, start_slowly, end));
  CHECK(g_slow == 1);
  w.want(slot, 0);
  w.step();
  CHECK(dispatch(w.population, w.commands, end));
}

TEST_CASE("an end that waits for a report and that no handler takes is reported and counted: no lane hangs") {
  BodyWorld w(walks_and_aims());
  const uint32_t slot = w.spawn();
  w.want(slot, 2);
  w.step();
  const Token token = w.commands.starts[0].token;
  CHECK(dispatch(w.population, w.commands, start_slowly));
  w.want(slot, 0);
  w.step();
  const Dispatched done = dispatch(w.population, w.commands, [](const Started<game::Walk>&) {});
  CHECK(done.unhandled == 1);
  CHECK(done.refused == 0);
  CHECK(w.population.report(token, Ending::completed).code == StatusCode::token_stale);
  w.want(slot, 2);
  w.step();
  CHECK(w.commands.starts_of(game::Slow::id).size() == 1);
}

TEST_CASE("the commands of another population are refused, and no handler sees them") {
  BodyWorld w(walks_and_aims());
  Population others;
  REQUIRE(w.world.add_population(w.asset, AgentId::of("doer"), {.capacity = 2}, others));
  for (int i = 0; i < 3; ++i) w.want(w.spawn(), 0);
  w.step();
  const Dispatched done = dispatch(others, w.commands, [](const Started<game::Walk>&) { FAIL("is called"); });
  CHECK_FALSE(done);
  CHECK(done.refused == 3);
  CHECK(done.unhandled == 0);
  CHECK(done.status.code == StatusCode::token_unknown);
  CHECK(dispatch(w.population, w.commands, [](const Started<game::Walk>&) {}));
}

TEST_CASE("a report that the handler made already is refused and told") {
  BodyWorld w(walks_and_aims());
  w.want(w.spawn(), 0);
  w.step();
  const Dispatched done = dispatch(w.population, w.commands, [&](const Started<game::Walk>& walk) {
    REQUIRE(w.population.report(walk.token, Ending::completed));
    return Ending::completed;
  });
  CHECK(done.refused == 1);
  CHECK(done.status.code == StatusCode::already_reported);
}

TEST_CASE("dispatching allocates nothing") {
  BodyWorld w(walks_and_aims());
  for (int i = 0; i < 8; ++i) w.want(w.spawn(), static_cast<uint32_t>(i % 2));
  w.step();
  const uint64_t before = Allocations::made();
  uint32_t count = 0;
  const Dispatched done = dispatch(w.population, w.commands, [&](const Started<game::Walk>&) {
    ++count;
    return Ending::completed;
  });
  CHECK(Allocations::made() == before);
  CHECK(done.unhandled == 4);
  CHECK(count == 4);
}

}  // namespace
}  // namespace ishi::testing::dispatch_test
