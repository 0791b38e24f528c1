#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "bytes.h"
#include "ishi/record/replay.h"

// The records of a recording that may hold anything: of a file, or of bytes that come while the game runs.

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

class RecordingReader {
 public:
  std::vector<RecordRef> records;
  std::vector<RecordedFrame> frames;
  std::vector<uint32_t> frame_records;     // parallel to `frames`
  std::vector<RestoredSnapshot> restored;  // by number
  std::vector<Injection> injections;
  uint32_t hash_frames = 0;
  uint64_t damaged = 0;
  bool is_cut = false;
  bool is_growing = false;        // its bytes come one after the other
  uint32_t epoch = 0;             // rises when the oldest records are forgotten
  uint64_t forgotten_frames = 0;  // that were in `frames`

  // Reads a whole file, which outlives this.
  [[nodiscard]] ReadResult read(std::span<const std::byte> file);
  // Takes in bytes that follow those before, and copies them. Beyond `most_bytes` of them the oldest records
  // are forgotten where the recording begins anew.
  [[nodiscard]] ReadResult append(std::span<const std::byte> bytes, uint64_t most_bytes);
  // Forgets the beginning of a record whose rest will not come.
  void forget_partial_record() { waiting_.clear(); }
  // Null if the game never restores the snapshot.
  [[nodiscard]] const RestoredSnapshot* find_restored(uint64_t number) const;

 private:
  // A snapshot since the save, and the frame of the world that it has.
  struct SavedSnapshot {
    uint64_t number;
    uint32_t record;
    uint64_t frame;
  };

  [[nodiscard]] ReadResult take_header(const recording::FileHeader& header);
  void take(const recording::RecordHeader& header, std::span<const std::byte> bytes);
  void list(uint32_t index);
  [[nodiscard]] bool find_clock(uint32_t index, recording::FrameClock& clock);
  void restore_snapshot(uint64_t number, uint32_t record);
  void note_injection(const recording::Injected& injected);
  void forget_records();
  // Keeps a blob of a stream; one that equals an earlier blob takes no memory again.
  [[nodiscard]] std::span<const std::byte> keep_blob(std::span<const std::byte> bytes);

  // The records so far.
  uint32_t save_ = kNoRecord;
  bool follows_gap_ = false;
  uint64_t last_ = 0;                 // frame of the world
  std::vector<SavedSnapshot> saved_;  // their numbers rise
  // A recording that comes in pieces.
  bool has_header_ = false;
  std::vector<std::byte> waiting_;           // of a record that is not whole
  std::deque<std::vector<std::byte>> kept_;  // whole records
  uint64_t kept_bytes_ = 0;
  std::deque<std::vector<std::byte>> blobs_;
};

}  // namespace ishi::record
