#pragma once

#include <cassert>
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
    for (const T& element : elements) {  // not std::all_of, which looks at four in a round
      if (!check_one(element)) return false;
    }
    return true;
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

// The ids of elements, which begin with them.
class Ids {
 public:
  template <typename T>
  explicit Ids(std::span<const T> elements)
      : first_(reinterpret_cast<const uint8_t*>(elements.data())),
        count_(elements.size()),
        stride_(sizeof(T)) {
    assert(elements.empty() || (*this)[0] == elements[0].id());
  }

  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] const uint8_t* at(size_t i) const { return first_ + i * stride_; }
  uint64_t operator[](size_t i) const { return flatbuffers::ReadScalar<uint64_t>(at(i)); }

 private:
  const uint8_t* first_;
  size_t count_, stride_;
};

// That `entries` are the elements sorted by id, and that their ids differ.
[[nodiscard]] bool check_lookup(Check& check, std::span<const blob::Entry> entries, const Ids& ids);
template <typename T>
bool check_lookup(Check& check, std::span<const blob::Entry> entries, std::span<const T> elements) {
  return check_lookup(check, entries, Ids(elements));
}

// That the ids of elements without a look-up differ.
class DistinctIds {
 public:
  template <typename T>
  bool check(Check& check, std::span<const T> elements) {
    return check_all(check, Ids(elements));
  }

 private:
  bool check_all(Check& check, const Ids& ids);

  Room<uint64_t> ids_;
};

}  // namespace ishi
