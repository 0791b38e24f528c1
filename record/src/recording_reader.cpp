#include "recording_reader.h"

#include <algorithm>
#include <utility>

#include "call_codec.h"

namespace ishi::record {

using recording::RecordHeader;
using recording::RecordKind;

ReadResult RecordingReader::read(std::span<const std::byte> file) {
  ByteReader reader(file);
  const auto header = reader.read<recording::FileHeader>();
  if (reader.is_bad() || header.magic() != kFileMagic) return ReadResult::not_a_recording;
  if (header.version() < static_cast<uint32_t>(recording::Format::oldest) ||
      header.version() > static_cast<uint32_t>(recording::Format::version))
    return ReadResult::other_version;
  hash_frames = header.hash_frames();
  bool is_closed = false;
  while (!reader.is_at_end()) {
    const auto record = reader.read<RecordHeader>();
    const auto bytes = reader.read_bytes(record.bytes());
    if (reader.is_bad()) break;
    const bool is_sound = checksum_of(record, bytes) == record.checksum();
    if (!is_sound) ++damaged;
    is_closed = is_sound && record.kind() == RecordKind::end;
    if (is_sound && record.kind() > RecordKind::end) continue;  // of a kind that a later version knows
    records.push_back(
        {is_sound ? record.kind() : RecordKind::none, record.detail() == 1, record.frame(), bytes});
  }
  is_cut = !is_closed;
  if (records.empty()) return ReadResult::nothing_yet;
  list_frames();
  const bool has_save = std::any_of(records.begin(), records.end(),
                                    [](const RecordRef& record) { return record.kind == RecordKind::save; });
  return has_save ? ReadResult::ok : ReadResult::nothing_whole;
}

namespace {

// The snapshots since a save, and the frame of the world that each has.
class Snapshots {
 public:
  void forget() { saved_.clear(); }
  void save(uint64_t number, uint32_t record, uint64_t frame) { saved_.push_back({number, record, frame}); }
  // Adds a restore to the list, and gives the frame to which the world goes back; `otherwise` of a snapshot
  // that there is not.
  uint64_t restore(uint64_t number, uint32_t record, uint64_t otherwise,
                   std::vector<RestoredSnapshot>& list) const {
    const auto saved = std::ranges::lower_bound(saved_, number, {}, &Saved::number);
    if (saved == saved_.end() || saved->number != number) return otherwise;
    list.push_back({number, saved->record, record, record});
    return saved->frame;
  }

 private:
  struct Saved {
    uint64_t number;
    uint32_t record;
    uint64_t frame;
  };
  std::vector<Saved> saved_;  // their numbers rise
};

// Each snapshot once, by number.
void unite(std::vector<RestoredSnapshot>& restored) {
  std::ranges::stable_sort(restored, {}, &RestoredSnapshot::number);
  size_t count = 0;
  for (const RestoredSnapshot& one : restored) {
    if (count > 0 && restored[count - 1].number == one.number)
      restored[count - 1].last = one.last;
    else
      restored[count++] = one;
  }
  restored.resize(count);
}

}  // namespace

const RestoredSnapshot* RecordingReader::find_restored(uint64_t number) const {
  const auto found = std::ranges::lower_bound(restored, number, {}, &RestoredSnapshot::number);
  return found == restored.end() || found->number != number ? nullptr : &*found;
}

void RecordingReader::list_frames() {
  uint32_t save = kNoRecord;
  bool follows_gap = false;
  uint64_t last = 0;  // frame of the world
  Snapshots snapshots;
  // A frame's clock, if it begins in the calls.
  const auto find_clock = [&](uint32_t record, recording::FrameClock& clock) {
    CallReader calls(records[record].bytes);
    RecordedCall call;
    while (!calls.is_at_end() && calls.read(call)) {
      const auto number = [&call] { return call.values().read<recording::SnapshotNote>().number(); };
      if (call.call == recording::Call::snapshot) snapshots.save(number(), record, last);
      if (call.call == recording::Call::restore) last = snapshots.restore(number(), record, last, restored);
      if (call.call != recording::Call::begin_frame) continue;
      clock = call.values().read<recording::FrameClock>();
      return true;
    }
    return false;
  };
  for (uint32_t i = 0; i < records.size(); ++i) {
    RecordRef& record = records[i];
    if (record.kind == RecordKind::save) {
      save = i;
      last = record.frame;
      snapshots.forget();
    }
    if (record.kind == RecordKind::gap || record.kind == RecordKind::none) {
      save = kNoRecord;
      follows_gap = !frames.empty();
    }
    if (record.kind != RecordKind::frame || save == kNoRecord) continue;
    record.save = save;
    recording::FrameClock clock;
    if (!find_clock(i, clock)) continue;  // calls after the last frame
    frames.push_back({clock.frame(), clock.time_microseconds(), std::exchange(last, clock.frame()),
                      std::exchange(follows_gap, false)});
    frame_records.push_back(i);
  }
  unite(restored);
}

}  // namespace ishi::record
