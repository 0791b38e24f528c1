#pragma once

#include <cstring>
#include <span>

#include "bytes.h"
#include "game_columns.h"
#include "memory/array.h"
#include "memory/room.h"

// Copies of the columns that a game may write, as they were when the runtime read them last: what differs has
// been written by the game since.

namespace ishi::record {

[[nodiscard]] constexpr uint32_t bit_of(ColumnKind kind) {
  return uint32_t{1} << static_cast<uint32_t>(kind);
}
inline constexpr uint32_t kOwn = bit_of(ColumnKind::own), kPlaces = bit_of(ColumnKind::place),
                          kShared = bit_of(ColumnKind::shared), kFields = bit_of(ColumnKind::field),
                          kBlocked = bit_of(ColumnKind::blocked);

struct ShadowedColumn : GameColumn {
  [[nodiscard]] bool is_of(uint32_t kinds) const { return (bit_of(kind) & kinds) != 0; }

  std::byte* shadow = nullptr;
  // Of a field: the rows from the first to behind the last thing that has it, since the last save.
  uint32_t first = 0, end = 0;
  bool is_sensed = true;   // senses read it
  bool is_steered = true;  // steerings do
  bool is_written = true;  // bodies write it
};

// Where found changes go: runs of rows, as recordings have them, collected in a small memory of its own.
class RunSink {
 public:
  // Takes runs that have come together.
  virtual void take(std::span<const std::byte> runs) = 0;

  void add(uint32_t column, uint32_t row, uint32_t rows, const std::byte* values, uint32_t width);
  void flush();

 protected:
  RunSink() = default;
  ~RunSink() = default;

 private:
  static constexpr size_t kBytes = 8192;
  static constexpr size_t kMostHead = 15;  // most bytes of three encoded numbers

  std::byte memory_[kBytes];
  size_t size_ = 0;
};

class ColumnShadows {
 public:
  // Lists the columns of a population or a world, and copies them. False if there is no memory.
  template <typename State>
  [[nodiscard]] bool make(const State& state) {
    Array<ShadowedColumn> columns;
    size_t bytes = 0;
    bool has_room = true;
    for_each_column(state, [&](const GameColumn& column) {
      has_room = has_room && columns.reserve_more(1);
      if (!has_room) return;
      ShadowedColumn shadowed;
      static_cast<GameColumn&>(shadowed) = column;
      columns.append(shadowed);
      bytes += aligned(size_t{column.width} * column.rows);
    });
    if (!has_room || !memory_.allocate(bytes)) return false;
    columns_ = std::move(columns);
    bytes_ = bytes;
    std::byte* at = memory_.data();
    for (ShadowedColumn& column : columns_) {
      column.shadow = at;
      at += aligned(size_t{column.width} * column.rows);
    }
    take_over();
    return true;
  }

  [[nodiscard]] std::span<const ShadowedColumn> columns() const { return columns_; }
  [[nodiscard]] size_t bytes() const { return bytes_; }

  // Gives what has changed in some columns to the sink, and takes it over: all rows, those of a list, or one.
  // Of the kinds in `kinds`, a bit each.
  void compare(uint32_t kinds, RunSink& sink) const;
  // As `compare`, but of fields only where things are that have them, since nothing reads other rows of
  // these; and only those that some of `parts` read, a bit each: `readers` has the same bits by column.
  // Without any all are compared.
  void compare_owned(uint32_t kinds, std::span<const uint8_t> readers, uint32_t parts, RunSink& sink) const;
  void compare_rows(std::span<const uint32_t> rows, recording::Part part, RunSink& sink) const;
  void compare_row(uint32_t kinds, uint32_t row, RunSink& sink) const;
  // Takes over what the runtime has written: everything, keys and levels of agents, one row, or all of some
  // kinds.
  void take_over() const;
  // Takes over what the jobs of a part may have written, of rows whose jobs are done.
  void take_over_rows(std::span<const uint32_t> rows, recording::Part part) const;
  void take_over_row(uint32_t kinds, uint32_t row) const;
  void take_over_kinds(uint32_t kinds) const;
  // Says which columns senses read.
  template <typename Predicate>
  void mark_sensed(Predicate&& is_sensed) {
    for (ShadowedColumn& column : columns_) column.is_sensed = is_sensed(column);
  }
  // … steerings do.
  template <typename Predicate>
  void mark_steered(Predicate&& is_steered) {
    for (ShadowedColumn& column : columns_) column.is_steered = is_steered(column);
  }
  // Says which keys bodies write. The recorder takes over these alone. If another one were written all the
  // same, the recording would hold that as a write of the game, which replays to the same values.
  template <typename Predicate>
  void mark_written(Predicate&& is_written) {
    for (ShadowedColumn& column : columns_) column.is_written = is_written(column);
  }
  // A thing of a kind is in a row.
  void place_thing(uint32_t row, uint32_t kind);

 private:
  [[nodiscard]] static size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

  Array<ShadowedColumn> columns_;
  Room<std::byte> memory_;
  size_t bytes_ = 0;
};

}  // namespace ishi::record
