#include "play_on.h"
#include "runtime/phases.h"

#include <catch2/catch.hpp>
#include <random>

namespace ishi::testing {
namespace {

void decide(Population& p, Scratch& scratch) {
  SenseBatch senses;
  std::span<const OcclusionQuery> queries;
  if (p.begin_sense({}, senses)) {
    for (uint32_t job = 0; job < senses.jobs(); ++job) REQUIRE(p.sense(senses, job, scratch));
    REQUIRE(p.end_sense(senses, queries));
  }
  phases::think(p, scratch);
}

void act(Population& p, Scratch& scratch, std::mt19937& random) {
  while (p.wants_act()) {
    const Commands commands = phases::act(p, scratch);
    for (const Start& start : commands.starts) {
      if (random() % 2 == 0) REQUIRE(p.report(start.token, Ending::completed));
    }
  }
}

void move(Population& p, Scratch& scratch) {
  MoveBatch moves;
  std::span<const Move> made;
  if (!p.begin_move({}, moves)) return;
  for (uint32_t job = 0; job < moves.jobs(); ++job) REQUIRE(p.move(moves, job, scratch));
  REQUIRE(p.end_move(moves, made));
}

}  // namespace

void play_on(World& world, std::span<Population> populations, uint32_t frames, uint32_t seed) {
  std::mt19937 random(seed);
  Scratch scratch;
  REQUIRE(Scratch::create(world, scratch));
  Clock clock = world.clock();
  for (uint32_t frame = 0; frame < frames; ++frame) {
    ++clock.frame;
    clock.time_microseconds += 50'000;
    if (!world.begin_frame(clock)) return;
    for (Population& p : populations) {
      if (p.valid()) decide(p, scratch);
    }
    for (Population& p : populations) {
      if (p.valid()) act(p, scratch, random);
    }
    if (!world.cells().empty()) REQUIRE(world.find_paths());
    for (Population& p : populations) {
      if (p.valid()) move(p, scratch);
    }
    REQUIRE(world.end_frame());
  }
}

}  // namespace ishi::testing
