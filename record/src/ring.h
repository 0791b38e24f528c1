#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "bytes.h"
#include "memory/room.h"

#include <utility>

// The bytes of a recording between the frame and whoever takes them: one thread puts whole records in, one
// takes bytes out, and neither waits for the other.

namespace ishi::record {

class Ring {
 public:
  // Makes it larger, keeping what it holds, while nobody takes. False if there is no memory.
  [[nodiscard]] bool grow(size_t bytes);
  [[nodiscard]] size_t capacity() const { return memory_.size(); }
  // Where the next byte goes, counted since the beginning.
  [[nodiscard]] uint64_t head() const { return head_.load(std::memory_order_acquire); }
  [[nodiscard]] uint64_t tail() const { return tail_.load(std::memory_order_acquire); }
  [[nodiscard]] size_t free() const { return capacity() - static_cast<size_t>(head() - tail()); }

  // Puts one record in, as a whole or not at all. Of the thread that records.
  [[nodiscard]] bool put(recording::RecordKind kind, uint8_t detail, uint64_t frame,
                         std::span<const std::byte> bytes);
  [[nodiscard]] bool put_bytes(std::span<const std::byte> bytes);
  // Forgets the oldest bytes up to a place. Where nobody else takes them.
  void drop_to(uint64_t place) { tail_.store(place, std::memory_order_release); }
  // The next bytes that lie together; `taken` gives them free.
  [[nodiscard]] std::span<const std::byte> next() const;
  void taken(size_t bytes) { tail_.store(tail() + bytes, std::memory_order_release); }

  // Calls visit(span) with all bytes that are kept, in order.
  template <typename Visitor>
  void for_each_kept(Visitor&& visit) const {
    const std::span<const std::byte> first = next();
    if (!first.empty()) visit(first);
    const auto rest = static_cast<size_t>(head() - tail()) - first.size();
    if (rest > 0) visit(std::span<const std::byte>(memory_.data(), rest));
  }

  static constexpr size_t kHeaderBytes = sizeof(recording::RecordHeader);

 private:
  void copy_in(uint64_t place, std::span<const std::byte> bytes);

  Room<std::byte> memory_;
  std::atomic<uint64_t> head_{0}, tail_{0};
};

}  // namespace ishi::record
