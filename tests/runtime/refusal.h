#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <ostream>

#include "runtime/blob_builder.h"

// What a blob is refused for.

namespace ishi {

inline std::ostream& operator<<(std::ostream& out, StatusCode code) { return out << describe(code); }

}  // namespace ishi

namespace ishi::testing {

inline Status load_status(const std::vector<uint8_t>& bytes) {
  Asset asset;
  const Status status = Asset::load(bytes, asset);
  CHECK(asset.valid() == static_cast<bool>(status));
  return status;
}

// That the blob is refused with this code.
inline void check_refused(const BlobContent& content, StatusCode code) {
  const std::vector<uint8_t> bytes = content.write();
  const Status status = load_status(bytes);
  CHECK(status.code == code);
  CHECK(status.where < bytes.size());
}

// The same, and that the offset given is that of `element`.
template <typename Raw>
void check_refused(const BlobContent& content, StatusCode code, const Raw& element) {
  const std::vector<uint8_t> bytes = content.write();
  const Status status = load_status(bytes);
  CHECK(status.code == code);
  REQUIRE(status.where + sizeof element <= bytes.size());
  const auto* const expected = reinterpret_cast<const uint8_t*>(&element);
  CHECK(
      std::equal(expected, expected + sizeof element, bytes.begin() + static_cast<ptrdiff_t>(status.where)));
}

}  // namespace ishi::testing
