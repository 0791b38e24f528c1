#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

// The memory of a state: one block that holds no pointers and is zero wherever nothing was written, so
// that its bytes can be hashed, copied and compared. It is planned column by column, then allocated once.

namespace ishi {

inline constexpr size_t kCacheLine = 64;

// Where a column lies in its arena.
struct ColumnPlace {
  size_t offset = 0;
};

class ArenaPlan {
 public:
  // Adds a column of `count` values of `width` bytes. It begins on a cache line, and 64 columns in a row
  // begin on 64 different lines of a 4 KiB page: loops over many columns then do not evict each other.
  ColumnPlace add(size_t width, uint64_t count);

  // True if a sum or product did not fit.
  [[nodiscard]] bool overflown() const { return overflown_; }
  [[nodiscard]] size_t size() const { return size_; }
  // The bytes of all columns, without what lies between them.
  [[nodiscard]] size_t planned() const { return planned_; }
  // A hash of where each column lies, how wide its values are and how many there are.
  [[nodiscard]] uint64_t layout() const { return layout_; }

 private:
  size_t size_ = 0;
  size_t planned_ = 0;
  size_t columns_ = 0;
  uint64_t layout_ = 0;
  bool overflown_ = false;
};

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  // Allocates what was planned, zeroed. False if there is no memory.
  [[nodiscard]] bool allocate(const ArenaPlan& plan);

  template <typename T>
  [[nodiscard]] T* at(ColumnPlace place) {
    return reinterpret_cast<T*>(memory_ + place.offset);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {memory_, size_}; }
  [[nodiscard]] size_t planned() const { return planned_; }
  // True if a column lies in it.
  [[nodiscard]] bool holds(const void* column) const {
    const auto* const at = static_cast<const std::byte*>(column);
    return at >= memory_ && at < memory_ + size_;
  }
  void swap(Arena& other) {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(planned_, other.planned_);
    std::swap(layout_, other.layout_);
  }
  [[nodiscard]] std::span<std::byte> bytes() { return {memory_, size_}; }
  // That of its plan.
  [[nodiscard]] uint64_t layout() const { return layout_; }

 private:
  std::byte* memory_ = nullptr;
  size_t size_ = 0;
  size_t planned_ = 0;
  uint64_t layout_ = 0;
};

// Memory on a cache line, zeroed; null if there is none. To be given back with release_memory.
[[nodiscard]] std::byte* allocate_lines(size_t size);

}  // namespace ishi
