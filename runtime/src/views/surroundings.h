#pragma once

#include <cstddef>
#include <cstdint>

#include "built_features.h"
#include "ishi/world.h"
#include "memory/allocation.h"
#include "memory/array.h"
#include "views/entities.h"

// A world as features see it: its clock, its entities, and the state that all who live in it share. The types
// that are only declared here are visible to files that include their headers.

namespace ishi {

struct Agents;
struct ClaimTable;
struct GridState;
struct Machine;
class Tape;

// The tape of a world; of a runtime that does not record always null.
class TapePlace {
 public:
  TapePlace& operator=(Tape* tape) { return tape_ = tape, *this; }
  operator Tape*() const { return is_built(Feature::recording) ? tape_ : nullptr; }
  Tape* operator->() const { return *this; }

 private:
  Tape* tape_ = nullptr;
};

struct Surroundings {
  WorldOptions options;
  uint32_t number = 0;               // what handles hold
  const Machine* machine = nullptr;  // whose loops its populations use
  WorldHeader* header = nullptr;     // the clock, and the seed
  Entities entities;
  std::byte* events = nullptr;      // see views/events.h
  ClaimTable& claims;               // who holds what
  Owned<GridState> grid;            // null: the game made none
  const Array<Agents*>& everybody;  // by population, in the order in which they were added

  TapePlace tape;  // who records what the game gives: see tape/tape.h; null: nobody

  // Of the frame; not part of the state that is hashed.
  bool in_frame = false;
  uint64_t frame_serial = 0;  // counts begin_frame

  Surroundings(ClaimTable& claims_of, const Array<Agents*>& all);
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;
  ~Surroundings();

  // The handle of what is stored as an id.
  [[nodiscard]] Entity handle_of(EntityId id) const { return id == kNobody ? kNobody : Entity{id, number}; }
  // Checks that a handle is of this world and of a living entity. Errors: foreign_handle, stale_handle.
  [[nodiscard]] Status check(const Entity& entity) const {
    if (entity != kNobody && entity.world != number) return {StatusCode::foreign_handle, entity.index};
    return entities.is_alive(entity) ? Status{} : Status{StatusCode::stale_handle, 0};
  }
};

}  // namespace ishi
