#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "memory/hash.h"
#include "recording_generated.h"

// The bytes of recordings: appending to memory of a fixed size, reading from bytes that may be anything, and
// the sums that records have.

namespace ishi::record {

inline constexpr uint64_t kFileMagic = 0x3143'4552'4948'5349;  // "ISHIREC1", the lowest byte first

// A hash of any number of bytes.
[[nodiscard]] inline uint64_t sum_of(std::span<const std::byte> bytes, uint64_t seed) {
  constexpr size_t kUnit = 32;
  const size_t whole = bytes.size() / kUnit * kUnit;
  uint64_t hash = hash_bytes(bytes.first(whole), seed);
  if (whole < bytes.size()) {
    std::byte rest[kUnit] = {};
    std::memcpy(rest, bytes.data() + whole, bytes.size() - whole);
    hash = hash_bytes(rest, hash);
  }
  return hash_word(bytes.size(), hash);
}

// The checksum of a record: of its header, but for the sum, and its bytes.
[[nodiscard]] inline uint64_t checksum_of(const recording::RecordHeader& header,
                                          std::span<const std::byte> bytes) {
  const uint64_t what = uint64_t{static_cast<uint8_t>(header.kind())} | uint64_t{header.detail()} << 8 |
                        uint64_t{header.reserved()} << 16 | uint64_t{header.bytes()} << 32;
  return sum_of(bytes, hash_word(header.frame(), hash_word(what, kFileMagic)));
}

// Writes a number, seven bits a byte, the lowest first, in up to five bytes; returns what lies behind it.
[[nodiscard]] inline std::byte* write_number(std::byte* at, uint32_t number) {
  for (; number >= 0x80; number >>= 7) *at++ = static_cast<std::byte>(number | 0x80);
  *at++ = static_cast<std::byte>(number);
  return at;
}

// Appends as long as there is room; what does not fit makes it full for good.
class Appender {
 public:
  explicit Appender(std::span<std::byte> memory = {}) : memory_(memory) {}

  void append(const void* from, size_t bytes) {
    if (bytes > memory_.size() - size_) is_full_ = true;
    if (is_full_) return;
    if (bytes > 0) std::memcpy(memory_.data() + size_, from, bytes);
    size_ += bytes;
  }
  template <typename T>
  void append(const T& value) {
    append(&value, sizeof value);
  }
  void append(std::span<const std::byte> bytes) { append(bytes.data(), bytes.size()); }
  void append_number(uint32_t number) {
    std::byte bytes[5];
    append(bytes, static_cast<size_t>(write_number(bytes, number) - bytes));
  }
  void clear() { size_ = 0, is_full_ = false; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool is_full() const { return is_full_; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return memory_.first(size_); }

 private:
  std::span<std::byte> memory_;
  size_t size_ = 0;
  bool is_full_ = false;
};

// Reads bytes that may be anything: what is not there makes it bad for good.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <typename T>
  [[nodiscard]] T read() {
    T value{};
    const std::span<const std::byte> from = read_bytes(sizeof value);
    if (!from.empty()) std::memcpy(static_cast<void*>(&value), from.data(), sizeof value);
    return value;
  }
  [[nodiscard]] std::span<const std::byte> read_bytes(size_t bytes) {
    if (bytes > left_.size()) {
      is_bad_ = true;
      left_ = {};
      return {};
    }
    const auto result = left_.first(bytes);
    left_ = left_.subspan(bytes);
    return result;
  }
  [[nodiscard]] uint32_t read_number() {
    uint64_t number = 0;
    for (uint32_t shift = 0; shift < 35; shift += 7) {
      const auto byte = read<uint8_t>();
      number |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) {
        if (number > 0xffff'ffff) break;
        return static_cast<uint32_t>(number);
      }
    }
    is_bad_ = true;
    left_ = {};
    return 0;
  }
  [[nodiscard]] bool is_bad() const { return is_bad_; }
  [[nodiscard]] bool is_at_end() const { return left_.empty(); }
  [[nodiscard]] size_t left() const { return left_.size(); }

 private:
  std::span<const std::byte> left_;
  bool is_bad_ = false;
};

// Bits of what an Appender gets, the lowest of a byte first.
class BitAppender {
 public:
  explicit BitAppender(Appender& to) : to_(to) {}

