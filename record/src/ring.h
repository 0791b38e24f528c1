#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "bytes.h"
#include "memory/room.h"

#include <utility>

// The bytes of a recording between the frame and whoever takes them: one thread puts whole records in, one
// takes bytes out, and neither waits for the other.

// A game that is compiled with ThreadSanitizer links a library that is not: its runtime sees what memcpy and
// write do, but not the atomics that order them. Where that runtime is linked, these two tell it of the
// hand-over; elsewhere they are null.
#if defined(__linux__) && defined(__GNUC__)
#define ISHI_TELLS_TSAN
extern "C" {
__attribute__((weak)) void __tsan_acquire(
    void* address);  // NOLINT(bugprone-reserved-identifier): their names
__attribute__((weak)) void __tsan_release(void* address);  // NOLINT(bugprone-reserved-identifier)
}
#endif

namespace ishi::record {

// A place in the ring that one thread moves and another one reads.
class SharedPlace {
 public:
  [[nodiscard]] uint64_t load() const {
    const uint64_t place = place_.load(std::memory_order_acquire);
#ifdef ISHI_TELLS_TSAN
    if (__tsan_acquire != nullptr) __tsan_acquire(const_cast<std::atomic<uint64_t>*>(&place_));
#endif
    return place;
  }
  void store(uint64_t place) {
#ifdef ISHI_TELLS_TSAN
    if (__tsan_release != nullptr) __tsan_release(&place_);
#endif
    place_.store(place, std::memory_order_release);
  }

 private:
  std::atomic<uint64_t> place_{0};
};

class Ring {
 public:
  // Makes it larger, keeping what it holds, while nobody takes. False if there is no memory.
  [[nodiscard]] bool grow(size_t bytes);
  [[nodiscard]] size_t capacity() const { return memory_.size(); }
  // Where the next byte goes, counted since the beginning.
  [[nodiscard]] uint64_t head() const { return head_.load(); }
  [[nodiscard]] uint64_t tail() const { return tail_.load(); }
  [[nodiscard]] size_t free() const { return capacity() - static_cast<size_t>(head() - tail()); }

  [[nodiscard]] static recording::RecordHeader header_of(recording::RecordKind kind, uint8_t detail,
                                                         uint64_t frame, std::span<const std::byte> bytes);
  // Puts one record in, as a whole or not at all. Of the thread that records.
  [[nodiscard]] bool put(recording::RecordKind kind, uint8_t detail, uint64_t frame,
                         std::span<const std::byte> bytes);
  [[nodiscard]] bool put_bytes(std::span<const std::byte> bytes);
  // The frames of whole records between two places, of which the first is a record's, or the beginning.
  [[nodiscard]] uint64_t frames_between(uint64_t from, uint64_t to) const;
  // Forgets the oldest bytes up to a place. Where nobody else takes them.
  void drop_to(uint64_t place) { tail_.store(place); }
  // Forgets the oldest record, of whole ones. Where nobody else takes them.
  void drop_record();
  // The header of a record that begins at a place, and is there as a whole.
  [[nodiscard]] recording::RecordHeader header_at(uint64_t place) const;
  // The next bytes that lie together; `taken` gives them free.
  [[nodiscard]] std::span<const std::byte> next() const;
  void taken(size_t bytes) { tail_.store(tail() + bytes); }

  // Calls visit(span) with the kept bytes between two places, in order, until it returns false.
  template <typename Visitor>
  void for_each_part(uint64_t from, uint64_t to, Visitor&& visit) const {
    while (from < to) {
      const auto at = static_cast<size_t>(from % capacity());
      const size_t count = std::min(static_cast<size_t>(to - from), capacity() - at);
      if (!visit(std::span<const std::byte>(memory_.data() + at, count))) return;
      from += count;
    }
  }

  static constexpr size_t kHeaderBytes = sizeof(recording::RecordHeader);

 private:
  void copy_in(uint64_t place, std::span<const std::byte> bytes);

  Room<std::byte> memory_;
  SharedPlace head_, tail_;
};

}  // namespace ishi::record
