#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include "ishi/ishi.h"

// What the benchmarks share: blobs, and a world with agents of one kind.

namespace ishi::benchmarks {

inline void require(Status status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", describe(status.code));
  std::exit(1);
}

inline std::vector<uint8_t> read_blob(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return {text.begin(), text.end()};
}

// Seconds for each of `count`: an inverted rate, which the library prints with its unit
// (`per_decision=28.9ns`).
inline void report(::benchmark::State& state, const char* name, uint64_t count) {
  using ::benchmark::Counter;
  state.counters[name] = Counter(static_cast<double>(count), Counter::kIsRate | Counter::kInvert);
}

// What this thread has worked, whatever else the machine does; asking costs some hundred nanoseconds.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Those of a population who are due think. How many did.
inline uint32_t think(Population& population, Scratch& scratch) {
  Batch batch;
  require(population.begin_think(batch));
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.think(batch, job, scratch));
  require(population.end_think(batch));
  return batch.size();
}

// One round.
inline void act(Population& population, Scratch& scratch, Commands& commands) {
  Round round;
  require(population.begin_act(round));
  for (uint32_t job = 0; job < round.jobs(); ++job) require(population.act(round, job, scratch));
  require(population.end_act(round, commands));
}

inline std::span<const Move> move(Population& population, Scratch& scratch) {
  MoveBatch batch;
  std::span<const Move> moves;
  require(population.begin_move(batch));
  for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.move(batch, job, scratch));
  require(population.end_move(batch, moves));
  return moves;
}

// How near something is, as the curve `close` of collectors and scavengers has it.
inline float nearness(Vector3 a, Vector3 b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  const float d = std::sqrt(x * x + y * y + z * z);
  return d < 10 ? 1 - 0.03F * d : d < 40 ? 0.7F - (d - 10) * (0.7F / 30) : 0;
}

// A world with one full population.
struct Agents {
  Agents(const char* blob, const char* agent, uint32_t count, uint32_t others = 1,
         const Kernels& kernels = {}) {
    require(Asset::load(read_blob(blob), asset));
    require(World::create({.entities = count + others, .kernels = kernels}, world));
    require(world.add_population(asset, AgentId::of(agent), {.capacity = count}, population));
    require(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < count; ++i) {
      Entity id;
      require(population.spawn({}, id));
      uint32_t slot = 0;
      require(population.slot_of(id, slot));
      slots.push_back(slot);
    }
  }

  void begin_frame() {
    require(world.begin_frame({frame, frame * 16'667}));
    ++frame;
  }
  void end_frame() { require(world.end_frame()); }

  uint32_t think() { return benchmarks::think(population, scratch); }
  const Commands& act() {
    benchmarks::act(population, scratch, commands);
    return commands;
  }
  // A frame of nothing but thinking. How many thought.
  uint32_t decide() {
    begin_frame();
    const uint32_t thoughts = think();
    end_frame();
    return thoughts;
  }

  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  std::vector<uint32_t> slots;
  Commands commands;
  uint64_t frame = 0;
};

}  // namespace ishi::benchmarks