  void append(uint32_t value, uint32_t bits) {
    for (uint32_t i = 0; i < bits; ++i) append_bit((value >> i & 1) != 0);
  }
  // A number of any size that is mostly not much larger than 2^`low_bits` (Rice, 1979): so many times
  // 2^`low_bits` as ones and a zero, then the rest.
  void append_rice(uint32_t number, uint32_t low_bits) {
    for (uint32_t i = 0; i < number >> low_bits; ++i) append_bit(true);
    append_bit(false);
    append(number, low_bits);
  }
  // The rest of the last byte is zeros.
  void flush() {
    if (filled_ > 0) to_.append(byte_);
    byte_ = 0;
    filled_ = 0;
  }

 private:
  void append_bit(bool is_one) {
    byte_ |= static_cast<uint8_t>(is_one ? 1 << filled_ : 0);
    if (++filled_ == 8) flush();
  }

  Appender& to_;
  uint8_t byte_ = 0;
  uint32_t filled_ = 0;
};

// Reads them; the bytes may be anything.
class BitReader {
 public:
  explicit BitReader(ByteReader& from) : from_(from) {}

  [[nodiscard]] uint32_t read_rice(uint32_t low_bits) {
    uint64_t number = 0;
    while (read_bit() && !from_.is_bad()) ++number;
    number <<= low_bits;
    for (uint32_t i = 0; i < low_bits; ++i) number |= uint64_t{read_bit()} << i;
    return static_cast<uint32_t>(std::min<uint64_t>(number, UINT32_MAX));
  }

 private:
  bool read_bit() {
    if (left_ == 0) {
      byte_ = from_.read<uint8_t>();
      left_ = 8;
    }
    const bool is_one = (byte_ & 1) != 0;
    byte_ >>= 1;
    --left_;
    return is_one;
  }

  ByteReader& from_;
  uint8_t byte_ = 0;
  uint32_t left_ = 0;
};

// True if a call has a tail.
[[nodiscard]] inline bool has_tail(recording::Call call) {
  using enum recording::Call;
  return call == columns || call == cells || call == set_candidates || call == post || call == report ||
         call == reports || call == hash;
}

// True if a call is about a set of candidates, whoever has it.
[[nodiscard]] inline bool is_candidates(recording::Call call) {
  using enum recording::Call;
  return call == add_candidate || call == withdraw_candidate || call == set_candidates ||
         call == set_candidate_field;
}

// … what an agent remembers.
[[nodiscard]] inline bool is_memory(recording::Call call) {
  using enum recording::Call;
  return call == remember || call == forget || call == restore_fact || call == set_awareness ||
         call == set_fact_field;
}

inline constexpr size_t kNoCall = SIZE_MAX;
inline constexpr uint32_t kWorldPopulation = 0xffff;  // in place of a population: the world's

// The bytes of a call's struct; kNoCall if there is no such call.
[[nodiscard]] inline size_t bytes_of(recording::Call call) {
  using enum recording::Call;
  switch (call) {
    case begin_frame: return sizeof(recording::FrameClock);
    case begin_part: return sizeof(recording::PartOptions);
    case end_part: return sizeof(recording::Digest);
    case find_paths: return sizeof(recording::PathBound);
    case spawn_entity:
    case spawn: return sizeof(recording::Spawned);
    case despawn_entity:
    case think_now:
    case despawn: return sizeof(recording::Named);
    case injected: return sizeof(recording::Injected);
    case set_profile:
    case set_team:
    case keep_entity:
    case choose:
    case set_option:
    case set_moment:
    case set_cooldown:
    case set_state: return sizeof(recording::NamedPart);
    case remember:
    case forget: return sizeof(recording::Fact);
    case set_fact_field:
    case set_candidate_field: return sizeof(recording::MemberField);
    case restore_fact: return sizeof(recording::RestoredFact);
    case set_awareness: return sizeof(recording::Awareness);
    case add_candidate:
    case withdraw_candidate:
    case set_candidates: return sizeof(recording::Candidate);
    case post: return sizeof(recording::PostedEvent);
    case make_sound: return sizeof(recording::MadeSound);
    case keep_tokens: return sizeof(recording::KeptTokens);
    case set_cell: return sizeof(recording::ChangedCell);
    case snapshot:
    case restore: return sizeof(recording::SnapshotNote);
    case answer: return sizeof(recording::Answer);
    case report:
    case apply_effects: return sizeof(recording::TaskReport);
    case end_frame:
    case jobs:
    case columns:
    case cells:
    case cells_changed:
    case reports:
    case hash: return 0;
    case none: break;
  }
  return kNoCall;
}

}  // namespace ishi::record
