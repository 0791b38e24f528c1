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
  if (header.version() != static_cast<uint32_t>(recording::Format::version)) return ReadResult::other_version;
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

// A frame's clock, if it begins in the calls.
static bool find_clock(std::span<const std::byte> bytes, recording::FrameClock& clock) {
  CallReader calls(bytes);
  RecordedCall call;
  while (!calls.is_at_end() && calls.read(call)) {
    if (call.call != recording::Call::begin_frame) continue;
    clock = call.values().read<recording::FrameClock>();
    return true;
  }
  return false;
}

void RecordingReader::list_frames() {
  uint32_t save = kNoRecord;
  bool follows_gap = false;
  uint64_t last = 0;  // frame of the world
  for (uint32_t i = 0; i < records.size(); ++i) {
    RecordRef& record = records[i];
    if (record.kind == RecordKind::save) {
      save = i;
      last = record.frame;
    }
    if (record.kind == RecordKind::gap || record.kind == RecordKind::none) {
      save = kNoRecord;
      follows_gap = !frames.empty();
    }
    if (record.kind != RecordKind::frame || save == kNoRecord) continue;
    record.save = save;
    recording::FrameClock clock;
    if (!find_clock(record.bytes, clock)) continue;  // calls after the last frame
    frames.push_back({clock.frame(), clock.time_microseconds(), std::exchange(last, clock.frame()),
                      std::exchange(follows_gap, false)});
    frame_records.push_back(i);
  }
}

}  // namespace ishi::record
