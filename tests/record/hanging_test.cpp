#include <catch2/catch.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "bodies/acting.h"
#include "ishi/record/replay.h"
#include "population/population_state.h"
#include "record/recorded_ants.h"
#include "recording/difference_text.h"

// Replays report an agent that nothing will ever wake. The runtime leaves none, so one is made here, behind
// the last frame: at the end of each frame builds with assertions look for it themselves.

namespace ishi::record::hanging_test {
namespace {

// Three ants whose tasks never end.
std::vector<std::byte> recording() {
  RecordedAnts game(3, {.hash_frames = 1'000});
  for (int i = 0; i < 40; ++i) game.crowd.step();
  REQUIRE(game.recorder.finish() == Result::ok);
  game.take();
  return std::move(game.bytes);
}

// As a report would leave the agent in a slot that wakes nobody.
void hang(Replay& replay, uint32_t slot) {
  const Population::State& ants = *replay.world().population(0).state();
  ants.acting.lane(slot, 0).store(LaneWord::pack(ants.acting.header(slot).serial, LaneStatus::completed));
}

}  // namespace

TEST_CASE("a replay says that an agent hangs, and whose population it is of") {
  const std::vector<std::byte> bytes = recording();
  Replay replay;
  REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
  while (replay.at() != 39) REQUIRE(replay.step() != Step::differs);
  CHECK(compiler::difference_text(replay) == "nothing");
  hang(replay, 1);
  REQUIRE(replay.step() == Step::differs);
  CHECK(replay.difference().kind == Difference::Kind::hangs);
  CHECK(replay.difference().population == 0);
  CHECK(replay.difference().frame == replay.world().clock().frame);
  CHECK(compiler::difference_text(replay) ==
        "an agent of population 0 (ant) hangs: nothing will end what it does");
}

}  // namespace ishi::record::hanging_test
