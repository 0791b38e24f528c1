#pragma once

#include <span>
#include <vector>

#include "bytes.h"
#include "ishi/record/replay.h"

// The records of a file that may hold anything.

namespace ishi::record {

inline constexpr uint32_t kNoRecord = UINT32_MAX;

struct RecordRef {
  recording::RecordKind kind = recording::RecordKind::none;  // none: it is damaged
  bool goes_on = false;                                      // of a save
  uint64_t frame = 0;
  std::span<const std::byte> bytes{};
  uint32_t save = kNoRecord;  // of a frame that can be played: the record of the save before it
};

struct RecordingReader {
  std::vector<RecordRef> records;
  std::vector<RecordedFrame> frames;
  std::vector<uint32_t> frame_records;  // parallel to `frames`
  uint32_t hash_frames = 0;
  uint64_t damaged = 0;
  bool is_cut = false;

  [[nodiscard]] ReadResult read(std::span<const std::byte> file);

 private:
  void list_frames();
};

}  // namespace ishi::record
