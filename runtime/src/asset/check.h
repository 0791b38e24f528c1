#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "built_features.h"
#include "ishi/status.h"
#include "memory/room.h"

// What the parts of a blob's validation share: the first failure, and the rules that hold everywhere.
// A check returns whether all is well; after a failure the caller returns at once, so that nothing is
// read on the strength of what was found wrong.

namespace ishi {

class Check {
 public:
  explicit Check(const uint8_t* base) : base_(base) {}

  // Records a failure at `where`, a place in the blob, unless `condition` holds.
  [[gnu::always_inline]] bool that(bool condition, StatusCode code, const void* where) {
    return condition || fail(code, where);
  }
  bool out_of_memory() {
    status_ = {StatusCode::out_of_memory, 0};
    return false;
  }
  [[nodiscard]] Status status() const { return status_; }

  // `check_one` for each element, until one fails.
  template <typename T, typename CheckOne>
  static bool all(std::span<const T> elements, CheckOne&& check_one) {
    return std::all_of(elements.begin(), elements.end(), check_one);
  }

 private:
  // Never inlined: what is called for each element of a blob is short without it. Returns false.
  [[gnu::cold]] bool fail(StatusCode code, const void* where);

  const uint8_t* base_;
  Status status_;
};

// Floats in a row beginning at `where`.
template <typename... Floats>
bool check_finite(Check& check, const void* where, Floats... values) {
  return check.that((std::isfinite(values) && ...), StatusCode::number_not_finite, where);
}

// Ranges that must follow each other through a target and fill it.
class Tiling {
 public:
  explicit Tiling(size_t target) : target_(target) {}

  bool follows(Check& check, const blob::Range& range) {
    const bool fits = range.first() == next_ && range.count() <= target_ - next_;
    if (!check.that(fits, StatusCode::range_not_tiled, &range)) return false;
    next_ += range.count();
    return true;
  }
  // `owner` is where to point if elements are left over.
  bool complete(Check& check, const void* owner) const {
    return check.that(next_ == target_, StatusCode::elements_left_over, owner);
  }

 private:
  uint64_t next_ = 0;
  uint64_t target_;
};

// A build without a feature does not check ranges of its tables, which are empty then.
template <typename T>
std::span<const T> part(std::span<const T> all, const blob::Range& range) {
  if constexpr (kBuiltFeatures.bits != kAllFeatures.bits) {
    if (range.first() > all.size() || range.count() > all.size() - range.first()) return {};
  }
  return all.subspan(range.first(), range.count());
}

// That `entries` are the elements sorted by id, and that their ids differ.
template <typename T>
bool check_lookup(Check& check, std::span<const blob::Entry> entries, std::span<const T> elements) {
  if (!check.that(entries.size() == elements.size(), StatusCode::lookup_count,
                  entries.empty() ? static_cast<const void*>(elements.data()) : entries.data())) {
    return false;
  }
  uint64_t last = 0;
  return Check::all(entries, [&](const blob::Entry& entry) {
    const bool valid =
        check.that(entry.reserved() == 0, StatusCode::reserved_not_zero, &entry) &&
        check.that(entry.index() < elements.size(), StatusCode::index_out_of_range, &entry) &&
        check.that(entry.id() != 0, StatusCode::id_zero, &entry) &&
        check.that(elements[entry.index()].id() == entry.id(), StatusCode::lookup_disagrees, &entry) &&
        check.that(entry.id() != last, StatusCode::id_duplicate, &entry) &&
        check.that(entry.id() > last, StatusCode::lookup_unsorted, &entry);
    last = entry.id();
    return valid;
  });
}

// That the ids of elements without a look-up differ.
class DistinctIds {
 public:
  template <typename T>
  bool check(Check& check, std::span<const T> elements) {
    if (!reserve(elements.size())) return check.out_of_memory();
    for (size_t i = 0; i < elements.size(); ++i) {
      if (!check.that(elements[i].id() != 0, StatusCode::id_zero, &elements[i])) return false;
      ids_[i] = elements[i].id();
    }
    const uint64_t duplicate = find_duplicate(elements.size());
    if (duplicate == 0) return true;
    const T* second = nullptr;
    for (const T& element : elements) {
      if (element.id() == duplicate) second = &element;
    }
    return check.that(false, StatusCode::id_duplicate, second);
  }

 private:
  bool reserve(size_t count);
  // Sorts the first `count` ids. An id that stands twice, or 0.
  uint64_t find_duplicate(size_t count);

  Room<uint64_t> ids_;
};

}  // namespace ishi
