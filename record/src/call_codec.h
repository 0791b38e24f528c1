#pragma once

#include <array>
#include <span>

#include "bytes.h"

// Calls as the bytes of a frame, and back (schemas/recording.fbs).

namespace ishi::record {

// A call, as a reader gets it.
struct RecordedCall {
  static constexpr size_t kMostValues = 128;

  recording::Call call = recording::Call::none;
  uint8_t detail = 0;
  uint32_t population = 0;
  std::array<std::byte, kMostValues> memory{};
  size_t value_bytes = 0;
  std::span<const std::byte> tail{};

  // The call's struct.
  [[nodiscard]] ByteReader values() const { return ByteReader(std::span(memory).first(value_bytes)); }
};

// Appends calls of one frame after the other.
class CallWriter {
 public:
  explicit CallWriter(std::span<std::byte> memory = {}) : bytes_(memory) {}

  void write(recording::Call call, uint8_t detail, uint32_t population, std::span<const std::byte> values,
             std::span<const std::byte> tail);
  // Begins a frame.
  void clear();
  [[nodiscard]] size_t size() const { return bytes_.size(); }
  [[nodiscard]] bool is_full() const { return bytes_.is_full(); }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_.bytes(); }

 private:
  Appender bytes_;
  uint32_t population_ = kWorldPopulation, next_ = 0;
};

// Reads the calls of a frame, which may be any bytes.
class CallReader {
 public:
  explicit CallReader(std::span<const std::byte> frame) : bytes_(frame) {}

  [[nodiscard]] bool is_at_end() const { return bytes_.is_at_end(); }
  // False if there is no call, or none whose bytes are sound. `call` has then what could be read.
  [[nodiscard]] bool read(RecordedCall& call);
  // How many bytes are left.
  [[nodiscard]] size_t left() const { return bytes_.left(); }

 private:
  ByteReader bytes_;
  uint32_t population_ = kWorldPopulation, next_ = 0;
};

}  // namespace ishi::record
