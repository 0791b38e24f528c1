#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

// A fuzzer's input read as a sequence of choices.

namespace ishi::fuzzing {

class Choices {
 public:
  // Behind their end all choices are 0, so whatever chooses must come to an end where it always takes the
  // first.
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  // Random ones without end, the same for the same seed.
  [[nodiscard]] static Choices endless(uint64_t seed) {
    Choices choices({});
    choices.is_endless_ = true;
    choices.state_ = seed;
    return choices;
  }

  [[nodiscard]] bool at_end() const { return bytes_.empty() && !is_endless_; }
  // What was not read yet; nothing of endless ones.
  [[nodiscard]] std::span<const uint8_t> rest() const { return bytes_; }

  // The next bytes as they are.
  template <typename T>
  T value() {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(uint64_t));
    T result{};
    if (is_endless_) {
      const uint64_t bits = random();
      std::memcpy(&result, &bits, sizeof(T));
      return result;
    }
    const size_t size = bytes_.size() < sizeof(T) ? bytes_.size() : sizeof(T);
    if (size > 0) std::memcpy(&result, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
    return result;
  }
  // 0 to count - 1; 0 if there is nothing to choose from. Of up to 256 one byte decides.
  uint32_t below(uint64_t count) {
    if (count <= 1) return 0;
    return static_cast<uint32_t>((count <= 256 ? value<uint8_t>() : value<uint32_t>()) % count);
  }
  // Never behind the end.
  bool one_in(uint32_t count) { return !at_end() && below(count) == count - 1; }

 private:
  // SplitMix64, by Sebastiano Vigna.
  uint64_t random() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return bits ^ (bits >> 31);
  }

  std::span<const uint8_t> bytes_;
  bool is_endless_ = false;
  uint64_t state_ = 0;
};

}  // namespace ishi::fuzzing
