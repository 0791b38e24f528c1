#pragma once

#include <cstdint>
#include <span>

#include "asset/limits.h"
#include "blackboard/entity_view.h"
#include "blackboard/member_ids.h"
#include "blackboard/variable.h"
#include "ishi/types.h"

// One set: up to `capacity` members of each owner, without gaps. The owners are the agents of a population by
// slot, the teams, or one, the world. Facts stand in the order in which they were first noticed, candidates
// in that in which the game gave them. Member i of an owner lies in row i * stride + owner of every column,
// so that the i-th members of neighbours are neighbours. Rows where no member is hold defaults.

namespace ishi {

// A time of the world with a sign; the end of the range is never reached.
[[nodiscard]] inline int64_t signed_time(uint64_t microseconds) {
  constexpr uint64_t kMost = uint64_t{1} << 62;
  return static_cast<int64_t>(microseconds < kMost ? microseconds : kMost);
}

// Which facts of a memory a sense has in sight that asks the game: by row of the memory.
struct SightColumns {
  static constexpr uint8_t kMostTurns = 0xff;

  // 0: not in sight; else one more than the sensings in a row in which others were asked for in its place.
  uint8_t* turns = nullptr;
  float* seconds = nullptr;  // time for which sensing was postponed, which the next answer covers, too
  const SightColumns* next = nullptr;  // columns of the next sense that fills the same memory
};

struct SetTable {
  static constexpr uint64_t kForever = ~uint64_t{0};

  bool is_memory = false;
  bool has_entities = true;  // else each member has a handle of its own in place of one
  Scope scope = Scope::agent;
  uint32_t capacity = 0;
  uint32_t stride = 0;               // at least the number of owners
  uint32_t first_field = 0;          // of a memory, of the asset's fields: those of its thing
  uint32_t thing_fields = 0;         // how many of `fields` are noticed; its own follow
  uint64_t forget_after = kForever;  // microseconds
  uint64_t agent_bytes = 0;          // of what lies here for one agent
  std::span<uint32_t> things;        // the world's numbers of the kinds that it is of; none: any
  std::span<Variable> fields;
  uint8_t* count = nullptr;    // by owner
  uint32_t* serial = nullptr;  // by owner, if members are no entities: the last handle's
  MemberIds entity;
  // For memories.
  float* position[3] = {};
  int64_t* first_seen = nullptr;  // microseconds of the world's time; before its beginning below 0
  int64_t* last_seen = nullptr;
  // Of a memory that has it: how aware the agent is, 0 to 1, what was lost when that was rounded, and how
  // many levels have been told of.
  float* awareness = nullptr;
  float* awareness_rest = nullptr;
  uint8_t* told = nullptr;
  const SightColumns* sights = nullptr;  // of a memory that senses fill which ask the game

  [[nodiscard]] uint32_t row(uint32_t owner, uint32_t member) const { return member * stride + owner; }
  // Whose members an agent knows.
  [[nodiscard]] uint32_t owner_of(uint32_t slot, uint32_t team) const {
    return scope == Scope::agent ? slot : scope == Scope::team ? team : 0;
  }

  // The packed ids of the members of this number of several agents' sets; `contiguous`: their slots follow
  // each other.
  void load_packed(uint32_t member, const uint32_t* slots, const uint32_t* team, uint32_t agents,
                   bool contiguous, uint32_t* __restrict ids) const {
    const uint32_t* const from = entity.packed + row(0, member);
    if (scope == Scope::agent && contiguous) {
      for (size_t i = 0, first = slots[0]; i < agents; ++i) ids[i] = from[first + i];
    } else {
      for (uint32_t i = 0; i < agents; ++i) ids[i] = from[owner_of(slots[i], team[slots[i]])];
    }
  }

  // Its members are entities of a world.
  void bind(const EntityView& entities) {
    if (!is_memory && has_entities) entity.bind(entities);
  }

  // True if there is a member with this number, which a program computed.
  [[nodiscard]] bool has(uint32_t owner, float member) const {
    return member >= 0.0f && member < static_cast<float>(count[owner]);
  }
  // Which member this entity or handle is; kNotFound if none is. Linear in the members.
  [[nodiscard]] uint32_t find(uint32_t owner, EntityId wanted) const {
    for (uint32_t i = 0; i < count[owner]; ++i) {
      if (entity.is(row(owner, i), wanted)) return i;
    }
    return kNotFound;
  }
  // True if an entity that is alive may be a member.
  [[nodiscard]] bool takes(EntityId id, const EntityView& entities) const {
    if (things.empty()) return true;
    for (const uint32_t thing : things) {
      if (entities.row_of(id, thing) != 0) return true;
    }
    return false;
  }

  // What programs read of a fact.
  [[nodiscard]] float place(size_t at, uint32_t axis) const { return held_component(position[axis][at], 0); }
  [[nodiscard]] float age(size_t at, uint64_t now) const {
    const int64_t since = signed_time(now) - last_seen[at];
    const double seconds = static_cast<double>(since > 0 ? since : 0) / 1e6;
    return static_cast<float>(seconds < limits::kLongAgo ? seconds : limits::kLongAgo);
  }
  [[nodiscard]] static float seconds(int64_t microseconds) {
    return static_cast<float>(static_cast<double>(microseconds) / 1e6);
  }

  void swap_rows(uint32_t a, uint32_t b) const;
  // Makes row `to` what row `from` is, and a row that of no member.
  void move_row(uint32_t to, uint32_t from) const;
  void clear_row(uint32_t row) const;
  // Takes one member out; those behind it move up.
  void remove(uint32_t owner, uint32_t member) const;
};

}  // namespace ishi
