#include "memory/sort.h"

#include <algorithm>

namespace ishi {
namespace {

// The values as a heap whose greatest lies first. (J. W. J. Williams 1964, Algorithm 232: Heapsort.)
struct Heap {
  std::byte* first;
  size_t width;
  bool (*comes_before)(const void*, const void*);

  [[nodiscard]] std::byte* at(size_t i) const { return first + i * width; }
  void swap(size_t a, size_t b) const { std::swap_ranges(at(a), at(a) + width, at(b)); }
  // Lets a value sink to its place among the first `count`.
  void sink(size_t parent, size_t count) const {
    for (size_t child = 2 * parent + 1; child < count; child = 2 * parent + 1) {
      if (child + 1 < count && comes_before(at(child), at(child + 1))) ++child;
      if (!comes_before(at(parent), at(child))) return;
      swap(parent, child);
      parent = child;
    }
  }
};

}  // namespace

void sort_values(void* first, size_t count, size_t width, bool (*comes_before)(const void*, const void*)) {
  const Heap heap{static_cast<std::byte*>(first), width, comes_before};
  for (size_t i = count / 2; i-- > 0;) heap.sink(i, count);
  for (size_t left = count; left-- > 1;) {
    heap.swap(0, left);
    heap.sink(0, left);
  }
}

}  // namespace ishi
