#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ishi {

// A 64-bit hash of bytes whose number is a multiple of 32, as arenas' are; `seed` chains several. Not
// against adversaries: it tells states apart.
[[nodiscard]] uint64_t hash_bytes(std::span<const std::byte> bytes, uint64_t seed);

// The same of one word.
[[nodiscard]] uint64_t hash_word(uint64_t word, uint64_t seed);

}  // namespace ishi
