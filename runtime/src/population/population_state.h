#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

#include "asset/asset_state.h"
#include "bodies/acting.h"
#include "claims/claims.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "levels/levels.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "moments/moments.h"
#include "navigation/walks.h"
#include "population/world_state.h"
#include "program/packs.h"
#include "program/schedule.h"
#include "rhythm/rhythm.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "states/states.h"
#include "steering/steering.h"
#include "views/agents.h"
#include "views/jobs.h"

// What the World owns for each Population.

namespace ishi {

// The state of each feature.
struct Features {
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
};

// The memory of a thought, in a scratch: bytes from its beginning to a choice's contestants, the flags of the
// conditions, the registers, those of pairs, the values of packs and those of a formula; and how many there
// are in all.
struct ThoughtMemory {
  size_t contestants = 0, flags = 0, registers = 0, pairs = 0, packed = 0, values = 0, size = 0;
};

struct Population::State : Agents {
  State()
      : Agents(FeatureViews{own.rhythm, own.acting, own.sets, own.levels, own.moments, own.states,
                            own.steering, own.claims, own.senses, own.walks}) {}

  Features own;
  World::State* world = nullptr;
  PopulationOptions options;  // with which it was made

  Arena arena;  // of its columns
  // Keys of teams and the world, and fields, that this population was the first to bring into the world.
  Arena shared_arena;

  Array<uint32_t> brought_fields;  // those that lie in this population's shared arena
  // The same, but that scores which cannot win for any agent of a chunk are not computed to their end.
  // A chunk now and then tries whether that saves more than it takes (`pruning_pays`); decisions do not
  // depend on it.
  Schedule pruned;
  std::atomic<uint32_t> chunks{0};
  std::atomic<bool> pruning_pays{false};
  KernelUse kernel_use = KernelUse::none;
  Packs packs;
  ThoughtMemory thought_memory;
  size_t scratch_size = 0;  // for any phase of a frame

  bool thought_draws = false;  // true if the program does

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

  // What it reads is this world's from now on.
  void enter(World::State& entered);
  // Tells the kernel where the columns of this population and its world are.
  void bind_kernels();
  // The agent's own profile, used unless its state has another one.
  void set_profile(uint32_t slot, uint32_t own);
  // Declares what lies in no arena, when it is there. False if there is no memory.
  [[nodiscard]] bool declare_outside();
  // The values of vacant rows at this time.
  [[nodiscard]] Moment moment() const;
  // Brings a slot to what it holds while nobody lives there.
  void reset(uint32_t slot);
  // True if what was read can be the state of a population of the world; linear in it.
  [[nodiscard]] bool is_sound() const;
  // Finds what a scratch must have room for, once all else is known.
  void plan_memory();
};

inline Population::State* Populations::own(Agents* agents) { return static_cast<Population::State*>(agents); }

}  // namespace ishi
