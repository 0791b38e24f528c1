#include "pending_reports.h"

#include <algorithm>
#include <bit>

namespace ishi::record {

bool PendingReports::make(uint32_t slots, uint32_t lanes) {
  const size_t all = size_t{slots} * lanes;
  constexpr size_t kMostBytes =
      10;  // of a report that failed, and of what stands before and between the lists
  if (!taken_.allocate(all / kBits + 1) || !failed_.allocate(all / kBits + 1) ||
      !bytes_.allocate((all + 1) * kMostBytes))
    return false;
  std::fill(taken_.data(), taken_.data() + taken_.size(), uint64_t{0});
  std::fill(failed_.data(), failed_.data() + failed_.size(), uint64_t{0});
  lanes_ = lanes;
  count_ = failed_count_ = 0;
  return true;
}

void PendingReports::add(uint32_t slot, uint32_t lane, bool has_failed) {
  const size_t at = size_t{slot} * lanes_ + lane;
  const uint64_t bit = uint64_t{1} << at % kBits;
  taken_[at / kBits] |= bit;
  if (has_failed) failed_[at / kBits] |= bit;
  ++count_;
  failed_count_ += has_failed ? 1 : 0;
}

std::span<const std::byte> PendingReports::take() {
  Appender to({bytes_.data(), bytes_.size()});
  to.append_number(count_);
  const auto for_each = [this](auto&& visit) {
    for (size_t word = 0; word < taken_.size(); ++word) {
      for (uint64_t left = taken_[word]; left != 0; left &= left - 1) {
        const auto bit = static_cast<uint32_t>(std::countr_zero(left));
        visit(static_cast<uint32_t>(word * kBits) + bit, (failed_[word] >> bit & 1) != 0);
      }
    }
  };
  uint32_t last = 0;
  for_each([&](uint32_t at, bool) { last = at; });
  const auto low_bits = static_cast<uint8_t>(std::bit_width(last / std::max(count_, 1u) / 2));
  to.append(low_bits);
  BitAppender bits(to);
  uint32_t before = 0;
  for_each([&](uint32_t at, bool) {
    bits.append_rice(at - before, low_bits);
    before = at;
  });
  bits.flush();
  to.append_number(failed_count_);
  uint32_t index = 0, last_failed = 0;
  for_each([&](uint32_t, bool has_failed) {
    if (has_failed) {
      to.append_number(index - last_failed);
      last_failed = index;
    }
    ++index;
  });
  forget();
  return to.bytes();
}

void PendingReports::forget() {
  if (count_ == 0) return;
  std::fill(taken_.data(), taken_.data() + taken_.size(), uint64_t{0});
  std::fill(failed_.data(), failed_.data() + failed_.size(), uint64_t{0});
  count_ = failed_count_ = 0;
}

}  // namespace ishi::record
