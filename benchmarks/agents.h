#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
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

// A world with one full population.
struct Agents {
  Agents(const char* blob, const char* agent, uint32_t count, uint32_t others = 1) {
    require(Asset::load(read_blob(blob), asset));
    require(World::create({.entities = count + others}, world));
    require(world.add_population(asset, id_of("agents", agent), {.capacity = count}, population));
    require(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < count; ++i) {
      EntityId id;
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

  // Those who are due think. How many did.
  uint32_t think() {
    Batch batch;
    require(population.begin_think(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.think(batch, job, scratch));
    require(population.end_think(batch));
    return batch.size();
  }

  // One round.
  const Commands& act() {
    Round round;
    require(population.begin_act(round));
    for (uint32_t job = 0; job < round.jobs(); ++job) require(population.act(round, job, scratch));
    require(population.end_act(round, commands));
    return commands;
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
