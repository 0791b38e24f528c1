#include <algorithm>

#include "asset/ids.h"
#include "asset/validate.h"

namespace ishi {

bool validate_renames(Check& check, const Tables& t) {
  if (t.renames.empty()) return true;
  Array<uint64_t> ids, olds;
  if (!list_ids(t, ids) || !olds.allocate(t.renames.size())) return check.out_of_memory();
  const auto is_known = [&](uint64_t id) { return std::binary_search(ids.begin(), ids.end(), id); };
  uint64_t last = 0;
  size_t count = 0;
  const bool valid = Check::all(t.renames, [&](const blob::Rename& rename) {
    const bool holds = check.that(rename.id() != 0 && rename.from() != 0, StatusCode::id_zero, &rename) &&
                       check.that(rename.id() >= last, StatusCode::lookup_unsorted, &rename) &&
                       check.that(is_known(rename.id()), StatusCode::rename_of_unknown, &rename) &&
                       check.that(!is_known(rename.from()), StatusCode::rename_from_existing, &rename);
    last = rename.id();
    olds[count++] = rename.from();
    return holds;
  });
  if (!valid) return false;
  std::sort(olds.begin(), olds.end());
  const uint64_t* const twice = std::adjacent_find(olds.begin(), olds.end());
  if (twice == olds.end()) return true;
  const auto first = std::find_if(t.renames.begin(), t.renames.end(),
                                  [&](const blob::Rename& rename) { return rename.from() == *twice; });
  return check.that(false, StatusCode::id_duplicate, &*first);
}

}  // namespace ishi
