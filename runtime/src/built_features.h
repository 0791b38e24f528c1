#pragma once

#include "ishi/features.h"
#include "ishi/status.h"

// The features that this build of the runtime has. What belongs to one that it has not is compiled all the
// same, behind a condition that is known to be false: so no build can fail alone, and the linker leaves out
// what nothing calls.

namespace ishi {

#ifdef ISHI_FEATURES
inline constexpr FeatureSet kBuiltFeatures{ISHI_FEATURES};
#else
inline constexpr FeatureSet kBuiltFeatures = kAllFeatures;
#endif

[[nodiscard]] constexpr bool is_built(Feature feature) { return kBuiltFeatures.has(feature); }

[[nodiscard]] constexpr Status missing(Feature feature) {
  return {StatusCode::feature_missing, static_cast<uint64_t>(feature)};
}

}  // namespace ishi
