#pragma once

#include <algorithm>
#include <cstdint>

// How much may be allocated on behalf of whom nobody trusts.

namespace ishi {

// While one lives, its thread allocates no more than `bytes` in all, and nothing is given
// back; what would be more fails as if there were no memory.
class MemoryBudget {
 public:
  explicit MemoryBudget(uint64_t bytes) : before_(left_) { left_ = std::min(bytes, left_); }
  ~MemoryBudget() { left_ = before_; }
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  // True if there is room for so many bytes, which is then taken.
  [[nodiscard]] static bool take(uint64_t bytes) {
    if (bytes > left_) return false;
    if (left_ != kUnlimited) left_ -= bytes;
    return true;
  }

 private:
  static constexpr uint64_t kUnlimited = UINT64_MAX / 2;  // and far more than there is
  // NOLINTNEXTLINE(readability-identifier-naming): as members
  static inline thread_local uint64_t left_ = kUnlimited;

  uint64_t before_;
};

}  // namespace ishi
