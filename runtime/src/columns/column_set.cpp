#include "columns/column_set.h"

#include <algorithm>
#include <utility>

namespace ishi {
namespace {

// Values are as wide as numbers and ids are: copies of a known size are single moves.
void copy_value(std::byte* to, const std::byte* value, size_t width) {
  switch (width) {
    case 1: std::memcpy(to, value, 1); return;
    case 2: std::memcpy(to, value, 2); return;
    case 4: std::memcpy(to, value, 4); return;
    case 8: std::memcpy(to, value, 8); return;
    default: break;
  }
  constexpr size_t kMost = StateColumn::kValueBytes;
  std::memcpy(to, value, std::min(width, kMost));
  if (width > kMost) std::memset(to + kMost, 0, width - kMost);
}

// The number that such a column holds.
uint64_t number_of(Vacant vacant, const Moment& moment) {
  return vacant == Vacant::now ? moment.now : moment.last_sound;
}

}  // namespace

About::About(ColumnTag tag) : ColumnInfo{.tag = tag} {}

void ColumnSet::append(void* pointer, size_t width, uint64_t count, const ColumnInfo& info, const void* first,
                       size_t bytes) {
  constexpr size_t kUsual = 32;  // initial capacity, enough for small sets
  has_room_ = has_room_ && columns_.reserve_more(columns_.size() == 0 ? kUsual : 1);
  if (!has_room_) return;
  StateColumn column;
  static_cast<ColumnInfo&>(column) = info;
  column.width = width;
  column.count = static_cast<size_t>(count);
  column.pointer = pointer;
  if (bytes > 0) std::memcpy(column.first_value, first, std::min(bytes, StateColumn::kValueBytes));
  if (column.is_in_arena())
    column.offset = (info.home == Home::own ? own_ : shared_).add(width, count).offset;
  columns_.append(column);
}

// A column with parts has no values besides theirs.
void ColumnSet::begin_parts() {
  if (!has_room_) return;
  part_offset_ = last().offset;
  last().is_whole = true;
  last().count = 0;
}

void ColumnSet::append_part(uint64_t count, const ColumnInfo& info) {
  has_room_ = has_room_ && columns_.reserve_more(1);
  if (!has_room_) return;
  StateColumn column;
  static_cast<ColumnInfo&>(column) = info;
  column.width = last().width;
  column.count = static_cast<size_t>(count);
  column.offset = part_offset_;
  part_offset_ += column.width * column.count;
  columns_.append(column);
}

void ColumnSet::append_reset(Reset reset) {
  has_room_ = has_room_ && resets_.reserve_more(1);
  if (!has_room_) return;
  const StateColumn& column = last();
  reset.column = static_cast<uint32_t>(columns_.size() - 1);
  reset.width = static_cast<uint32_t>(column.width);
  reset.vacant = column.vacant;
  std::copy(std::begin(column.first_value), std::end(column.first_value), reset.value);
  resets_.append(reset);
}

void ColumnSet::add_variable(Variable& variable, uint64_t rows, const ColumnInfo& info, bool by_slot) {
  ColumnInfo axis = info;
  for (uint32_t i = 0; i < variable.column_count(); ++i, ++axis.part) {
    const float fallback = variable.fallback[i];
    const auto integer = static_cast<int32_t>(variable.storage == Storage::integer ? fallback : 0);
    const auto byte = static_cast<uint8_t>(variable.storage == Storage::byte ? fallback : 0);
    const EntityId nobody;
    const void* const first = variable.storage == Storage::integer  ? static_cast<const void*>(&integer)
                              : variable.storage == Storage::byte   ? &byte
                              : variable.storage == Storage::entity ? static_cast<const void*>(&nobody)
                                                                    : &fallback;
    const uint32_t width = width_of(variable.storage);
    append(&variable.columns[i], width, rows, axis, first, width);
    if (info.bytes != nullptr) *info.bytes += width;
    if (by_slot) append_reset({});
  }
}

bool ColumnSet::allocate(Arena& own, Arena* shared, FirstValues values, const Moment& moment) {
  if (!has_room_ || !own.allocate(own_)) return false;
  if (shared != nullptr && !shared->allocate(shared_)) return false;
  for (StateColumn& column : columns_) {
    if (!column.is_in_arena()) continue;
    Arena& arena = column.home == Home::own ? own : *shared;
    column.data = arena.at<std::byte>({column.offset});
    if (column.pointer != nullptr)  // all pointers to values are alike
      std::memcpy(column.pointer, &column.data, sizeof column.data);
    column.pointer = nullptr;
    if (values == FirstValues::defaults) fill(column, moment);
  }
  for (Reset& reset : resets_) reset.data = columns_[reset.column].data;
  return true;
}

void ColumnSet::fill(const StateColumn& column, const Moment& moment) const {
  std::byte value[StateColumn::kValueBytes];
  std::copy(std::begin(column.first_value), std::end(column.first_value), value);
  if (column.vacant != Vacant::value) {
    const uint64_t number = number_of(column.vacant, moment);
    std::memcpy(value, &number, sizeof number);
  }
  const bool is_zero =
      std::all_of(value, value + sizeof value, [](std::byte byte) { return byte == std::byte{0}; });
  if (is_zero) return;  // as memory is
  if (column.width == 1) {
    std::memset(column.data, std::to_integer<int>(value[0]), column.count);
    return;
  }
  for (size_t i = 0; i < column.count; ++i)
    std::memcpy(column.data + i * column.width, value, std::min(column.width, sizeof value));
}

void ColumnSet::reset(uint32_t slot, const Moment& moment) const {
  for (const Reset& reset : resets_) {
    if (reset.is_bit) {
      uint64_t word = 0;
      std::byte* const at = reset.data + slot / 64 * sizeof word;
      std::memcpy(&word, at, sizeof word);
      word &= ~(uint64_t{1} << (slot % 64));
      std::memcpy(at, &word, sizeof word);
    } else if (reset.vacant != Vacant::value) {
      const uint64_t number = number_of(reset.vacant, moment);
      std::memcpy(reset.data + size_t{slot} * sizeof number, &number, sizeof number);
    } else {
      for (size_t i = 0; i < reset.each; ++i)
        copy_value(reset.data + (i * rows_ + slot) * reset.width, reset.value, reset.width);
    }
  }
}

}  // namespace ishi
