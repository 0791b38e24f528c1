#pragma once

#include <string>

#include "ishi/features.h"

// The features of the runtime as the tool prints them: by the names that ISHI_FEATURES takes.

namespace ishi::compiler::cli {

// "goals, events"; of none "decisions and tasks alone".
[[nodiscard]] inline std::string feature_names(FeatureSet features) {
  std::string names;
  for (uint32_t i = 0; i < kFeatureCount; ++i) {
    if (!features.has(static_cast<Feature>(i))) continue;
    if (!names.empty()) names += ", ";
    names += kFeatures[i].name;
  }
  return names.empty() ? "decisions and tasks alone" : names;
}

}  // namespace ishi::compiler::cli
