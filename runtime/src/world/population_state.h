#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "asset/asset_state.h"
#include "bodies/acting.h"
#include "claims/claims.h"
#include "columns/column_set.h"
#include "ishi/population.h"
#include "levels/levels.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "moments/moments.h"
#include "navigation/walks.h"
#include "program/binding.h"
#include "program/packs.h"
#include "program/schedule.h"
#include "rhythm/rhythm.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "states/states.h"
#include "steering/steering.h"
#include "world/jobs.h"
#include "world/world_state.h"

// What the World owns for each Population.

namespace ishi {

// What a population counts; a part of its arena.
struct PopulationHeader {
  uint32_t living;
  uint32_t events_seen;  // bytes of the world's events that were handled
  uint32_t pending_ends;
  uint32_t pending_events;
  uint32_t first_free;  // all slots below it are taken
  uint32_t reserved[11];
};

struct Population::State {
  World::State* world = nullptr;
  const Asset::State* asset = nullptr;
  const blob::Agent* agent = nullptr;
  PopulationOptions options;  // with which it was made
  uint32_t index = 0;         // in the world
  uint32_t capacity = 0;

  // The state: see memory/arena.h. Columns by slot, but for that of the header.
  Arena arena;
  ColumnSet columns;  // of both arenas
  PopulationHeader* header = nullptr;
  uint64_t* living = nullptr;  // a bit a slot
  EntityId* self = nullptr;
  uint32_t* team = nullptr;
  uint32_t* profile = nullptr;
  uint16_t* option = nullptr;
  uint32_t* draws = nullptr;  // how often each agent has drawn; null if nothing does
  AgentBytes agent_bytes;     // summed up while the columns are planned
  // Keys of teams and the world, and fields, that this population was the first to bring into the world.
  Arena shared_arena;

  Selection selection;
  Array<uint32_t> things;  // the world's numbers of the asset's kinds
  Array<Variable> keys;    // of the asset, all of them
  Array<Variable> fields;
  Array<uint32_t> brought_fields;  // those that lie in this population's shared arena
  Array<curves::Curve> curves;
  Binding binding;
  Schedule schedule;
  // The same, but that scores which cannot win for any agent of a chunk are not computed to their end.
  // Whether that saves more than it takes is tried in a chunk now and then; what is decided does not depend
  // on it.
  Schedule pruned;
  std::atomic<uint32_t> chunks{0};
  std::atomic<bool> pruning_pays{false};
  Packs packs;

  Rhythm rhythm;
  Acting acting;
  Sets sets;
  Levels levels;
  Moments moments;
  States states;
  Steering steering;
  Claims claims;
  Senses senses;
  Walks walks;
  bool thought_draws = false;  // whether the program does

  // Of a thought. It lasts until what its agents claim is granted, which may be after end_think.
  Jobs jobs;
  [[nodiscard]] bool in_thought() const {
    return jobs.is_open() || claims.has_thought || senses.jobs.is_open();
  }
  [[nodiscard]] bool acts_or_moves() const { return acting.jobs.is_open() || steering.jobs.is_open(); }
  [[nodiscard]] const Jobs& jobs_of(const SenseBatch&) const { return senses.jobs; }
  [[nodiscard]] const Jobs& jobs_of(const Batch&) const { return jobs; }
  [[nodiscard]] const Jobs& jobs_of(const Round&) const { return acting.jobs; }
  [[nodiscard]] const Jobs& jobs_of(const MoveBatch&) const { return steering.jobs; }
  uint64_t thought_in = 0;  // the world's frame_serial
  Array<float> shared_values;

  // Makes a variable as the blob describes it, without columns. The kinds of things must be numbered.
  void describe(Variable& variable, const blob::Variable& source) const;
  [[nodiscard]] std::span<const blob::Operation> program() const { return asset->program(agent->program()); }
  [[nodiscard]] bool lives(uint32_t slot) const {
    return slot < capacity && (living[slot / 64] >> (slot % 64) & 1) != 0;
  }
  // What it reads is this world's from now on.
  void enter(World::State& entered);
  // The agent's own, which counts unless its state has another one.
  void set_profile(uint32_t slot, uint32_t own);
  // Calls `visit` with each slot where somebody lives, rising.
  template <typename Visitor>
  void for_each_living(Visitor&& visit) const {
    for (uint32_t begin = 0; begin < capacity; begin += 64) {
      for (uint64_t left = living[begin / 64]; left != 0; left &= left - 1)
        visit(begin + static_cast<uint32_t>(std::countr_zero(left)));
    }
  }
  // Declares what lies in no arena, when it is there. False if there is no memory.
  [[nodiscard]] bool declare_outside();
  // What vacant rows hold at this time.
  [[nodiscard]] Moment moment() const;
  // Brings a slot to what it holds while nobody lives there.
  void reset(uint32_t slot);
  // Whether what was read can be the state of a population of the world; linear in it.
  [[nodiscard]] bool is_sound() const;
  [[nodiscard]] size_t scratch_size() const;
};

}  // namespace ishi
