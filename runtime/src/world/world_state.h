#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "blackboard/variable.h"
#include "claims/claims.h"
#include "columns/column_set.h"
#include "ishi/world.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "navigation/grid_state.h"
#include "world/entities.h"
#include "world/sounds.h"

// What a World owns.

namespace ishi {

struct Machine;

struct World::State {
  WorldOptions options;
  WorldCell* cell = nullptr;         // in the registry
  uint32_t number = 0;               // what handles hold
  uint32_t made = 0;                 // which world of this process it is
  const Machine* machine = nullptr;  // whose loops its populations use
  Arena arena;
  ColumnSet columns;  // of its arena
  WorldHeader* header = nullptr;
  Entities entities;
  std::byte* events = nullptr;  // see world/events.h
  float time_seconds = 0;       // the header's time
  ContractFault contract_fault;
  ClaimTable claims;
  Sounds sounds;
  std::unique_ptr<GridState> grid;  // null: the game made none

  Array<Population::State*> populations;  // in the order in which they were added
  uint32_t things = 0;                    // kinds of things that their assets name together

  // Of the frame; not part of the state that is hashed.
  bool in_frame = false;
  uint32_t thinking = 0;      // populations between begin_think and end_think
  uint32_t acting = 0;        // populations between begin_act and end_act
  uint32_t sensing = 0;       // populations between begin_sense and end_sense
  uint32_t moving = 0;        // populations between begin_move and end_move
  uint64_t frame_serial = 0;  // counts begin_frame
  uint64_t batch_serial = 0;  // counts the phases of all populations that began
  uint64_t reloads = 0;       // counts those that were committed

  State() = default;
  ~State();

  // The handle of what is stored as an id.
  [[nodiscard]] Entity handle_of(EntityId id) const { return id == kNobody ? kNobody : Entity{id, number}; }
  // Checks that a handle is of this world and of a living entity. Errors: foreign_handle, stale_handle.
  [[nodiscard]] Status check(const Entity& entity) const {
    if (entity != kNobody && entity.world != number) return {StatusCode::foreign_handle, entity.index};
    return entities.is_alive(entity) ? Status{} : Status{StatusCode::stale_handle, 0};
  }

  // Whether a population is at something.
  [[nodiscard]] bool is_busy() const { return thinking > 0 || acting > 0 || moving > 0 || sensing > 0; }
  // Brings `time_seconds` to the header's time. In the promised floating-point environment.
  void follow_time();
  // The world's number of a kind of thing; kAnyThing if no asset so far has it.
  [[nodiscard]] uint32_t find_thing(uint64_t id) const;
  // Brings an entity's fields to their defaults.
  void reset_fields(uint32_t row);
};

// Takes entities that are gone out of all sets of candidates. Linear in all members.
void withdraw_gone_entities(World::State& world);

}  // namespace ishi
