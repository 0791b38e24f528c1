#pragma once

#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "asset/tables.h"
#include "columns/column_tag.h"
#include "ishi/reload.h"
#include "ishi/types.h"

// The declaration of a column of state, which a feature makes once: all work on columns follows it.

namespace ishi {

// The place of a column.
enum class Home : uint8_t {
  own,       // the arena of the set that declares it
  shared,    // of a population: the arena of what it was the first to bring into the world
  snapshot,  // no arena: snapshots hold it, hashes do not
  save       // no arena: saves alone hold it
};

// The values that a save may hold in a column. Rules between columns stand with their feature (`is_sound`).
struct Rule {
  enum class Kind : uint8_t { any, living, within, time, at_most };

  Kind kind = Kind::any;
  float low = 0, high = 0;
  uint64_t most = 0;

  // A bit stands only where somebody lives.
  [[nodiscard]] static constexpr Rule living() { return {.kind = Kind::living}; }
  [[nodiscard]] static constexpr Rule within(float low, float high) {
    return {.kind = Kind::within, .low = low, .high = high};
  }
  [[nodiscard]] static constexpr Rule finite() { return within(-FLT_MAX, FLT_MAX); }
  // So that differences between two of them fit.
  [[nodiscard]] static constexpr Rule time() { return {.kind = Kind::time}; }
  [[nodiscard]] static constexpr Rule at_most(uint64_t most) { return {.kind = Kind::at_most, .most = most}; }
};

// The kind of part that a value is an index of: the index of a save must exist, and a reload renumbers it.
enum class IndexOf : uint8_t { nothing, profile, option, state, steering };

struct Index {
  IndexOf of = IndexOf::nothing;
  uint32_t count = 0;    // how many there are
  uint32_t none = 0;     // stands for none of them
  uint32_t first = 0;    // stands for the one with index 0
  uint32_t if_gone = 0;  // takes the place of one that a reload takes away
};

// Of a column of profiles: one that is gone becomes the agent's usual one.
[[nodiscard]] inline Index profile_index(const Tables& tables, const blob::Agent& agent) {
  return {IndexOf::profile, static_cast<uint32_t>(tables.profiles.size()), kNoProfile, 0, agent.profile()};
}

// The content of a row while nobody lives in its slot: a constant, the time, or the number of the last sound.
enum class Vacant : uint8_t { value, now, last_sound };

// A part of a shape: an id, and a number that must be the same.
struct ShapePart {
  uint64_t id = 0;
  uint64_t number = 0;
};

struct ColumnInfo {
  ColumnTag tag = ColumnTag::header;
  uint64_t id = 0;      // of what it is; 0: of the population or the world itself
  uint64_t within = 0;  // of a member's field: the set
  uint16_t part = 0;    // an axis
  Home home = Home::own;
  Rule rule{};
  Index index{};

  // The values mean the same only in a column of the same shape: of a key its type, else `shape` or
  // `shape_parts`; of what only the very same bodies can read, that these are.
  const blob::Variable* variable = nullptr;
  uint32_t shape = 0;
  std::span<const ShapePart> shape_parts{};
  bool is_of_bodies = false;

  Vacant vacant = Vacant::value;
  bool outlives_agents = false;        // a slot keeps it when its agent goes, or its feature resets it
  bool begins_now = false;             // a reload that brings it sets it to its time
  uint32_t first_row = 0;              // the rows before it are the same in every world
  uint16_t since = 1;                  // the first version of saves that has it
  std::optional<ReloadPart> report{};  // as which a reload lists it
  uint64_t* bytes = nullptr;           // counts what one agent takes
};

// Describes a column: `About(ColumnTag::level).id(motive).bytes(bytes)`. A declaration compiles to stores of
// what it says, and of nothing else.
class About : public ColumnInfo {
 public:
  explicit About(ColumnTag tag);

#define ISHI_SAYS(Type, name)                     \
  [[gnu::always_inline]] About& name(Type said) { \
    ColumnInfo::name = said;                      \
    return *this;                                 \
  }
  ISHI_SAYS(uint64_t, id)
  ISHI_SAYS(uint64_t, within)
  ISHI_SAYS(uint16_t, part)
  ISHI_SAYS(Home, home)
  ISHI_SAYS(const Rule&, rule)
  ISHI_SAYS(const Index&, index)
  ISHI_SAYS(const blob::Variable*, variable)
  ISHI_SAYS(uint32_t, shape)
  ISHI_SAYS(std::span<const ShapePart>, shape_parts)
  ISHI_SAYS(Vacant, vacant)
  ISHI_SAYS(uint32_t, first_row)
  ISHI_SAYS(uint16_t, since)
  ISHI_SAYS(ReloadPart, report)
  ISHI_SAYS(uint64_t*, bytes)
#undef ISHI_SAYS
  [[gnu::always_inline]] About& is_of_bodies(bool said = true) {
    ColumnInfo::is_of_bodies = said;
    return *this;
  }
  [[gnu::always_inline]] About& outlives_agents(bool said = true) {
    ColumnInfo::outlives_agents = said;
    return *this;
  }
  [[gnu::always_inline]] About& begins_now(bool said = true) {
    ColumnInfo::begins_now = said;
    return *this;
  }
};

// A column in memory.
struct StateColumn : ColumnInfo {
  static constexpr size_t kValueBytes = 16;

  std::byte* data = nullptr;
  size_t width = 0;  // bytes of a value
  size_t count = 0;  // of values
  // The first bytes of a value that was never written; its other bytes are zero.
  std::byte first_value[kValueBytes] = {};
  void* pointer = nullptr;  // a T*, through which its feature reads the column
  size_t offset = 0;        // in its arena
  bool is_whole = false;    // true if it consists of parts, each of which is a column too

  [[nodiscard]] bool is_in_arena() const { return home == Home::own || home == Home::shared; }
};

// Identifies a column across assets and versions of the runtime, so that a save or reload can copy its
// values. Two columns correspond if their tag, part and id are equal (the id as it was before renames).
// Values are copied if shape and width are equal too, as many as the smaller of the two counts.
struct NamedColumn {
  uint64_t id = 0;
  const StateColumn* of = nullptr;
  uint32_t shape = 0;
};

}  // namespace ishi
