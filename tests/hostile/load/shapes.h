#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ishi/status.h"

// Blobs whose load would take more than linear time if its checks were careless: each has many of two things,
// of which one could be gone through for each of the other.

namespace ishi::testing {

struct LoadShape {
  std::string_view name;
  // A blob of about so many bytes, up to 5 MB.
  std::vector<uint8_t> (*of_size)(size_t bytes);
  // What a load says to it.
  StatusCode code = StatusCode::ok;
};

[[nodiscard]] std::span<const LoadShape> load_shapes();

}  // namespace ishi::testing
