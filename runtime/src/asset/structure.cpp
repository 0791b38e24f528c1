#include "asset/structure.h"

#include "built_features.h"

namespace ishi {
namespace {

constexpr size_t kLength = sizeof(uint32_t);  // how many elements follow

}  // namespace

size_t Structure::follow(size_t at) const {
  if (!holds(at, sizeof(uint32_t))) return 0;
  const auto offset = number<uint32_t>(at);
  return offset != 0 && offset <= INT32_MAX && fits(at + offset, 1) ? at + offset : 0;
}

bool Structure::is_table(size_t at) const {
  if (!holds(at, sizeof(int32_t))) return false;
  const size_t vtable = at - static_cast<size_t>(ptrdiff_t{number<int32_t>(at)});
  if (!holds(vtable, sizeof(uint16_t))) return false;
  const auto size = number<uint16_t>(vtable);
  return size % 2 == 0 && fits(vtable, size);
}

size_t Structure::field(size_t table, uint16_t in_vtable) const {
  const size_t vtable = table - static_cast<size_t>(ptrdiff_t{number<int32_t>(table)});
  if (in_vtable >= number<uint16_t>(vtable)) return 0;
  const auto offset = number<uint16_t>(vtable + in_vtable);
  return offset == 0 ? 0 : table + offset;
}

bool Structure::is_vector(size_t at, size_t width) const {
  if (!holds(at, kLength)) return false;
  const auto count = number<uint32_t>(at);
  return count < FLATBUFFERS_MAX_BUFFER_SIZE / width && fits(at, kLength + width * count);
}

bool Structure::are_strings(size_t vector) const {
  const auto count = number<uint32_t>(vector);
  for (size_t i = 0; i < count; ++i) {
    const size_t offset = vector + kLength + i * sizeof(uint32_t);
    const size_t string = offset + number<uint32_t>(offset);
    if (!is_vector(string, 1)) return false;
    const size_t end = string + kLength + number<uint32_t>(string);
    if (!fits(end, 1) || bytes_[end] != 0) return false;
  }
  return true;
}

bool Structure::read(size_t table, std::span<const BlobField> fields, Tables& tables) const {
  if (!is_table(table)) return false;
  for (const BlobField& one : fields) {
    const size_t at = field(table, one.in_blob);
    if (at != 0 && !read(at, one, tables)) return false;
  }
  return true;
}

bool Structure::read(size_t at, const BlobField& field, Tables& tables) const {
  if (field.kind == BlobField::Kind::scalar) return holds(at, field.width);
  const size_t target = follow(at);
  if (target == 0) return false;
  if (field.kind == BlobField::Kind::debug) {
    tables.debug.present = is_built(Feature::names);
    return read(target, debug_fields(), tables);
  }
  const bool are_names = field.kind == BlobField::Kind::names;
  if (!is_vector(target, field.width) || (are_names && !are_strings(target))) return false;
  if (field.use == BlobField::Use::people && !is_built(Feature::names)) return true;
  const uint8_t* const begin = bytes_.data() + target;
  if (are_names) {
    tables.debug.names = reinterpret_cast<const NameVector*>(begin);
  } else {
    field.set(tables, {begin + kLength, number<uint32_t>(target)});
  }
  return true;
}

}  // namespace ishi
