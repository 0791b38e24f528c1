#pragma once

#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "compiler/crowd.h"
#include "ishi/record/recorder.h"

// A game of ants that is recorded, and takes the bytes itself.

namespace ishi::record {

inline constexpr const char* kAnt = R"(ishi: 1
blackboard: { food: { type: number, range: 0..1 }, found: { type: integer, range: 0..100000 } }
tasks: { dig: {}, rest: {} }
actions:
  dig: { score: food, do: [dig, set: { found: found + 1 }] }
  rest: { score: 0.5, do: rest }
agents: { ant: { actions: [dig, rest] } }
)";

struct RecordedAnts {
  compiler::Crowd crowd;
  Recorder recorder;
  std::vector<std::byte> bytes;

  explicit RecordedAnts(uint32_t agents, const RecorderOptions& options) : crowd(kAnt, {.agents = agents}) {
    REQUIRE(Recorder::open(crowd.world, options, recorder) == Result::ok);
  }
  // Writes what ants know, and ends what they began.
  void play(uint32_t frames) {
    const Column<float> food = crowd.key<float>("food");
    for (uint32_t i = 0; i < frames; ++i) {
      const auto frame = static_cast<uint32_t>(crowd.world.clock().frame);
      for (uint32_t slot = 0; slot < food.size(); ++slot)
        food[slot] = static_cast<float>((frame * 7 + slot * 3) % 10) / 10;
      crowd.step();
      for (const Start& start : crowd.starts)
        REQUIRE(crowd.population.report(start.token, Ending::completed));
    }
  }
  // Plays longer than a small buffer takes, so that frames are lost, and then some more: the recording has a
  // gap.
  void play_with_gap() {
    play(30'000);
    take();
    play(300);
    take();
  }
  void take() {
    std::array<std::byte, 1000> some;
    for (size_t count = 1; count > 0;) {
      count = recorder.take(some);
      bytes.insert(bytes.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    }
  }
};

}  // namespace ishi::record
