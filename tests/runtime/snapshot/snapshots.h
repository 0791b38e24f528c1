#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <vector>

#include "ishi/world.h"

namespace ishi::testing {

using Bytes = std::vector<std::byte>;

inline Bytes snapshot_of(const World& world) {
  Bytes bytes(world.snapshot_size());
  size_t size = 0;
  REQUIRE(world.save_snapshot(bytes, size));
  REQUIRE(size <= bytes.size());
  bytes.resize(size);
  return bytes;
}

}  // namespace ishi::testing
