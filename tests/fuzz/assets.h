#pragma once

#include <cstdint>
#include <string>
#include <vector>

// The assets that fuzzers begin with: those of tests/determinism and tests/fuzz/assets, which have something
// of everything, compiled when they are first asked for.

namespace ishi::fuzzing {

struct NamedBlob {
  std::string name;
  std::vector<uint8_t> bytes;
};

// Without names and places. By file name; those that share a contract stand side by side.
[[nodiscard]] const std::vector<NamedBlob>& asset_blobs();
// The same with them.
[[nodiscard]] std::vector<NamedBlob> compile_assets(bool strip);

}  // namespace ishi::fuzzing
