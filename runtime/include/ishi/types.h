#pragma once

#include <cstdint>

#include "ishi/enums.h"

// The plain values that cross the border between a game and the runtime.

namespace ishi {

// A point in metres or a direction.
struct Vector3 {
  float x = 0, y = 0, z = 0;
};

// The point that is no place: the default of a key, parameter or field of type `point` with `default:
// nowhere`, and the value that a game writes there for no place; NaN means the same. It is 1,000,000 m away,
// as nobody is.
inline constexpr Vector3 kNowhere{1e6f, 1e6f, 1e6f};
[[nodiscard]] constexpr bool is_somewhere(const Vector3& point) { return point.x < 1e6f; }

// The id of an entity, as it is stored: in columns, fields, records of tasks and events, facts and saves. It
// is the row in the world's entity table and the generation that the row had when the id was given. Row 0 is
// nobody. The id of an entity that is gone is stale and reads as nobody. It means somebody in its own world
// alone, and does not say which that is.
struct EntityId {
  uint32_t index = 0;
  uint32_t generation = 0;

  friend bool operator==(const EntityId&, const EntityId&) = default;
};

static_assert(sizeof(EntityId) == 8);

// A handle of an entity or agent, or of a member of a set without entities: its id, and the number of its
// world (World::number). Calls give and take handles, so that another world's is recognised; an id that was
// stored becomes one by World::entity. A handle is an id wherever one is stored: `threat[slot] = thug`.
struct Entity : EntityId {
  uint32_t world = 0;  // 0: of none, as nobody

  friend bool operator==(const Entity&, const Entity&) = default;
};

inline constexpr Entity kNobody{};

// No option runs.
inline constexpr uint16_t kNoOption = 0xffff;
// An agent without an importance profile: every weight is 1 and every curve the motive's own.
inline constexpr uint32_t kNoProfile = 0xffff'ffff;
inline constexpr uint32_t kNoState = 0xffff'ffff;
// No entry has this index.
inline constexpr uint32_t kNotFound = 0xffff'ffff;

// The instructions with which many agents decide at once. All give the same bits; only the time differs.
// `best` is the best set that the processor has. `scalar` is portable code, one agent after the other unless
// the compiler vectorises it; a build that assumes a better set (-mavx2, AArch64) lacks it. The others are
// those of x86-64.
enum class InstructionSet : uint8_t { best, scalar, sse4, avx2, avx512 };

// Place of a value of this type in a record of a task's or an event's values, in bytes: 1 for a boolean
// or an enum, 12 for a point or direction, 8 for an entity or thing (an EntityId), else 4.
[[nodiscard]] constexpr uint32_t size_of(ValueType type) {
  switch (type) {
    case ValueType::boolean:
    case ValueType::enumeration: return 1;
    case ValueType::entity:
    case ValueType::thing: return 8;
    case ValueType::point:
    case ValueType::direction: return 12;
    default: return 4;
  }
}

// Its natural alignment in bytes: 1 or 4.
[[nodiscard]] constexpr uint32_t alignment_of(ValueType type) { return size_of(type) == 1 ? 1 : 4; }

// Where a value of this type lies in a record whose earlier values take `size` bytes. A whole record is as
// long as its values, rounded up to a multiple of 8.
[[nodiscard]] constexpr uint32_t place_in_record(uint32_t size, ValueType type) {
  const uint32_t alignment = alignment_of(type);
  return (size + alignment - 1) / alignment * alignment;
}

}  // namespace ishi
