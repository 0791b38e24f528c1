#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "ishi/asset_info.h"

namespace ishi::compiler {

// The keys that can decide an agent's decision: those that its scores, its changes of state and what keeps it
// from being interrupted read, and the numbers that these compare with.
struct AskedKeys {
  std::unordered_set<uint64_t> ids;
  std::vector<float> constants;  // rising

  [[nodiscard]] bool reads(uint64_t key) const { return ids.contains(key); }
};
// `agent` is an index of the asset.
[[nodiscard]] AskedKeys asked_keys(const Asset& asset, uint32_t agent);

}  // namespace ishi::compiler
