#include "shadows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

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
  switch (part) {
    case recording::Part::sense: return column.is_sensed && column.kind != ColumnKind::blocked;
    case recording::Part::move: return column.is_steered || column.kind == ColumnKind::blocked;
    default: return column.kind != ColumnKind::blocked;
  }
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

constexpr uint32_t kGroup = 64;  // rows that are compared together

// A bit for each row of a whole group that differs.
template <typename Word>
uint64_t differing(const Word (&now)[kGroup], const std::byte* before) {
  constexpr uint64_t kGather = 0x0102'0408'1020'4080;  // the lowest bits of eight bytes become one byte
  uint8_t differs[kGroup];
  for (uint32_t i = 0; i < kGroup; ++i) {
    Word word;
    std::memcpy(&word, before + i * sizeof word, sizeof word);
    differs[i] = now[i] != word ? 1 : 0;
  }
  uint64_t bits = 0;
  for (uint32_t i = 0; i < kGroup; i += 8) {
    uint64_t eight;
    std::memcpy(&eight, differs + i, sizeof eight);
    bits |= (eight * kGather >> 56) << i;
  }
  return bits;
}

// … of fewer rows.
template <typename Word>
uint64_t differing(const Word (&now)[kGroup], const std::byte* before, uint32_t rows) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < rows; ++i) {
    const bool differs = std::memcmp(now + i, before + i * sizeof(Word), sizeof(Word)) != 0;
    bits |= uint64_t{differs} << i;
  }
  return bits;
}

// Reads each row once: what is given is what has been compared, even if the game writes meanwhile.
template <typename Word>
void compare_group(const ShadowedColumn& column, uint32_t index, uint32_t first, uint32_t rows,
                   RunSink& sink) {
  Word now[kGroup];
  const std::byte* const data = column.data + size_t{first} * sizeof(Word);
  std::byte* const shadow = column.shadow + size_t{first} * sizeof(Word);
  uint64_t changed = 0;
  if (rows == kGroup) {  // most are, and copies of a known size are made in place
    std::memcpy(now, data, sizeof now);
    changed = differing(now, shadow);
    if (changed != 0) std::memcpy(shadow, now, sizeof now);
  } else {
    std::memcpy(now, data, rows * sizeof(Word));
    changed = differing(now, shadow, rows);
    std::memcpy(shadow, now, rows * sizeof(Word));
  }
  // The head of a run is as long as a row, so one that is given along costs nothing. Only the game places
  // entities.
  if (column.kind == ColumnKind::place) changed |= changed << 1 & changed >> 1;
  uint32_t row = 0;
  while (changed != 0) {
    const auto skipped = static_cast<uint32_t>(std::countr_zero(changed));
    const auto count = static_cast<uint32_t>(std::countr_one(changed >> skipped));
    sink.add(index, first + row + skipped, count, reinterpret_cast<const std::byte*>(now + row + skipped),
             sizeof(Word));
    row += skipped + count;
    changed = row < kGroup ? changed >> skipped >> count : 0;
  }
}

bool is_same(const ShadowedColumn& column, uint32_t first, uint32_t end) {
  const size_t at = size_t{first} * column.width;
  return std::memcmp(column.data + at, column.shadow + at, size_t{end - first} * column.width) == 0;
}

// Most of a column has not changed, and memory is compared as fast as it is read: large blocks, then the
// small ones of those that differ.
void compare_blocks(const ShadowedColumn& column, uint32_t index, uint32_t from, uint32_t to, RunSink& sink) {
  constexpr uint32_t kLargeBytes = 8192, kSmallBytes = 1024;
  const uint32_t large = kLargeBytes / column.width, small = kSmallBytes / column.width;
  for (uint32_t block = from; block < to; block += large) {
    const uint32_t block_end = std::min(block + large, to);
    if (is_same(column, block, block_end)) continue;
    for (uint32_t first = block; first < block_end; first += small) {
      const uint32_t end = std::min(first + small, block_end);
      if (is_same(column, first, end)) continue;
      with_width(column.width, [&](auto word) {
        for (uint32_t row = first; row < end; row += kGroup)
          compare_group<decltype(word)>(column, index, row, std::min(kGroup, end - row), sink);
      });
    }
  }
}

