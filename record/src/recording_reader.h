#pragma once

#include <span>
#include <vector>

#include "bytes.h"
#include "ishi/record/replay.h"

// The records of a file that may hold anything.

namespace ishi::record {

struct RecordRef {
  recording::RecordKind kind = recording::RecordKind::none;  // none: it is damaged
  bool goes_on = false;                                      // of a save
  uint64_t frame = 0;
  std::span<const std::byte> bytes{};
};

struct RecordingReader {
  std::vector<RecordRef> records;
  uint32_t hash_frames = 0;
  uint64_t damaged = 0;
  bool is_cut = false;

  [[nodiscard]] ReadResult read(std::span<const std::byte> file);
};

}  // namespace ishi::record
