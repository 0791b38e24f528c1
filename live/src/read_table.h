#pragma once

#include <flatbuffers/flatbuffers.h>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ishi::live {

// The table of a message, which may be any bytes, from a game or from a viewer; null if it is none. Linear in
// the bytes; allocates nothing.
template <typename Table>
[[nodiscard]] const Table* read_table(std::span<const std::byte> bytes) {
  constexpr uint32_t kMostDepth = 8, kMostTables = 64;
  const auto* const first = reinterpret_cast<const uint8_t*>(bytes.data());
  flatbuffers::Verifier verifier(first, bytes.size(), kMostDepth, kMostTables);
  return verifier.VerifyBuffer<Table>(nullptr) ? flatbuffers::GetRoot<Table>(first) : nullptr;
}

}  // namespace ishi::live
