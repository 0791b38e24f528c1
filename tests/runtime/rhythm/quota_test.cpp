#include <algorithm>
#include <random>
#include <vector>

#include "rhythm/overdue.h"
#include "runtime/allocations.h"
#include "runtime/score_world.h"

// A quota of thoughts: who goes first, who waits, and that everybody has a turn.

namespace ishi::testing::quota_test {
namespace {

TEST_CASE("of a quota the lowest slots think first, and who was put off comes first next time") {
  const uint32_t interval = GENERATE(1u, 2u);
  ScoreWorld w({.options = 1, .think_every_frames = interval, .capacity = 6});
  for (int i = 0; i < 6; ++i) w.spawn();
  if (interval == 2) {  // all are due in the third frame, if none thought so far
    REQUIRE(w.world.begin_frame({}));
    REQUIRE(w.world.end_frame());
    REQUIRE(w.world.begin_frame({}));
    REQUIRE(w.world.end_frame());
  }
  CHECK(w.think(2048, 2) == std::vector<uint32_t>{0, 1});
  CHECK(w.population.think_counters().put_off == 4);
  CHECK(w.think(2048, 2) == std::vector<uint32_t>{2, 3});
  CHECK(w.think(2048, 3)[0] == (interval == 1 ? 0u : 0u));
}

TEST_CASE("with a quota that is always too small everybody has a turn, again and again") {
  const bool computed = GENERATE(true, false);
  ScoreWorld w({.options = 1, .think_every_frames = 3, .computes_interval = computed, .capacity = 100});
  for (int i = 0; i < 100; ++i) w.spawn();
  std::vector<int> last(100, 0);
  for (int frame = 1; frame < 300; ++frame) {
    const auto rows = w.think(2048, 7);
    CHECK(rows.size() == 7);
    CHECK(std::is_sorted(rows.begin(), rows.end()));
    for (const uint32_t slot : rows) {
      CHECK(frame - last[slot] <= 16);  // 100 / 7, rounded up, and one
      last[slot] = frame;
    }
  }
}

TEST_CASE("the most overdue go first") {
  ScoreWorld w({.options = 1, .think_every_frames = 1, .capacity = 200});
  for (int i = 0; i < 200; ++i) w.spawn();
  std::mt19937 random(3);
  std::vector<int> last(200, -1);
  for (int frame = 0; frame < 400; ++frame) {
    const uint32_t quota = 1 + random() % 30;
    const auto rows = w.think(2048, quota);
    REQUIRE(rows.size() == quota);
    for (uint32_t slot = 0; slot < 200; ++slot) {
      if (std::binary_search(rows.begin(), rows.end(), slot)) continue;
      for (const uint32_t other : rows) {
        // Who waits has thought after all who think, or at the same time and in a higher slot.
        REQUIRE((last[slot] > last[other] || (last[slot] == last[other] && slot > other)));
      }
    }
    const int oldest = *std::min_element(last.begin(), last.end());
    for (const uint32_t slot : rows) last[slot] = frame;
    if (oldest >= 0 && frame > 0) {
      const int waits = *std::min_element(last.begin(), last.end());
      CHECK(w.population.think_counters().overdue_frames == static_cast<uint64_t>(frame - waits - 1));
    }
  }
}

TEST_CASE("when there is room again nobody is put off any more, and thoughts are spread") {
  ScoreWorld w({.options = 1, .think_every_frames = 10, .capacity = 1000});
  for (int i = 0; i < 1000; ++i) w.spawn();
  for (int i = 0; i < 100; ++i) (void)w.think(2048, 50);
  CHECK(w.population.think_counters().put_off > 0);
  CHECK(w.population.think_counters().overdue_frames > 0);
  for (int i = 0; i < 100; ++i) (void)w.think();
  CHECK(w.population.think_counters().put_off == 0);
  CHECK(w.population.think_counters().overdue_frames == 0);
  for (int i = 0; i < 20; ++i) CHECK(w.think().size() == 100);
}

TEST_CASE("a batch with a quota asks for no memory") {
  ScoreWorld w(
      {.options = 1, .think_every_microseconds = 100'000, .computes_interval = true, .capacity = 500});
  for (int i = 0; i < 500; ++i) w.spawn();
  (void)w.think();
  REQUIRE(w.world.begin_frame({w.frame, w.time + 1'000'000}));
  Batch batch;
  const uint64_t before = Allocations::made();
  const Status status = w.population.begin_think({.quota = 20}, batch);
  CHECK(Allocations::made() == before);
  REQUIRE(status);
  CHECK(batch.size() == 20);
}

TEST_CASE("the cut keeps as many of the most overdue as there is room for") {
  std::mt19937_64 random(9);
  for (int round = 0; round < 2000; ++round) {
    const auto count = static_cast<uint32_t>(2 + random() % 60);
    const uint32_t bits = random() % 64;
    std::vector<uint64_t> ages(count);
    std::vector<uint32_t> slots(count);
    for (uint32_t i = 0; i < count; ++i) {
      slots[i] = i;
      ages[i] = random() >> bits;
      if (random() % 2 == 0) ages[i] %= 3;
    }
    const auto room = static_cast<uint32_t>(1 + random() % (count - 1));
    const OverdueCut cut = cut_overdue(slots, room, [&](uint32_t slot) { return ages[slot]; });
    std::vector<uint64_t> sorted = ages;
    std::sort(sorted.rbegin(), sorted.rend());
    REQUIRE(cut.age == sorted[room - 1]);
    REQUIRE(cut.equal + static_cast<uint32_t>(std::count_if(ages.begin(), ages.end(),
                                                            [&](uint64_t age) { return age > cut.age; })) ==
            room);
  }
}

}  // namespace
}  // namespace ishi::testing::quota_test
