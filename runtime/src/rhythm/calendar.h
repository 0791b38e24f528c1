#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "columns/column_set.h"

// Who is looked at when: a ring of buckets of time, each of which has a bit for each slot (a "hashed timing
// wheel", G. Varghese and A. Lauck 1987, of bits). Slots of one bucket are met in their order, and a frame
// touches nobody who is not due in it. Who is due later than the ring reaches is met once each time round.

namespace ishi {

class Calendar {
 public:
  static constexpr uint32_t kMostBuckets = 64;

  // `buckets` is a power of two up to 64; each is 2^shift frames or microseconds long. `shape` is that of its
  // columns.
  void declare(ColumnSet& columns, uint32_t buckets, uint32_t shift, uint32_t shape) {
    words_ = columns.words();
    buckets_ = buckets;
    shift_ = shift;
    columns.add(bits_, uint64_t{words_} * buckets_, About(ColumnTag::calendar).shape(shape));
    columns.add(counts_, buckets_, About(ColumnTag::calendar_counts).shape(shape));
  }

  // All of it.
  [[nodiscard]] std::span<uint64_t> bits() const { return {bits_, size_t{words_} * buckets_}; }
  [[nodiscard]] std::span<uint32_t> counts() const { return {counts_, buckets_}; }

  [[nodiscard]] uint32_t words() const { return words_; }
  [[nodiscard]] uint32_t shift() const { return shift_; }

  void add(uint32_t slot, uint64_t at) { add(slot / 64, uint64_t{1} << (slot % 64), at); }
  // For slots of one word that are not in the bucket yet.
  void add(uint32_t word, uint64_t slots, uint64_t at) {
    const uint32_t bucket = bucket_of(at);
    row(bucket)[word] |= slots;
    counts_[bucket] += static_cast<uint32_t>(std::popcount(slots));
  }
  void remove(uint32_t slot, uint64_t at) {
    const uint32_t bucket = bucket_of(at);
    uint64_t& word = row(bucket)[slot / 64];
    const uint64_t bit = uint64_t{1} << (slot % 64);
    counts_[bucket] -= (word & bit) != 0 ? 1 : 0;
    word &= ~bit;
  }

  // True if the slot stands in the bucket of that time.
  [[nodiscard]] bool has(uint32_t slot, uint64_t at) const {
    return (row(bucket_of(at))[slot / 64] >> (slot % 64) & 1) != 0;
  }

  // Takes out of the buckets from `first` to `last` those slots of a word for which `choose(word, slots)`
  // gives a bit; it is called for each word that is not empty, until it says in `goes_on` that this is
  // enough.
  template <typename Choose>
  void take(uint64_t first, uint64_t last, Choose&& choose) {
    if (last < first) return;
    const uint64_t begin = first >> shift_;
    const uint64_t span = (last >> shift_) - begin;
    const uint64_t count = span < buckets_ ? span + 1 : buckets_;
    for (uint64_t k = 0; k < count; ++k) {
      const auto bucket = static_cast<uint32_t>((begin + k) & (buckets_ - 1));
      if (counts_[bucket] == 0) continue;
      uint64_t* const slots = row(bucket);
      for (uint32_t word = 0; word < words_; ++word) {
        if (slots[word] == 0) continue;
        bool goes_on = true;
        const uint64_t taken = choose(word, slots[word], goes_on);
        slots[word] &= ~taken;
        counts_[bucket] -= static_cast<uint32_t>(std::popcount(taken));
        if (!goes_on) return;
        if (counts_[bucket] == 0) break;
      }
    }
  }

 private:
  [[nodiscard]] uint32_t bucket_of(uint64_t at) const {
    return static_cast<uint32_t>((at >> shift_) & (buckets_ - 1));
  }
  [[nodiscard]] uint64_t* row(uint32_t bucket) const { return bits_ + uint64_t{bucket} * words_; }

  uint32_t words_ = 0, buckets_ = 1, shift_ = 0;
  uint64_t* bits_ = nullptr;
  uint32_t* counts_ = nullptr;
};

}  // namespace ishi
