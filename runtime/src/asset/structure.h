#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/tables.h"

// The bytes of a blob that nobody has checked yet. `Structure` checks what FlatBuffers' own verifier checks,
// and refuses the same blobs (tests/runtime/asset/structure_test.cpp); it does so in one loop over the fields
// of a table, where FlatBuffers generates a function for each.

namespace ishi {

class Structure {
 public:
  // Of less than 2 GiB.
  explicit Structure(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  // True if so many bytes lie there, as aligned to the blob's begin as they are many.
  [[nodiscard]] bool holds(size_t at, size_t width) const { return at % width == 0 && fits(at, width); }
  // The place to which the offset that stands somewhere leads; 0 if it leads nowhere.
  [[nodiscard]] size_t follow(size_t at) const;
  // True if a table begins there: then `field` may be asked where a field of it stands, 0 if it has none.
  [[nodiscard]] bool is_table(size_t at) const;
  [[nodiscard]] size_t field(size_t table, uint16_t in_vtable) const;

  template <typename T>
  [[nodiscard]] T number(size_t at) const {
    return flatbuffers::ReadScalar<T>(bytes_.data() + at);
  }

  // Reads the root, which begins there. False if any part of it is not where it must be. A build without
  // names checks them and does not read them.
  [[nodiscard]] bool read(size_t root, Tables& tables) const { return read(root, asset_fields(), tables); }

 private:
  // FlatBuffers, too, refuses as many bytes as there are in all.
  [[nodiscard]] bool fits(size_t at, size_t length) const {
    return length < bytes_.size() && at <= bytes_.size() - length;
  }
  [[nodiscard]] bool is_vector(size_t at, size_t width) const;
  [[nodiscard]] bool are_strings(size_t vector) const;
  [[nodiscard]] bool read(size_t table, std::span<const BlobField> fields, Tables& tables) const;
  [[nodiscard]] bool read(size_t at, const BlobField& field, Tables& tables) const;

  std::span<const uint8_t> bytes_;
};

}  // namespace ishi
