#pragma once

#include <cstddef>
#include <cstdint>

// A sum that tells a damaged snapshot from a whole one, made while its bytes are copied: J. G. Fletcher's
// ("An arithmetic checksum for serial transmissions", 1982) over words of 64 bits, one for each place in a
// block. Any one changed word changes it, and so do blocks that are exchanged. It keeps no adversary out.

namespace ishi {

inline constexpr size_t kBlockBytes = 64;
inline constexpr size_t kBlockWords = kBlockBytes / sizeof(uint64_t);

struct alignas(kBlockBytes) BlockSum {
  uint64_t sums[kBlockWords] = {};
  uint64_t sums_of_sums[kBlockWords] = {};
};

// Copies whole blocks, whose addresses need no alignment, and adds them to a sum.
using CopyBlocks = void (*)(std::byte* to, const std::byte* from, size_t blocks, BlockSum& sum);
// Only adds them.
using SumBlocks = void (*)(const std::byte* from, size_t blocks, BlockSum& sum);

}  // namespace ishi
