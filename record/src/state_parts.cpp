#include "state_parts.h"

#include "memory/hash.h"
#include "program/state_hash.h"

namespace ishi::record {

uint64_t hash_of_world(const World::State& world) {
  StateHash hash(*world.machine);
  hash.add(world.arena.bytes());
  if (world.grid != nullptr) hash.add(world.grid->arena.bytes());
  if (world.sounds.any()) hash.add(world.sounds.bytes());
  return hash.value();
}

uint64_t hash_of_population(const Population::State& population) {
  StateHash hash(*population.world->machine);
  hash.add(population.shared_arena.bytes());
  hash.add(population.arena.bytes());
  return hash.value();
}

namespace {

// The agents of a part, and the option that each of them does.
uint64_t sum_of_agents(const Population::State& p, const Jobs& jobs) {
  constexpr uint64_t kFactor = 0x9e37'79b9'7f4a'7c15;
  uint64_t sum = jobs.rows().size();
  for (const uint32_t slot : jobs.rows()) {
    const uint64_t candidate = p.sets.any() ? p.sets.candidate[slot].index : 0;
    sum = (sum ^ (uint64_t{slot} << 40 | candidate << 16 | p.option[slot])) * kFactor;
    sum ^= sum >> 32;
  }
  return sum;
}

}  // namespace

uint16_t digest_of(const Population::State& p, recording::Part part) {
  uint64_t sum = 0;
  switch (part) {
    case recording::Part::sense: sum = sum_of_agents(p, p.senses.jobs); break;
    case recording::Part::think: sum = sum_of_agents(p, p.jobs); break;
    case recording::Part::act: {
      const ActCounters& all = p.acting.counters;
      sum = sum_of_agents(p, p.acting.jobs);
      for (const uint64_t count : {all.started, all.completed, all.failed, all.aborted})
        sum = hash_word(count, sum);
      break;
    }
    case recording::Part::move: sum = p.steering.jobs.rows().size(); break;
  }
  // A part in which nobody had a turn takes no bytes.
  return sum == 0 ? 0 : static_cast<uint16_t>(hash_word(sum, static_cast<uint64_t>(part)));
}

}  // namespace ishi::record