template <typename Word, size_t kCount>
void copy_rows(const std::array<const ShadowedColumn*, kCount>& columns, std::span<const uint32_t> rows) {
  std::byte* shadow[kCount];
  const std::byte* data[kCount];
  for (size_t i = 0; i < kCount; ++i) shadow[i] = columns[i]->shadow, data[i] = columns[i]->data;
  for (const uint32_t row : rows) {
    for (size_t i = 0; i < kCount; ++i)
      std::memcpy(shadow[i] + size_t{row} * sizeof(Word), data[i] + size_t{row} * sizeof(Word), sizeof(Word));
  }
}

// Columns of numbers, of which scattered rows are copied: a few together, so that the list of rows is read
// less often.
class ColumnsTogether {
 public:
  void add(const ShadowedColumn& column, std::span<const uint32_t> rows) {
    columns_[count_++] = &column;
    if (count_ == columns_.size()) flush(rows);
  }
  void flush(std::span<const uint32_t> rows) {
    const auto& [a, b, c, d] = columns_;
    switch (std::exchange(count_, 0)) {
      case 4: copy_rows<uint32_t, 4>({a, b, c, d}, rows); break;
      case 3: copy_rows<uint32_t, 3>({a, b, c}, rows); break;
      case 2: copy_rows<uint32_t, 2>({a, b}, rows); break;
      case 1: copy_rows<uint32_t, 1>({a}, rows); break;
      default: break;
    }
  }

 private:
  std::array<const ShadowedColumn*, 4> columns_{};
  size_t count_ = 0;
};

bool all_follow(std::span<const uint32_t> rows) { return rows.back() - rows.front() == rows.size() - 1; }

}  // namespace

void RunSink::add(uint32_t column, uint32_t row, uint32_t rows, const std::byte* values, uint32_t width) {
  while (rows > 0) {
    if (size_ + kMostHead + width > kBytes) flush();
    const auto room = static_cast<uint32_t>(kBytes - size_ - kMostHead);
    const uint32_t count = size_t{rows} * width <= room ? rows : room / width;
    const size_t bytes = size_t{count} * width;
    std::byte* at = memory_ + size_;
    for (const uint32_t number : {column, row, count}) at = write_number(at, number);
    if (bytes == sizeof(uint32_t))
      std::memcpy(at, values, sizeof(uint32_t));  // most are one number
    else
      std::memcpy(at, values, bytes);
    size_ = static_cast<size_t>(at - memory_) + bytes;
    values += bytes;
    row += count;
    rows -= count;
  }
}

void RunSink::flush() {
  if (size_ > 0) take(std::span(memory_).first(size_));
  size_ = 0;
}

void ColumnShadows::compare(uint32_t kinds, RunSink& sink) const {
  for (uint32_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].is_of(kinds)) compare_blocks(columns_[i], i, 0, columns_[i].rows, sink);
  }
}

void ColumnShadows::compare_owned(uint32_t kinds, std::span<const uint8_t> readers, uint32_t parts,
                                  RunSink& sink) const {
  for (uint32_t i = 0; i < columns_.size(); ++i) {
    const ShadowedColumn& column = columns_[i];
    const bool is_field = column.kind == ColumnKind::field;
    if (!column.is_of(kinds) || (is_field && !readers.empty() && (readers[i] & parts) == 0)) continue;
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
  constexpr size_t kDense = 8;
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
    with_width(column.width, [&](auto word) {
      if (!is_equal<decltype(word)>(column, row)) give(column, i, row, 1, sink);
    });
  }
}

void ColumnShadows::take_over() const {
  for (const ShadowedColumn& column : columns_)
    std::memcpy(column.shadow, column.data, size_t{column.width} * column.rows);
}

void ColumnShadows::take_over_rows(std::span<const uint32_t> rows, recording::Part part) const {
  if (rows.empty()) return;
  const bool is_range = all_follow(rows);
  ColumnsTogether some;
  for (const ShadowedColumn& column : columns_) {
    if (!column.is_of(kOwn) || !may_write(part, column)) continue;
    if (is_range) {
      const size_t at = size_t{rows.front()} * column.width;
      std::memcpy(column.shadow + at, column.data + at, rows.size() * column.width);
    } else if (column.width == sizeof(uint32_t)) {
      some.add(column, rows);
    } else {
      with_width(column.width, [&](auto word) { copy_rows<decltype(word), 1>({&column}, rows); });
    }
  }
  some.flush(rows);
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
