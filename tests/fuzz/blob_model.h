#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

// A blob taken apart by its format, schemas/asset.fbs, which is read as data: whatever the format has can be
// changed, and what is put together again passes FlatBuffers' verifier.

namespace ishi::fuzzing {

// A number in the elements of a vector: a field of its struct, or of a struct in that, or the element itself.
struct Leaf {
  std::string name;  // "variable.low"
  size_t offset = 0;
  size_t size = 4;
};

// What a range in the elements of a vector counts in: "options" of an agent in the vector `options`.
struct RangeLeaf {
  size_t offset = 0;  // of `first`; `count` follows
  size_t target = 0;  // the vector that it indexes; kNoTarget if the field's name does not tell
};
inline constexpr size_t kNoTarget = ~size_t{0};

struct BlobVector {
  std::string name;
  size_t element_size = 0;
  size_t alignment = 1;
  std::vector<Leaf> leaves;
  std::vector<RangeLeaf> ranges;
  std::vector<uint8_t> bytes;

  [[nodiscard]] size_t count() const { return bytes.size() / element_size; }
  [[nodiscard]] uint8_t* element(size_t index) { return bytes.data() + index * element_size; }
};

class BlobModel {
 public:
  // Of a blob that the compiler has made.
  explicit BlobModel(std::span<const uint8_t> blob);

  [[nodiscard]] std::vector<uint8_t> write() const;

  // Those of the root and of its debug table that hold numbers.
  [[nodiscard]] std::vector<BlobVector>& vectors() { return vectors_; }
  // The root's own numbers: the version, the axis that points up, and so on, eight bytes each.
  [[nodiscard]] std::vector<uint64_t>& scalars() { return scalars_; }
  [[nodiscard]] std::vector<std::string>& names() { return names_; }
  void drop_debug() { has_debug_ = false; }

 private:
  std::vector<BlobVector> vectors_;
  std::vector<uint64_t> scalars_;
  std::vector<std::string> names_;
  bool has_debug_ = false;
};

}  // namespace ishi::fuzzing
