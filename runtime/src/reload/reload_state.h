#pragma once

#include <cstddef>
#include <span>

#include "columns/column.h"
#include "ishi/reload.h"
#include "memory/array.h"
#include "population/world_state.h"
#include "reload/agent_map.h"

// What a Reload holds: the world's populations once more, and what goes from the one to the other.

namespace ishi {

// Bytes that are copied as they are.
struct ColumnCopy {
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  size_t bytes = 0;
};
// Bytes of an enum that are renumbered after they were copied, `fallback` where the member is gone.
struct MemberCopy {
  uint8_t* column = nullptr;
  size_t count = 0;
  const EnumMap* map = nullptr;
  uint8_t fallback = 0;
};

struct BothNames;

// By population of a world, the asset that it was made of.
struct Unchanged {
  std::span<const Asset* const> assets;
};

struct PopulationReload {
  AgentMap map;
  bool keeps_rhythm = true;
  Array<const StateColumn*> beginning;  // of the new population, that the old one does not have, or not so
};

struct Reload::State {
  World::State* world = nullptr;  // for which it was prepared
  uint32_t made = 0;              // World::State::made: another one may lie where it lay
  uint64_t reloads = 0;           // World::State::reloads then
  bool is_committed = false;
  WorldHeader header{};  // of `staged`, until it is the world's
  World::State staged;   // its populations; else as the world is
  Array<PopulationReload> populations;
  Array<ColumnCopy> columns;
  Array<MemberCopy> members;
  Array<uint32_t> things;  // the world's numbers of kinds after it, by those before
  Array<ReloadItem> items;
  ReloadCounts counts;
  Array<Asset> saved_assets;  // of a save that was loaded

  // One that was prepared with what `prepare` takes, or else one that merely says why it was not.
  template <class Next>
  [[nodiscard]] static Status make(World::State& of, Next next, State*& made) {
    Owned<State> state = make_owned<State>();
    if (state == nullptr) return {StatusCode::out_of_memory, 0};
    const Status status = state->prepare(of, next);
    if (!status) {
      Owned<State> why = make_owned<State>();
      if (why != nullptr) why->staged.contract_fault = state->staged.contract_fault;
      state = std::move(why);
    }
    made = state.release();
    return status;
  }

  // Plans everything. In the promised floating-point environment but for contracts.
  [[nodiscard]] Status prepare(World::State& of, std::span<const AssetChange> changes);
  // The same by population: the asset that it takes; null: the one that it has.
  [[nodiscard]] Status prepare(World::State& of, std::span<const Asset* const> next);
  // For a world that already has the game's own assets: checks the contract and reports everything as kept.
  // Counts as committed.
  [[nodiscard]] Status prepare(World::State& of, const Unchanged& unchanged);
  // Cannot fail.
  void commit();

 private:
  [[nodiscard]] Status stage(std::span<const Asset* const> next);
  [[nodiscard]] bool plan_things();
  [[nodiscard]] bool plan_copies();
  [[nodiscard]] bool plan_members(uint32_t population);
  [[nodiscard]] bool list_kept();
  [[nodiscard]] bool sort_items();
  [[nodiscard]] bool list_indexed(uint32_t population, const BothNames& names);
  [[nodiscard]] bool add_item(const ReloadItem& item);
  void transfer_sets(Population::State& population);
  void rename_events();
  void rename_sounds();
  void renumber_things();
  void release_searches();
};

}  // namespace ishi
