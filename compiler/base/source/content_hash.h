#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

// Bytes are told apart by a hash of 128 bits: MurmurHash3_x64_128 by Austin Appleby. Among 10^9 texts two
// have the same one with a probability below 10^-20. It withstands no forger.

namespace ishi::compiler {

struct ContentHash {
  uint64_t low = 0;
  uint64_t high = 0;

  friend bool operator==(const ContentHash&, const ContentHash&) = default;

  // 32 hexadecimal digits.
  [[nodiscard]] std::string hex() const;
};

// The same on every machine. Some gigabytes a second.
[[nodiscard]] ContentHash content_hash(std::string_view bytes, uint32_t seed = 0);

// The hash of several things one after the other, each with its length, so that none runs into the next.
class HashedList {
 public:
  void add(std::string_view bytes);
  void add(ContentHash hash);

  [[nodiscard]] ContentHash hash() const { return content_hash(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace ishi::compiler
