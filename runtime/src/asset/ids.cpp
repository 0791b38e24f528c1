#include "asset/ids.h"

#include <algorithm>
#include <tuple>

#include "asset/check.h"
#include "ishi/types.h"
#include "memory/sort.h"

namespace ishi {

bool list_ids(const Tables& tables, Array<uint64_t>& ids) {
  size_t count = 0;
  for_each_named_vector(tables, [&](const auto& elements) { count += elements.size(); });
  if (!ids.allocate(count)) return false;
  size_t next = 0;
  for_each_named_vector(tables, [&](const auto& elements) {
    const Ids of(elements);
    for (size_t i = 0; i < of.count(); ++i) ids[next++] = of[i];
  });
  std::sort(ids.begin(), ids.end());
  return true;
}

uint32_t IdIndex::find(uint64_t id) const {
  const Place* const found =
      std::lower_bound(places_.begin(), places_.end(), id,
                       [](const Place& place, uint64_t wanted) { return place.id < wanted; });
  return found != places_.end() && found->id == id ? found->index : kNotFound;
}

void IdIndex::sort() {
  sort_rarely(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
    return std::tuple(a.id, a.index) < std::tuple(b.id, b.index);
  });
}

}  // namespace ishi
