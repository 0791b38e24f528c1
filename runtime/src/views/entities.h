#pragma once

#include <bit>
#include <cstdint>

#include "blackboard/entity_view.h"
#include "columns/column_set.h"
#include "ishi/types.h"
#include "ishi/world.h"

// The entity table: one row for everything that has a place in the world, agents included. Row 0 is
// nobody. Rows of the dead are given out again, the last first; their generation tells old handles from new
// ones.

namespace ishi {

// The world's counters, which are a part of its arena.
struct WorldHeader {
  uint64_t frame;
  uint64_t time_microseconds;
  uint64_t seed;
  uint32_t living;
  uint32_t first_free;   // a dead row, 0: none
  uint32_t never_used;   // the first row that no entity ever had
  uint32_t event_bytes;  // of the events that were posted and not yet forgotten
  uint64_t frames;       // counts begin_frame
  uint32_t has_lost;     // true if an entity has gone since the last frame began
  uint32_t kept;         // entities that the game keeps from agents
};

// True if a facing is not all zeros, denormals included in every floating-point environment.
[[nodiscard]] inline bool is_given(Vector3 facing) {
  const auto is_zero = [](float axis) { return std::bit_cast<uint32_t>(axis) << 1 == 0; };
  return !is_zero(facing.x) || !is_zero(facing.y) || !is_zero(facing.z);
}

struct EntityRecord {
  Vector3 position;
  Vector3 facing;
  uint32_t thing;
  uint64_t user;
  uint64_t identity;  // 0: that of the handle
};

class Entities {
 public:
  // Declares the table's columns.
  void declare(ColumnSet& columns, uint32_t rows);
  // Once they are there; `forward` is the facing of nobody.
  void begin(WorldHeader& header, Vector3 forward);

  [[nodiscard]] bool full() const { return header_->first_free == 0 && header_->never_used == rows_; }
  [[nodiscard]] bool is_alive(EntityId id) const { return view_.row_of(id, kAnyThing) != 0; }
  // There must be room.
  EntityId add(const EntityRecord& record);
  // It must be alive.
  void remove(EntityId id);

  // True if what was read says of the rows that they are given out again, each once, what can be.
  [[nodiscard]] bool are_free_rows_sound() const;

  [[nodiscard]] EntityView view() const { return view_; }
  [[nodiscard]] uint32_t rows() const { return rows_; }

  float* position[3] = {};
  float* facing[3] = {};
  uint64_t* user = nullptr;
  uint64_t* identity = nullptr;
  uint32_t* thing = nullptr;
  uint32_t* population = nullptr;  // 1 + the population of an agent, else 0
  uint32_t* slot = nullptr;        // of an agent
  uint8_t* kept = nullptr;         // true if the game keeps it from agents

 private:
  uint32_t rows_ = 0;
  WorldHeader* header_ = nullptr;
  uint32_t* generation_ = nullptr;
  uint32_t* next_free_ = nullptr;
  EntityView view_;
};

}  // namespace ishi
