#include <catch2/catch.hpp>
#include <iomanip>
#include <sstream>

#include "hostile/load/shapes.h"
#include "hostile/load/steps.h"
#include "ishi/asset_info.h"

// That a load is linear in the size of its blob, counted and not timed: how many stretches of code without a
// branch it goes through, and how many words it copies and fills.

namespace ishi::testing::linear {
namespace {

constexpr size_t kSmall = 512 * 1024, kLarge = 8 * kSmall;
// Sorting ids takes a little more than linear time.
constexpr double kMostGrowth = 1.5;
// Far below 50 ms a megabyte.
constexpr double kMostStepsPerByte = 20;

double steps_per_byte(const LoadShape& shape, size_t size) {
  const std::vector<uint8_t> blob = shape.of_size(size);
  INFO(blob.size() << " bytes");
  REQUIRE(blob.size() > size / 2);
  REQUIRE(blob.size() < size * 2);
  Asset asset;
  const uint64_t before = Steps::taken();
  const Status status = Asset::load(blob, asset);
  const uint64_t after = Steps::taken();
  INFO(describe(status) << " at " << status.where);
  CHECK(status.code == shape.code);
  return static_cast<double>(after - before) / static_cast<double>(blob.size());
}

TEST_CASE("a load takes as many steps a byte for a large blob as for a small one, whatever is in it") {
  std::ostringstream figures;
  for (const LoadShape& shape : load_shapes()) {
    INFO(shape.name);
    const double small = steps_per_byte(shape, kSmall), large = steps_per_byte(shape, kLarge);
    figures << "\n"
            << std::setw(34) << std::left << shape.name << std::fixed << std::setprecision(2) << small << " "
            << large;
    CHECK(large > 0);
    CHECK(large <= small * kMostGrowth + 0.1);
    CHECK(large <= kMostStepsPerByte);
  }
  WARN("steps a byte of " << kSmall / 1024 << " and " << kLarge / 1024 << " KiB:" << figures.str());
}

}  // namespace
}  // namespace ishi::testing::linear
