#include "asset/former_ids.h"

#include <algorithm>

#include "memory/sort.h"

namespace ishi {

bool FormerIds::find(const Tables& now, const Array<uint64_t>& before) {
  const auto was_there = [&](uint64_t id) { return std::binary_search(before.begin(), before.end(), id); };
  uint64_t last = 0;
  for (const blob::Rename& rename : now.renames) {
    if (rename.id() == last || was_there(rename.id()) || !was_there(rename.from())) continue;
    last = rename.id();
    if (!by_now_.reserve_more(1) || !by_before_.reserve_more(1)) return false;
    by_now_.append({rename.id(), rename.from()});
    by_before_.append({rename.from(), rename.id()});
  }
  sort_rarely(by_before_.begin(), by_before_.end(),
              [](const Pair& a, const Pair& b) { return a.from < b.from; });
  return true;
}

uint64_t FormerIds::before(uint64_t now) const { return look_up(by_now_, now); }
uint64_t FormerIds::now(uint64_t before) const { return look_up(by_before_, before); }

uint64_t FormerIds::look_up(const Array<Pair>& pairs, uint64_t id) {
  const Pair* const found = std::lower_bound(
      pairs.begin(), pairs.end(), id, [](const Pair& pair, uint64_t wanted) { return pair.from < wanted; });
  return found != pairs.end() && found->from == id ? found->to : id;
}

}  // namespace ishi
