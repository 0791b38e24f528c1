#include "shadows.h"

#include <algorithm>

namespace ishi::record {
namespace {

// Columns are as wide as a byte, a number or a handle.
template <typename Visitor>
void with_width(uint32_t width, Visitor&& visit) {
  switch (width) {
    case 1: visit(uint8_t{}); break;
    case 4: visit(uint32_t{}); break;
    default: visit(uint64_t{}); break;
  }
}

template <typename Word>
bool is_equal(const ShadowedColumn& column, size_t row) {
  Word now, before;
  std::memcpy(&now, column.data + row * sizeof(Word), sizeof now);
  std::memcpy(&before, column.shadow + row * sizeof(Word), sizeof before);
  return now == before;
}

// What is written is what the shadow has taken over, even if the game writes meanwhile.
void give(const ShadowedColumn& column, uint32_t index, uint32_t row, uint32_t rows, RunSink& sink) {
  const size_t at = size_t{row} * column.width;
  std::memcpy(column.shadow + at, column.data + at, size_t{rows} * column.width);
  sink.add(index, row, rows, column.shadow + at, column.width);
}

// True if a part of a frame reads a column of agents.
bool is_read(const ShadowedColumn& column, recording::Part part) {
  if (column.kind == ColumnKind::blocked) return part == recording::Part::move;
  return part != recording::Part::sense || column.is_sensed;
}

// True if the jobs of a part may write a column of agents: sensing and moving write none, thinking levels.
bool may_write(recording::Part part, const ShadowedColumn& column) {
  switch (part) {
    case recording::Part::sense:
    case recording::Part::move: return false;
    case recording::Part::think: return column.key == kNotFound;
    case recording::Part::act: break;
  }
  return column.is_written;
}

template <typename Word>
void compare_range(const ShadowedColumn& column, uint32_t index, uint32_t first, uint32_t end,
                   RunSink& sink) {
  for (uint32_t row = first; row < end; ++row) {
    if (is_equal<Word>(column, row)) continue;
    const uint32_t begin = row++;
    while (row < end && !is_equal<Word>(column, row)) ++row;
    give(column, index, begin, row - begin, sink);
  }
}

// Most blocks of a column have not changed, and memory is compared as fast as it is read.
void compare_blocks(const ShadowedColumn& column, uint32_t index, uint32_t from, uint32_t to, RunSink& sink) {
  constexpr uint32_t kBlockBytes = 1024;
  const uint32_t block = kBlockBytes / column.width;
  for (uint32_t first = from; first < to; first += block) {
    const uint32_t end = std::min(first + block, to);
    const size_t at = size_t{first} * column.width;
    if (std::memcmp(column.data + at, column.shadow + at, size_t{end - first} * column.width) == 0) continue;
    with_width(column.width,
               [&](auto word) { compare_range<decltype(word)>(column, index, first, end, sink); });
  }
}

bool all_follow(std::span<const uint32_t> rows) { return rows.back() - rows.front() == rows.size() - 1; }

}  // namespace

void RunSink::add(uint32_t column, uint32_t row, uint32_t rows, const std::byte* values, uint32_t width) {
  while (rows > 0) {
    if (runs_.size() + kMostHead + width > kBytes) flush();
    const auto room = static_cast<uint32_t>((kBytes - runs_.size() - kMostHead) / width);
    const uint32_t count = std::min(rows, room);
    runs_.append_number(column);
    runs_.append_number(row);
    runs_.append_number(count);
    runs_.append(values, size_t{count} * width);
    values += size_t{count} * width;
    row += count;
    rows -= count;
  }
}

void RunSink::flush() {
  if (runs_.size() > 0) take(runs_.bytes());
  runs_.clear();
}

void ColumnShadows::compare(uint32_t kinds, RunSink& sink) const {
  for (uint32_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].is_of(kinds)) compare_blocks(columns_[i], i, 0, columns_[i].rows, sink);
  }
}

