#include "asset/ids.h"

#include <algorithm>
#include <tuple>

#include "asset/check.h"
#include "ishi/types.h"
#include "memory/sort.h"

namespace ishi {

namespace {

constexpr size_t count_named_vectors() {
  size_t count = 0;
  for_each_named_vector(Tables{}, [&count](const auto&) { ++count; });
  return count;
}

// Elements that begin with their ids.
struct Named {
  const void* first;
  size_t count, stride;
};

}  // namespace

bool list_ids(const Tables& tables, Array<uint64_t>& ids) {
  Named vectors[count_named_vectors()];
  Named* end = vectors;
  size_t count = 0;
  for_each_named_vector(tables, [&](const auto& elements) {
    const Ids of(elements);
    *end++ = {elements.data(), of.count(), sizeof *elements.data()};
    count += of.count();
  });
  if (!ids.allocate(count)) return false;
  uint64_t* next = ids.begin();
  for (const Named& of : vectors) {
    for (size_t i = 0; i < of.count; ++i)
      *next++ = flatbuffers::ReadScalar<uint64_t>(static_cast<const std::byte*>(of.first) + i * of.stride);
  }
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
