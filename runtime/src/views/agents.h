#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "columns/column_set.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "memory/array.h"
#include "program/binding.h"
#include "program/packs.h"
#include "program/schedule.h"
#include "views/surroundings.h"

// A population as features see it: the columns that all share, the description of its agents in the asset,
// and the other features, each visible to files that include its header.

namespace ishi {

struct Acting;
struct Claims;
struct Levels;
struct Moments;
struct Rhythm;
struct Senses;
struct Sets;
struct States;
struct Steering;
struct Walks;

// The counts of a population; a part of its arena.
struct PopulationHeader {
  uint32_t living;
  uint32_t events_seen;  // bytes of the world's events that were handled
  uint32_t pending_ends;
  uint32_t pending_events;
  uint32_t first_free;  // all slots below it are taken
  uint32_t reserved[11];
};

struct FeatureViews {
  Rhythm& rhythm;
  Acting& acting;
  Sets& sets;
  Levels& levels;
  Moments& moments;
  States& states;
  Steering& steering;
  Claims& claims;
  Senses& senses;
  Walks& walks;
};

struct Agents : FeatureViews {
  explicit Agents(const FeatureViews& features) : FeatureViews(features) {}

  Surroundings* around = nullptr;
  const Asset::State* asset = nullptr;
  const blob::Agent* agent = nullptr;
  uint32_t index = 0;  // in the world
  uint32_t capacity = 0;

  // Of the state, by slot, but for the header.
  ColumnSet columns;  // of all features
  PopulationHeader* header = nullptr;
  uint64_t* living = nullptr;  // a bit a slot
  EntityId* self = nullptr;
  uint32_t* team = nullptr;
  uint32_t* profile = nullptr;
  uint16_t* option = nullptr;
  uint32_t* draws = nullptr;  // how often each agent has drawn; null if nothing does
  AgentBytes agent_bytes;     // summed up while the columns are declared

  // From the asset.
  Selection selection;
  Array<uint32_t> things;  // the world's numbers of the asset's kinds
  Array<Variable> keys;    // of the asset, all of them
  Array<Variable> fields;
  Array<curves::Curve> curves;
  Binding binding;
  Schedule schedule;
  Array<float> shared_values;  // that the last thought computed for all agents

  [[nodiscard]] std::span<const blob::Operation> program() const { return asset->program(agent->program()); }
  [[nodiscard]] bool lives(uint32_t slot) const {
    return slot < capacity && (living[slot / 64] >> (slot % 64) & 1) != 0;
  }
  // Calls `visit` with each slot where somebody lives, rising.
  template <typename Visitor>
  void for_each_living(Visitor&& visit) const {
    for (uint32_t begin = 0; begin < capacity; begin += 64) {
      for (uint64_t left = living[begin / 64]; left != 0; left &= left - 1)
        visit(begin + static_cast<uint32_t>(std::countr_zero(left)));
    }
  }
  // Makes a variable as the blob describes it, without columns. The kinds of things must be numbered.
  void describe(Variable& variable, const blob::Variable& source) const;
};

}  // namespace ishi
