#pragma once

#include <cstdint>
#include <string_view>

// The features of the runtime. A build of it may leave some out (ISHI_FEATURES in CMake), which makes it
// smaller: Asset::load then refuses an asset that needs one of them, and so do the calls that are about it,
// with StatusCode::feature_missing and the Feature as `where`. What this header declares is the same in every
// build.

namespace ishi {

enum class Feature : uint8_t {
#define ISHI_FEATURE(name, text) name,
#include "ishi/features.inl"
#undef ISHI_FEATURE
};

// By Feature: its name, as ISHI_FEATURES has it, and what belongs to it.
struct FeatureInfo {
  std::string_view name;
  std::string_view text;
};
inline constexpr FeatureInfo kFeatures[] = {
#define ISHI_FEATURE(name, text) {#name, text},
#include "ishi/features.inl"
#undef ISHI_FEATURE
};
inline constexpr uint32_t kFeatureCount = sizeof kFeatures / sizeof *kFeatures;

// Some of them: bit i stands for the Feature i.
struct FeatureSet {
  uint32_t bits = 0;

  [[nodiscard]] constexpr bool has(Feature feature) const {
    return (bits >> static_cast<uint32_t>(feature) & 1) != 0;
  }
  constexpr void add(Feature feature) { bits |= 1u << static_cast<uint32_t>(feature); }
  // Those that are not in `others`.
  [[nodiscard]] constexpr FeatureSet without(FeatureSet others) const { return {bits & ~others.bits}; }
  [[nodiscard]] constexpr bool empty() const { return bits == 0; }
  // The first one; there must be one.
  [[nodiscard]] constexpr Feature first() const {
    uint32_t feature = 0;
    while ((bits >> feature & 1) == 0) ++feature;
    return static_cast<Feature>(feature);
  }
};
inline constexpr FeatureSet kAllFeatures{static_cast<uint32_t>((uint64_t{1} << kFeatureCount) - 1)};

// Those that the runtime which is linked was built with.
[[nodiscard]] FeatureSet runtime_features();

}  // namespace ishi
