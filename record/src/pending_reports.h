#pragma once

#include <cstdint>
#include <span>

#include "bytes.h"
#include "memory/room.h"

// Reports of tasks that give nothing back, until another call comes. None of them depends on another, so they
// are written in the order of lanes, which takes little.

namespace ishi::record {

class PendingReports {
 public:
  // For as many lanes as `slots` agents have. False if there is no memory.
  [[nodiscard]] bool make(uint32_t slots, uint32_t lanes);
  void add(uint32_t slot, uint32_t lane, bool has_failed);
  [[nodiscard]] uint32_t count() const { return count_; }
  // Their bytes (schemas/recording.fbs), valid until the next call, and none are pending any more.
  [[nodiscard]] std::span<const std::byte> take();
  void forget();

 private:
  // Of a bit for each lane.
  static constexpr uint32_t kBits = 64;

  uint32_t lanes_ = 0, count_ = 0, failed_count_ = 0;
  Room<uint64_t> taken_, failed_;
  Room<std::byte> bytes_;
};

// Calls visit(slot, lane, has_failed) for each report of such bytes; false if they are none, of a population
// with so many slots and lanes.
template <typename Visitor>
[[nodiscard]] bool for_each_report(std::span<const std::byte> bytes, uint32_t slots, uint32_t lanes,
                                   Visitor&& visit) {
  ByteReader all(bytes);
  const uint32_t count = all.read_number();
  const uint32_t low_bits = all.read<uint8_t>();
  if (low_bits >= 32) return false;
  // Those that failed stand behind the others.
  ByteReader behind = all;
  BitReader skipped(behind), distances(all);
  for (uint32_t i = 0; i < count && !behind.is_bad(); ++i) static_cast<void>(skipped.read_rice(low_bits));
  uint32_t failed = behind.read_number();
  uint64_t at = 0, next_failed = failed > 0 ? behind.read_number() : UINT64_MAX;
  for (uint32_t i = 0; i < count && !behind.is_bad(); ++i) {
    at += distances.read_rice(low_bits);
    if (lanes == 0 || at >= uint64_t{slots} * lanes) return false;
    const bool has_failed = i == next_failed;
    visit(static_cast<uint32_t>(at / lanes), static_cast<uint32_t>(at % lanes), has_failed);
    if (has_failed) next_failed = --failed > 0 ? next_failed + behind.read_number() : UINT64_MAX;
  }
  return !behind.is_bad() && behind.is_at_end() && next_failed == UINT64_MAX;
}

}  // namespace ishi::record
