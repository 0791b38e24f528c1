#pragma once

#include <string>

#include "ishi/asset_info.h"

namespace ishi::testing {

// The name of one of the examples that have blobs: a test that asks is run once for each.
[[nodiscard]] std::string any_example();

// The same, and those behaviours of tests/determinism that have bodies, plans and states of every kind.
[[nodiscard]] std::string any_behaviour();

[[nodiscard]] Asset load_example(const std::string& name);

// Behaves as the guard of the examples, but is other bytes: it has no names.
[[nodiscard]] Asset load_stripped_guard();

}  // namespace ishi::testing
