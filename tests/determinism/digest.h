#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ishi/ishi.h"

// One number for all that was seen, in order.

namespace determinism {

class Digest {
 public:
  void add(uint64_t word) {
    value_ = (std::rotl(value_, 5) ^ word) * 0x9e3779b97f4a7c15u;
    value_ ^= value_ >> 29;
  }
  void add(uint32_t word) { add(uint64_t{word}); }
  void add(float number) { add(std::bit_cast<uint32_t>(number)); }
  void add(ishi::Vector3 vector) {
    add(vector.x);
    add(vector.y);
    add(vector.z);
  }
  void add(ishi::EntityId entity) { add(uint64_t{entity.generation} << 32 | entity.index); }
  void add(const ishi::Token& token) {
    add(uint64_t{token.slot} << 32 | uint32_t{token.population} << 16 | token.lane);
    add(token.serial);
  }
  // `bytes` is a multiple of 8.
  void add(const void* record, uint32_t bytes) {
    for (uint32_t at = 0; at < bytes; at += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, static_cast<const std::byte*>(record) + at, sizeof word);
      add(word);
    }
  }

  [[nodiscard]] uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0;
};

}  // namespace determinism
