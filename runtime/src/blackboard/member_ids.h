#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "blackboard/entity_view.h"
#include "ishi/types.h"

// The members of sets, by row. A memory keeps whole ids, since a fact may outlive its entity for long.
// Candidates take 32 bits each. For an entity they hold its row, and in the bits that a row of this world
// leaves free the last bits of its generation. A candidate that is gone leaves its set before the row has
// been used so often that the same bits come again (`must_leave`). For a member that is no entity they hold
// the number of its handle.

namespace ishi {

struct MemberIds {
  EntityId* whole = nullptr;   // of a memory
  uint32_t* packed = nullptr;  // for candidates
  uint32_t row_bits = 0;       // 0 if members are no entities
  uint32_t rows = 1;
  const uint32_t* generation = &kNoGeneration;

  // The bits that a row of a world with so many takes.
  [[nodiscard]] static uint32_t bits_of(uint32_t rows) {
    return static_cast<uint32_t>(std::bit_width(rows | 1u));
  }
  // Of candidates that are entities.
  void bind(const EntityView& entities) {
    row_bits = bits_of(entities.rows);
    rows = entities.rows;
    generation = entities.generation;
  }
  // True if this generation of a row of such a world is one at which candidates that are gone have to leave.
  [[nodiscard]] static bool must_leave(uint32_t generation, uint32_t rows) {
    return generation != 1 && (generation & ~0u >> (bits_of(rows) + 1)) == 1;
  }

  [[nodiscard]] EntityId operator[](size_t at) const {
    return packed == nullptr ? whole[at] : unpack(packed[at]);
  }
  [[nodiscard]] bool is(size_t at, EntityId id) const {
    if (packed == nullptr) return whole[at] == id;
    return packed[at] == pack(id) && unpack(packed[at]) == id;
  }
  // The row of a member that is an entity and alive; else 0.
  [[nodiscard]] uint32_t row_of(size_t at, const EntityView& entities) const {
    if (packed == nullptr) return entities.row_of(whole[at], kAnyThing);
    const uint32_t row = packed[at] & ~(~0u << row_bits);
    const uint32_t now = row < rows ? generation[row] : 0;
    const uint32_t difference = (now ^ packed[at] >> row_bits) & ~0u >> row_bits;
    return (now & 1) != 0 && difference == 0 ? row : 0;
  }
  void set(size_t at, EntityId id) const {
    if (packed == nullptr)
      whole[at] = id;
    else
      packed[at] = pack(id);
  }
  void copy(size_t to, size_t from) const {
    if (packed == nullptr)
      whole[to] = whole[from];
    else
      packed[to] = packed[from];
  }

  [[nodiscard]] uint32_t pack(EntityId id) const { return pack(id, row_bits); }
  [[nodiscard]] static uint32_t pack(EntityId id, uint32_t row_bits) {
    return id.generation << row_bits | id.index;
  }

 private:
  static constexpr uint32_t kNoGeneration = 0;

  // The latest generation of its row, up to now, with these last bits.
  [[nodiscard]] EntityId unpack(uint32_t id) const {
    const uint32_t kept = ~0u >> row_bits;
    const uint32_t row = id & ~(~0u << row_bits);
    if (row >= rows) return {};
    const uint32_t now = generation[row];
    return {row, now - ((now - (id >> row_bits)) & kept)};
  }
};

}  // namespace ishi
