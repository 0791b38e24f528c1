#include "memory/arena.h"

#include <cstdint>
#include <cstring>

#include "memory/allocation.h"
#include "memory/hash.h"

namespace ishi {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kLinesInPage = kPage / kCacheLine;
// More than any machine has, and far enough below the end that sums of two do not overflow.
constexpr size_t kLargestSize = SIZE_MAX / 4;

}  // namespace

ColumnPlace ArenaPlan::add(size_t width, uint64_t count) {
  if (overflown_ || count > kLargestSize / width || size_ > kLargestSize) {
    overflown_ = true;
    return {};
  }
  const size_t wanted_line = columns_++ % kLinesInPage;
  const size_t line = size_ / kCacheLine % kLinesInPage;
  const size_t skipped = (wanted_line + kLinesInPage - line) % kLinesInPage;
  const size_t offset = size_ + skipped * kCacheLine;
  planned_ += width * count;
  size_ = (offset + width * count + kCacheLine - 1) / kCacheLine * kCacheLine;
  for (const uint64_t word : {uint64_t{offset}, uint64_t{width}, count}) layout_ = hash_word(word, layout_);
  return {offset};
}

Arena::~Arena() { release_memory(memory_); }

bool Arena::allocate(const ArenaPlan& plan) {
  if (plan.overflown()) return false;
  memory_ = allocate_lines(plan.size());
  size_ = memory_ == nullptr ? 0 : plan.size();
  planned_ = memory_ == nullptr ? 0 : plan.planned();
  layout_ = plan.layout();
  return memory_ != nullptr;
}

std::byte* allocate_lines(size_t size) {
  const size_t at_least = size == 0 ? kCacheLine : size;
  void* const memory = allocate_memory(at_least, kCacheLine);
  if (memory != nullptr) std::memset(memory, 0, at_least);
  return static_cast<std::byte*>(memory);
}

}  // namespace ishi
