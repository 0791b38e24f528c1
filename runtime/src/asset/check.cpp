#include "asset/check.h"

#include <algorithm>

namespace ishi {

bool Check::fail(StatusCode code, const void* where) {
  status_ = {code, static_cast<uint64_t>(static_cast<const uint8_t*>(where) - base_)};
  return false;
}

bool check_lookup(Check& check, std::span<const blob::Entry> entries, const Ids& ids) {
  if (!check.that(entries.size() == ids.count(), StatusCode::lookup_count,
                  entries.empty() ? static_cast<const void*>(ids.at(0)) : entries.data())) {
    return false;
  }
  uint64_t last = 0;
  return Check::all(entries, [&](const blob::Entry& entry) {
    const bool valid = check.that(entry.reserved() == 0, StatusCode::reserved_not_zero, &entry) &&
                       check.that(entry.index() < ids.count(), StatusCode::index_out_of_range, &entry) &&
                       check.that(entry.id() != 0, StatusCode::id_zero, &entry) &&
                       check.that(ids[entry.index()] == entry.id(), StatusCode::lookup_disagrees, &entry) &&
                       check.that(entry.id() != last, StatusCode::id_duplicate, &entry) &&
                       check.that(entry.id() > last, StatusCode::lookup_unsorted, &entry);
    last = entry.id();
    return valid;
  });
}

bool DistinctIds::check_all(Check& check, const Ids& ids) {
  const size_t count = ids.count();
  if (count > ids_.size() && !ids_.allocate(std::max<size_t>(count, 64))) return check.out_of_memory();
  for (size_t i = 0; i < count; ++i) {
    if (!check.that(ids[i] != 0, StatusCode::id_zero, ids.at(i))) return false;
    ids_[i] = ids[i];
  }
  uint64_t* const end = ids_.data() + count;
  std::sort(ids_.data(), end);
  const uint64_t* const twice = std::adjacent_find(ids_.data(), end);
  if (twice == end) return true;
  size_t second = 0;
  for (size_t i = 0; i < count; ++i) {
    if (ids[i] == *twice) second = i;
  }
  return check.that(false, StatusCode::id_duplicate, ids.at(second));
}

}  // namespace ishi
