#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

#include "ishi/ishi.h"

// What the benchmarks share: the guard's blob, and a world of its guards in random situations.

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

struct Situation {
  float hp = 100;
  int32_t ammo = 12;
  bool has_threat = false;
};

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

// Guards in random situations.
struct Guards : Agents {
  explicit Guards(uint32_t count) : Agents(ISHI_GUARD_BLOB, "guard", count), situations(count) {
    EntityId thug;
    require(world.spawn_entity({.thing = id_of("things", "person")}, thug));
    const auto hp = population.column<float>(id_of("blackboard", "hp"));
    const auto ammo = population.column<int32_t>(id_of("blackboard", "ammo"));
    const auto threat = population.column<EntityId>(id_of("blackboard", "threat"));
    std::mt19937 random(1);
    for (uint32_t i = 0; i < count; ++i) {
      Situation& s = situations[i];
      s.hp = static_cast<float>(random() % 101);
      s.ammo = static_cast<int32_t>(random() % 13);
      s.has_threat = random() % 4 != 0;
      hp[slots[i]] = s.hp;
      ammo[slots[i]] = s.ammo;
      threat[slots[i]] = s.has_threat ? thug : kNobody;
    }
  }

  std::vector<Situation> situations;
};

}  // namespace ishi::benchmarks
