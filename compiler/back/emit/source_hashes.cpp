#include <algorithm>

#include "asset_generated.h"
#include "emit/emit.h"

// The hashes of its sources in a blob.

namespace ishi::compiler {

void forget_sources(std::vector<uint8_t>& blob) {
  if (blob.empty()) return;
  const auto* sources = blob::GetSizePrefixedAsset(blob.data())->sources();
  if (sources == nullptr) return;
  const auto begin = static_cast<size_t>(sources->Data() - blob.data());
  std::fill_n(blob.begin() + static_cast<ptrdiff_t>(begin), sources->size() * sizeof(blob::SourceHash),
              uint8_t{0});
}

}  // namespace ishi::compiler