void ColumnShadows::compare_owned(uint32_t kinds, RunSink& sink) const {
  for (uint32_t i = 0; i < columns_.size(); ++i) {
    const ShadowedColumn& column = columns_[i];
    if (!column.is_of(kinds)) continue;
    const bool is_field = column.kind == ColumnKind::field;
    compare_blocks(column, i, is_field ? column.first : 0, is_field ? column.end : column.rows, sink);
  }
}

void ColumnShadows::place_thing(uint32_t row, uint32_t kind) {
  for (ShadowedColumn& column : columns_) {
    if (column.kind != ColumnKind::field || column.owner != kind) continue;
    if (column.first == column.end) column.first = column.end = row;
    column.first = std::min(column.first, row);
    column.end = std::max(column.end, row + 1);
  }
}

void ColumnShadows::compare_rows(std::span<const uint32_t> rows, recording::Part part, RunSink& sink) const {
  if (rows.empty()) return;
  // Rows of a job rise, and no other job has one between them: where few are missing, all are compared.
  constexpr size_t kDense = 4;
  const bool is_dense = rows.back() - rows.front() < kDense * rows.size();
  for (uint32_t i = 0; i < columns_.size(); ++i) {
    const ShadowedColumn& column = columns_[i];
    if (!is_read(column, part)) continue;
    if (is_dense) {
      compare_blocks(column, i, rows.front(), rows.back() + 1, sink);
      continue;
    }
    with_width(column.width, [&](auto word) {
      using Word = decltype(word);
      for (size_t k = 0; k < rows.size(); ++k) {
        if (is_equal<Word>(column, rows[k])) continue;
        const size_t begin = k;
        while (k + 1 < rows.size() && rows[k + 1] == rows[k] + 1 && !is_equal<Word>(column, rows[k + 1])) ++k;
        give(column, i, rows[begin], static_cast<uint32_t>(k - begin + 1), sink);
      }
    });
  }
}

void ColumnShadows::compare_row(uint32_t kinds, uint32_t row, RunSink& sink) const {
  for (uint32_t i = 0; i < columns_.size(); ++i) {
    const ShadowedColumn& column = columns_[i];
    if (!column.is_of(kinds) || row >= column.rows) continue;
    with_width(column.width,
               [&](auto word) { compare_range<decltype(word)>(column, i, row, row + 1, sink); });
  }
}

void ColumnShadows::take_over() const {
  for (const ShadowedColumn& column : columns_)
    std::memcpy(column.shadow, column.data, size_t{column.width} * column.rows);
}

void ColumnShadows::take_over_rows(std::span<const uint32_t> rows, recording::Part part) const {
  if (rows.empty()) return;
  const bool is_range = all_follow(rows);
  for (const ShadowedColumn& column : columns_) {
    if (!column.is_of(kOwn) || !may_write(part, column)) continue;
    if (is_range) {
      const size_t at = size_t{rows.front()} * column.width;
      std::memcpy(column.shadow + at, column.data + at, rows.size() * column.width);
      continue;
    }
    with_width(column.width, [&](auto word) {
      for (const uint32_t row : rows) {
        const size_t at = size_t{row} * sizeof word;
        std::memcpy(column.shadow + at, column.data + at, sizeof word);
      }
    });
  }
}

void ColumnShadows::take_over_row(uint32_t kinds, uint32_t row) const {
  for (const ShadowedColumn& column : columns_) {
    if (!column.is_of(kinds) || row >= column.rows) continue;
    const size_t at = size_t{row} * column.width;
    std::memcpy(column.shadow + at, column.data + at, column.width);
  }
}

void ColumnShadows::take_over_kinds(uint32_t kinds) const {
  for (const ShadowedColumn& column : columns_) {
    if (column.is_of(kinds)) std::memcpy(column.shadow, column.data, size_t{column.width} * column.rows);
  }
}

}  // namespace ishi::record
