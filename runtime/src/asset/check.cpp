#include "asset/check.h"

#include <algorithm>

namespace ishi {

bool Check::fail(StatusCode code, const void* where) {
  status_ = {code, static_cast<uint64_t>(static_cast<const uint8_t*>(where) - base_)};
  return false;
}

bool DistinctIds::reserve(size_t count) {
  return count <= ids_.size() || ids_.allocate(std::max<size_t>(count, 64));
}

uint64_t DistinctIds::find_duplicate(size_t count) {
  uint64_t* const end = ids_.data() + count;
  std::sort(ids_.data(), end);
  uint64_t* const found = std::adjacent_find(ids_.data(), end);
  return found == end ? 0 : *found;
}

}  // namespace ishi
