#include "bodies/shared_writes.h"

#include <bit>

namespace ishi {
namespace {

float number_of(const SharedWrite& write) { return std::bit_cast<float>(write.bits[0]); }

// What a key of one number holds.
float held_by(const Variable& key, uint32_t row) {
  switch (key.storage) {
    case Storage::integer: return key.integer(row);
    case Storage::byte: return key.byte(row);
    default: return key.number(row);
  }
}

SharedWrite to_write(const Variable& key, const float (&value)[3], const EntityView& entities) {
  if (key.storage == Storage::entity) {
    const EntityId id = entities.id_of(value[0]);
    return {1, {id.index, id.generation, 0}};
  }
  if (key.storage == Storage::vector) {
    return {1,
            {std::bit_cast<uint32_t>(value[0]), std::bit_cast<uint32_t>(value[1]),
             std::bit_cast<uint32_t>(value[2])}};
  }
  return {1, {std::bit_cast<uint32_t>(held(value[0], key.low, key.high, key.fallback[0])), 0, 0}};
}

}  // namespace

void merge_value(SharedWrite& write, const Variable& key, blob::Merge merge, uint32_t row,
                 const float (&value)[3], const EntityView& entities) {
  SharedWrite later = to_write(key, value, entities);
  if (merge == blob::Merge::sum) {
    later.bits[0] = std::bit_cast<uint32_t>(number_of(later) - held_by(key, row));
  }
  merge_write(write, merge, later);
}

void merge_write(SharedWrite& write, blob::Merge merge, const SharedWrite& later) {
  if (later.count == 0) return;
  const uint32_t count = write.count + later.count;
  if (write.count == 0 || merge == blob::Merge::last) {
    write = later;
  } else {
    const float a = number_of(write);
    const float b = number_of(later);
    const float merged = merge == blob::Merge::max   ? (a > b ? a : b)
                         : merge == blob::Merge::min ? (a < b ? a : b)
                                                     : a + b;
    write.bits[0] = std::bit_cast<uint32_t>(merged);
  }
  write.count = count;
}

void apply_write(SharedWrite& write, const Variable& key, blob::Merge merge, uint32_t row) {
  if (write.count == 0) return;
  if (key.storage == Storage::entity) {
    static_cast<EntityId*>(key.columns[0])[row] = {write.bits[0], write.bits[1]};
  } else {
    float value[3];
    for (int i = 0; i < 3; ++i) value[i] = std::bit_cast<float>(write.bits[i]);
    if (merge == blob::Merge::sum) value[0] += held_by(key, row);
    key.write(row, value, EntityView{});
  }
  write = {};
}

}  // namespace ishi
