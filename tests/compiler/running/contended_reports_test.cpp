#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "compiler/crowd.h"

// Reports of the same tasks from several threads, also while jobs act and abort what is reported. With
// ThreadSanitizer it finds races, too.

namespace ishi::compiler::contended_reports_test {
namespace {

constexpr uint32_t kThreads = 4, kAgents = 48;

// A task that gives a pair back whose halves belong together, and is aborted while `stop` holds.
constexpr const char* kFinder = R"(ishi: 1
blackboard: { first: number, second: number, stop: boolean, found: { type: integer, range: 0..100000 } }
tasks: { find: { gives: { left: { type: number, range: 0..1000 }, right: { type: number, range: 0..1000 } } } }
actions:
  search:
    score: 1
    do: [{ find: {}, as: pair, until: stop }, set: { first: pair.left, second: pair.right, found: found + 1 }]
agents: { ant: { actions: [search] } }
)";

struct alignas(8) Find {
  static constexpr TaskId id = TaskId::of("find");
  static constexpr uint32_t record_bytes = 8;
  float left = 0, right = 0;
};

bool is_refusal(StatusCode code) {
  return code == StatusCode::already_reported || code == StatusCode::token_stale;
}

// Reports every task, each thread with a number of its own, in an order of its own; how many were taken.
uint32_t report_all(Population ants, const std::vector<Start>& starts, uint32_t thread,
                    std::atomic<uint32_t>& others) {
  const auto mine = static_cast<float>(100 + thread);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < starts.size(); ++i) {
    const Start& start = starts[(i * 7 + thread * 11) % starts.size()];
    const Status status = ants.complete(start.token, Find{mine, mine});
    if (status)
      ++taken;
    else if (!is_refusal(status.code))
      ++others;
  }
  return taken;
}

}  // namespace

TEST_CASE("of four threads that complete the same tasks one is taken, with all that it gives") {
  Crowd crowd(kFinder, {.agents = kAgents});
  const Column<float> first = crowd.key<float>("first"), second = crowd.key<float>("second");
  for (int round = 0; round < 40; ++round) {
    for (int frame = 0; frame < 3 && crowd.starts.empty(); ++frame)
      crowd.step();  // they end, and choose anew
    REQUIRE(crowd.starts.size() == kAgents);
    std::atomic<uint32_t> taken = 0, others = 0;
    std::vector<std::thread> threads;
    for (uint32_t t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] { taken += report_all(crowd.population, crowd.starts, t, others); });
    for (std::thread& thread : threads) thread.join();
    REQUIRE(taken == kAgents);
    REQUIRE(others == 0);
    crowd.step();
  }
  for (uint32_t slot = 0; slot < kAgents; ++slot) {
    CHECK(first[slot] >= 100);
    CHECK(first[slot] == second[slot]);
    CHECK(crowd.key<int32_t>("found")[slot] == 40);
  }
}

TEST_CASE("four threads report while jobs act and abort the same tasks, and each task ends once") {
  Crowd crowd(kFinder, {.agents = kAgents, .agents_per_job = 5});
  const Column<uint8_t> stop = crowd.key<uint8_t>("stop");
  const Column<float> first = crowd.key<float>("first"), second = crowd.key<float>("second");
  std::atomic<uint32_t> others = 0;
  uint64_t taken_in_all = 0;
  for (uint32_t frame = 0; frame < 60; ++frame) {
    for (uint32_t slot = 0; slot < kAgents; ++slot) stop[slot] = (slot + frame) % 3 == 0 ? 1 : 0;
    // A quarter of the tasks is never reported, and ends by `stop` alone.
    std::vector<Start> running = crowd.starts;
    std::erase_if(running, [](const Start& start) { return start.token.slot % 4 == 3; });
    std::atomic<uint32_t> taken = 0;
    std::vector<std::thread> threads;
    if (!running.empty()) {
      for (uint32_t t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] { taken += report_all(crowd.population, running, t, others); });
    }
    crowd.step();
    for (std::thread& thread : threads) thread.join();
    taken_in_all += taken;
    for (uint32_t slot = 0; slot < kAgents; ++slot) REQUIRE(first[slot] == second[slot]);
  }
  crowd.step();
  const ActCounters counters = crowd.population.act_counters();
  CHECK(others == 0);
  CHECK(counters.failed == 0);
  CHECK(counters.completed > 0);
  CHECK(counters.aborted > 0);
  CHECK(counters.completed <= taken_in_all);
  CHECK(counters.started <= counters.completed + counters.aborted + kAgents);
}

}  // namespace ishi::compiler::contended_reports_test
