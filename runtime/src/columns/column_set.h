#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "blackboard/variable.h"
#include "columns/column.h"
#include "memory/arena.h"
#include "memory/array.h"

// The columns of a state. Features declare theirs one after the other; then memory is allocated for all of
// them, and each feature's pointer leads to its column. All else follows from the same declaration:
// the content of a column at first and while nobody lives in a slot, its place in saves, reloads and
// snapshots, and the values that a save may hold.

namespace ishi {

// The first values of columns.
enum class FirstValues : uint8_t {
  defaults,  // what they hold where nobody lives
  written,   // anything: whoever makes them writes every column before anybody reads it
};

// The values of vacant rows that are no constants.
struct Moment {
  uint64_t now = 0;         // microseconds of the world's time
  uint64_t last_sound = 0;  // the number of the sound that was made last
};

class ColumnSet {
 public:
  // Of slots up to `capacity`, for which columns of rows have `rows` rows.
  explicit ColumnSet(uint32_t capacity = 0, uint32_t rows = 0) : capacity_(capacity), rows_(rows) {}

  // False if there was no memory for what was declared.
  [[nodiscard]] bool has_room() const { return has_room_; }
  [[nodiscard]] uint32_t rows() const { return rows_; }
  [[nodiscard]] uint32_t words() const { return capacity_ / 64 + 1; }

  // A value, or so many, that are no agent's.
  template <typename T>
  void add(T*& column, uint64_t count, const ColumnInfo& info, const std::type_identity_t<T>& first = {}) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&column, sizeof(T), count, info, &first, sizeof(T));
  }
  // A bit for each slot.
  void add_bits(uint64_t*& column, const ColumnInfo& info) {
    append(&column, sizeof(uint64_t), words(), info, nullptr, 0);
    if (!info.outlives_agents) append_reset({.is_bit = true});
  }
  // A value for each slot.
  template <typename T>
  void add_rows(T*& column, const ColumnInfo& info, const std::type_identity_t<T>& vacant = {}) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&column, sizeof(T), rows_, info, &vacant, sizeof(T));
    if (info.bytes != nullptr) *info.bytes += sizeof(T);
    if (!info.outlives_agents) append_reset({});
  }
  // `width` bytes for each slot that begin with a struct, the rest of which are its feature's.
  template <typename T>
  void add_blocks(std::byte*& column, uint32_t width, const ColumnInfo& info, const T& vacant) {
    append(&column, width, rows_, info, &vacant, sizeof(T));
    if (info.bytes != nullptr) *info.bytes += width;
  }
  // The values of a key or field for so many rows, which count as one in `bytes`; `by_slot`: each of an
  // agent.
  void add_variable(Variable& variable, uint64_t rows, const ColumnInfo& info, bool by_slot = false);
  // A column whose parts are each of something else: they follow, one behind the other. `add_part_rows`:
  // place by place, each for all slots.
  template <typename T>
  void add_whole(T*& column, uint64_t count, const ColumnInfo& info = {}) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&column, sizeof(T), count, info, nullptr, 0);
    begin_parts();
  }
  void add_part(uint64_t count, const ColumnInfo& info) { append_part(count, info); }
  void add_part_rows(uint64_t each, const ColumnInfo& info) {
    append_part(each * rows_, info);
    append_reset({.each = static_cast<uint32_t>(each)});
  }
  // A column that lies in no arena.
  template <typename T>
  void add_outside(T* data, uint64_t count, const ColumnInfo& info) {
    append(nullptr, sizeof(T), count, info, nullptr, 0);
    if (has_room_) last().data = reinterpret_cast<std::byte*>(data);
  }

  // Allocates both arenas and lets the pointers lead into them. False if there is no memory, also for what
  // was declared.
  [[nodiscard]] bool allocate(Arena& own, Arena* shared, FirstValues values, const Moment& moment);

  // Lets a slot hold what it does while nobody lives there.
  void reset(uint32_t slot, const Moment& moment) const;

  [[nodiscard]] std::span<const StateColumn> list() const { return columns_; }
  void swap(ColumnSet& other) { std::swap(*this, other); }

 private:
  // A column of which a slot holds something else when its agent goes.
  struct Reset {
    std::byte* data = nullptr;
    uint32_t width = 0, each = 1;
    bool is_bit = false;
    Vacant vacant = Vacant::value;
    std::byte value[StateColumn::kValueBytes] = {};
    uint32_t column = 0;
  };

  void append(void* pointer, size_t width, uint64_t count, const ColumnInfo& info, const void* first,
              size_t bytes);
  void append_reset(Reset reset);
  void begin_parts();
  void append_part(uint64_t count, const ColumnInfo& info);
  [[nodiscard]] StateColumn& last() { return columns_[columns_.size() - 1]; }
  void fill(const StateColumn& column, const Moment& moment) const;

  uint32_t capacity_ = 0, rows_ = 0;
  bool has_room_ = true;
  size_t part_offset_ = 0;  // of the next part
  Array<StateColumn> columns_;
  Array<Reset> resets_;
  ArenaPlan own_, shared_;
};

// True if a column of a state that was read holds what it may. `living`: a bit for each slot, of as many
// words as a column of bits has.
[[nodiscard]] bool is_valid(const StateColumn& column, const uint64_t* living);

}  // namespace ishi
