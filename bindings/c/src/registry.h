#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <thread>

// Where handles find their objects. Objects do not move; a handle is found without a lock, by any thread,
// also while others are made. The rows themselves are never given back, so that any handle can be asked for.

namespace ishi::c {

// The sorts of handles begin with generations of their own, so that one of another sort is not found.
enum class Sort : uint32_t { asset = 1, world = 2, scratch = 3, reload = 4, recorder = 5, host = 6 };

// Held for a few instructions. In the C++ library of g++ for Windows a std::mutex is made and destroyed at
// run time, which a registry is not.
class BriefLock {
 public:
  void lock() {
    while (is_held_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { is_held_.clear(std::memory_order_release); }

 private:
  std::atomic_flag is_held_ = ATOMIC_FLAG_INIT;
};

template <typename Object, Sort kSort>
class Registry {
 public:
  static constexpr uint32_t kMost = 65'536;

  // Null if there is no such object.
  [[nodiscard]] Object* find(uint32_t index, uint32_t generation) const {
    Row* const row = row_of(index);
    if (row == nullptr || generation == 0 || row->generation.load(std::memory_order_acquire) != generation)
      return nullptr;
    return row->object();
  }

  // Makes an object, and its handle. Null if there is no memory, or `kMost` of them live (is_full).
  [[nodiscard]] Object* add(uint32_t& index, uint32_t& generation, bool& is_full) {
    const std::lock_guard lock(lock_);
    is_full = false;
    uint32_t place = free_;
    if (place == kNone) {
      is_full = made_ == kMost;
      if (is_full || !add_row()) return nullptr;
      place = made_ - 1;
    } else {
      free_ = row_of(place)->next_free;
    }
    Row& row = *row_of(place);
    Object* const object = new (row.memory) Object();
    ++row.count;
    index = place;
    generation = static_cast<uint32_t>(kSort) << kCountBits | row.count;
    row.generation.store(generation, std::memory_order_release);
    return object;
  }

  // Destroys an object; false if another thread has done so before. A row whose generations are used up is
  // left out from then on.
  bool remove(uint32_t index, uint32_t generation) {
    Row* const row = row_of(index);
    if (row == nullptr || generation == 0 ||
        !row->generation.compare_exchange_strong(generation, 0, std::memory_order_acq_rel))
      return false;
    row->object()->~Object();
    const std::lock_guard lock(lock_);
    if (row->count < kMostCount) {
      row->next_free = free_;
      free_ = index;
    }
    return true;
  }

 private:
  static constexpr uint32_t kCountBits = 28, kMostCount = (1u << kCountBits) - 1;
  static constexpr uint32_t kRowsPerBlock = 64, kBlocks = kMost / kRowsPerBlock;
  static constexpr uint32_t kNone = 0xffff'ffff;

  struct Row {
    std::atomic<uint32_t> generation = 0;  // of the object that lives; 0: none
    uint32_t count = 0;                    // of those that have lived here
    uint32_t next_free = kNone;
    alignas(Object) std::byte memory[sizeof(Object)];

    [[nodiscard]] Object* object() { return std::launder(reinterpret_cast<Object*>(memory)); }
  };

  [[nodiscard]] Row* row_of(uint32_t index) const {
    if (index >= kMost) return nullptr;
    Row* const block = blocks_[index / kRowsPerBlock].load(std::memory_order_acquire);
    return block == nullptr ? nullptr : block + index % kRowsPerBlock;
  }

  [[nodiscard]] bool add_row() {
    if (made_ % kRowsPerBlock == 0) {
      Row* const block = new (std::nothrow) Row[kRowsPerBlock];
      if (block == nullptr) return false;
      blocks_[made_ / kRowsPerBlock].store(block, std::memory_order_release);
    }
    ++made_;
    return true;
  }

  BriefLock lock_;
  std::atomic<Row*> blocks_[kBlocks] = {};
  uint32_t made_ = 0, free_ = kNone;
};

}  // namespace ishi::c
