#include "blob_edits.h"

#include <algorithm>
#include <cstring>

namespace ishi::fuzzing {
namespace {

uint64_t read(const uint8_t* place, size_t size) {
  uint64_t value = 0;
  std::memcpy(&value, place, size);
  return value;
}

void write(uint8_t* place, size_t size, uint64_t value) { std::memcpy(place, &value, size); }

uint32_t read_index(const uint8_t* place) { return static_cast<uint32_t>(read(place, 4)); }

// An element of `target` was put in or taken out at `index`: the range that held its neighbour grows or
// shrinks, and those behind it move.
void move_ranges(BlobModel& model, size_t target, uint32_t index, int32_t change) {
  for (BlobVector& vector : model.vectors()) {
    bool is_found = false;
    for (const RangeLeaf& range : vector.ranges) {
      if (range.target != target) continue;
      for (size_t i = 0; i < vector.count(); ++i) {
        uint8_t* const place = vector.element(i) + range.offset;
        const uint32_t first = read_index(place), count = read_index(place + 4);
        if (!is_found && index >= first && index - first < count) {
          write(place + 4, 4, count + static_cast<uint32_t>(change));
          is_found = true;
        } else if (first > index) {
          write(place, 4, first + static_cast<uint32_t>(change));
        }
      }
    }
  }
}

void change_size(BlobModel& model, size_t which, uint32_t index, bool inserts) {
  BlobVector& vector = model.vectors()[which];
  const auto size = static_cast<std::ptrdiff_t>(vector.element_size);
  const auto place = vector.bytes.begin() + static_cast<std::ptrdiff_t>(index) * size;
  if (inserts) {
    const std::vector<uint8_t> copy(place, place + size);
    vector.bytes.insert(place + size, copy.begin(), copy.end());
  } else {
    vector.bytes.erase(place, place + size);
  }
  move_ranges(model, which, index, inserts ? 1 : -1);
}

void change_number(const BlobEdit& edit, BlobVector& vector, uint8_t* element) {
  const Leaf& leaf = vector.leaves[edit.leaf % vector.leaves.size()];
  uint8_t* const place = element + leaf.offset;
  const uint64_t old = read(place, leaf.size);
  switch (static_cast<EditKind>(edit.kind % kEditKinds)) {
    case EditKind::set: write(place, leaf.size, edit.value); break;
    case EditKind::add: write(place, leaf.size, old + edit.value); break;
    case EditKind::flip: write(place, leaf.size, old ^ (uint64_t{1} << edit.value % (leaf.size * 8))); break;
    default: {
      const uint8_t* const other = vector.element(edit.value % vector.count());
      write(place, leaf.size, read(other + leaf.offset, leaf.size));
      break;
    }
  }
}

void change_name(const BlobEdit& edit, BlobModel& model) {
  if (model.names().empty()) return;
  std::string& name = model.names()[edit.element % model.names().size()];
  if (edit.leaf % 3 == 0)
    name.resize(name.size() / 2);
  else if (edit.leaf % 3 == 1)
    name = model.names()[edit.value % model.names().size()];
  else
    name += static_cast<char>(edit.value);
}

}  // namespace

void apply(const BlobEdit& edit, BlobModel& model) {
  const auto kind = static_cast<EditKind>(edit.kind % kEditKinds);
  if (kind == EditKind::drop_debug) return model.drop_debug();
  if (kind == EditKind::rename) return change_name(edit, model);
  if (kind == EditKind::set_scalar) {
    model.scalars()[edit.element % model.scalars().size()] = edit.value;
    return;
  }
  const size_t which = edit.vector % model.vectors().size();
  BlobVector& vector = model.vectors()[which];
  if (vector.count() == 0) {
    // One of zeros may appear.
    if (kind == EditKind::insert) vector.bytes.resize(vector.element_size);
    return;
  }
  const auto index = static_cast<uint32_t>(edit.element % vector.count());
  uint8_t* const element = vector.element(index);
  switch (kind) {
    case EditKind::copy_all:
      std::memmove(element, vector.element(edit.value % vector.count()), vector.element_size);
      break;
    case EditKind::exchange: {
      uint8_t* const other = vector.element(edit.value % vector.count());
      if (other != element) std::swap_ranges(element, element + vector.element_size, other);
      break;
    }
    case EditKind::insert: change_size(model, which, index, true); break;
    case EditKind::erase: change_size(model, which, index, false); break;
    default: change_number(edit, vector, element); break;
  }
}

}  // namespace ishi::fuzzing
