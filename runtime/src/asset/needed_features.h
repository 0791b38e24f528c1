#pragma once

#include "asset/tables.h"
#include "ishi/features.h"

// Which features of the runtime an asset needs.

namespace ishi {

// Of a blob whose vectors lie within it; nothing else of it need hold. Linear in its nodes and operations.
[[nodiscard]] FeatureSet needed_features(const Tables& tables);

}  // namespace ishi
