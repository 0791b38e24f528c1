#include "asset/check.h"

#include <algorithm>

namespace ishi {

bool Check::fail(StatusCode code, const void* where) {
  status_ = {code, static_cast<uint64_t>(static_cast<const uint8_t*>(where) - base_)};
  return false;
}

bool DistinctIds::reserve(size_t count) {
  if (count <= capacity_) return true;
  const size_t capacity = std::max<size_t>(count, 64);
  ids_.reset(new (std::nothrow) uint64_t[capacity]);
  capacity_ = ids_ == nullptr ? 0 : capacity;
  return ids_ != nullptr;
}

uint64_t DistinctIds::find_duplicate(size_t count) {
  uint64_t* const end = ids_.get() + count;
  std::sort(ids_.get(), end);
  uint64_t* const found = std::adjacent_find(ids_.get(), end);
  return found == end ? 0 : *found;
}

}  // namespace ishi
