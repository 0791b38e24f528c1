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

// A snapshot that the game restores: where it was saved, by record.
struct RestoredSnapshot {
  uint64_t number = 0;
  uint32_t saved = kNoRecord;
  uint32_t first = kNoRecord, last = kNoRecord;  // where it is restored
};

struct RecordingReader {
  std::vector<RecordRef> records;
  std::vector<RecordedFrame> frames;
  std::vector<uint32_t> frame_records;     // parallel to `frames`
  std::vector<RestoredSnapshot> restored;  // by number
  uint32_t hash_frames = 0;
  uint64_t damaged = 0;
  bool is_cut = false;

  [[nodiscard]] ReadResult read(std::span<const std::byte> file);
  // Null if the game never restores the snapshot.
  [[nodiscard]] const RestoredSnapshot* find_restored(uint64_t number) const;

 private:
  void list_frames();
};

}  // namespace ishi::record
