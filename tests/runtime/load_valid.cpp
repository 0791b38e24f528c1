#include <catch2/catch.hpp>

#include "runtime/blob_builder.h"

namespace ishi::testing {

Asset load_valid(const BlobContent& content) {
  Asset asset;
  const Status status = Asset::load(content.write(), asset);
  INFO(describe(status.code) << " at " << status.where);
  REQUIRE(status);
  return asset;
}

}  // namespace ishi::testing
