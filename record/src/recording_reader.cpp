#include "recording_reader.h"

#include <algorithm>
#include <utility>

#include "call_codec.h"
#include "tape/calls.h"

namespace ishi::record {

using recording::RecordHeader;
using recording::RecordKind;

ReadResult RecordingReader::take_header(const recording::FileHeader& header) {
  if (header.magic() != kFileMagic) return ReadResult::not_a_recording;
  if (header.version() < static_cast<uint32_t>(recording::Format::oldest) ||
      header.version() > static_cast<uint32_t>(recording::Format::version))
    return ReadResult::other_version;
  hash_frames = header.hash_frames();
  return ReadResult::ok;
}

ReadResult RecordingReader::read(std::span<const std::byte> file) {
  ByteReader reader(file);
  const auto header = reader.read<recording::FileHeader>();
  if (reader.is_bad()) return ReadResult::not_a_recording;
  if (const ReadResult result = take_header(header); result != ReadResult::ok) return result;
  is_cut = true;
  while (!reader.is_at_end()) {
    const auto record = reader.read<RecordHeader>();
    const auto bytes = reader.read_bytes(record.bytes());
    if (reader.is_bad()) break;
    take(record, bytes);
  }
  if (records.empty()) return ReadResult::nothing_yet;
  const bool has_save = std::any_of(records.begin(), records.end(),
                                    [](const RecordRef& record) { return record.kind == RecordKind::save; });
  return has_save ? ReadResult::ok : ReadResult::nothing_whole;
}

ReadResult RecordingReader::append(std::span<const std::byte> bytes, uint64_t most_bytes) {
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  size_t at = 0;
  if (!has_header_) {
    if (waiting_.size() < sizeof(recording::FileHeader)) return ReadResult::ok;
    const auto header = ByteReader(waiting_).read<recording::FileHeader>();
    if (const ReadResult result = take_header(header); result != ReadResult::ok) return result;
    has_header_ = true;
    at = sizeof header;
  }
  // Copies whole records into memory of their own.
  const size_t first = at;
  const auto next = [this](size_t place, RecordHeader& header) {
    if (waiting_.size() - place < sizeof header) return false;
    header = ByteReader(std::span(waiting_).subspan(place)).read<RecordHeader>();
    return waiting_.size() - place - sizeof header >= header.bytes();
  };
  RecordHeader header;
  while (next(at, header)) at += sizeof header + header.bytes();
  if (waiting_.size() - at >= sizeof header) {
    const auto cut = ByteReader(std::span(waiting_).subspan(at)).read<RecordHeader>();
    if (cut.bytes() > most_bytes) return ReadResult::too_large;
  }
  if (at == 0) return ReadResult::ok;
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(at);
  std::vector<std::byte> whole(waiting_.begin() + static_cast<std::ptrdiff_t>(first), end);
  waiting_.erase(waiting_.begin(), end);
  if (whole.empty()) return ReadResult::ok;
  kept_bytes_ += whole.size();
  kept_.push_back(std::move(whole));
  ByteReader reader(kept_.back());
  while (!reader.is_at_end()) {
    header = reader.read<RecordHeader>();
    const auto of_record = reader.read_bytes(header.bytes());
    const bool begins_anew =
        header.kind() == RecordKind::blob && !records.empty() && records.back().kind != RecordKind::blob;
    if (begins_anew && kept_bytes_ > most_bytes) forget_records();
    take(header, header.kind() == RecordKind::blob ? keep_blob(of_record) : of_record);
  }
  return ReadResult::ok;
}

std::span<const std::byte> RecordingReader::keep_blob(std::span<const std::byte> bytes) {
  for (const auto& blob : blobs_) {
    if (std::ranges::equal(blob, bytes)) return blob;
  }
  return blobs_.emplace_back(bytes.begin(), bytes.end());
}

// Forgets all records; the memory of the last piece has those that are being taken in.
void RecordingReader::forget_records() {
  forgotten_frames += frames.size();
  ++epoch;
  records.clear();
  frames.clear();
  frame_records.clear();
  restored.clear();
  injections.clear();
  saved_.clear();
  save_ = kNoRecord;
  follows_gap_ = false;
  kept_.erase(kept_.begin(), kept_.end() - 1);
  kept_bytes_ = kept_.back().size();
}

void RecordingReader::take(const RecordHeader& header, std::span<const std::byte> bytes) {
  const bool is_sound = checksum_of(header, bytes) == header.checksum();
  if (!is_sound) ++damaged;
  is_cut = !is_sound || header.kind() != RecordKind::end;
  if (is_sound && header.kind() > RecordKind::end) return;  // of a kind that a later version knows
  records.push_back(
      {is_sound ? header.kind() : RecordKind::none, header.detail() == 1, header.frame(), bytes});
  list(static_cast<uint32_t>(records.size() - 1));
}

void RecordingReader::list(uint32_t index) {
  RecordRef& record = records[index];
  if (record.kind == RecordKind::save) {
    save_ = index;
    last_ = record.frame;
    saved_.clear();
  }
  if (record.kind == RecordKind::gap || record.kind == RecordKind::none) {
    save_ = kNoRecord;
    follows_gap_ = !frames.empty();
  }
  if (record.kind != RecordKind::frame || save_ == kNoRecord) return;
  record.save = save_;
  recording::FrameClock clock;
  if (!find_clock(index, clock)) return;  // calls after the last frame
  frames.push_back({clock.frame(), clock.time_microseconds(), std::exchange(last_, clock.frame()),
                    std::exchange(follows_gap_, false)});
  frame_records.push_back(index);
}

// A frame's clock, if it begins in the calls; on the way the snapshots and what viewers have changed.
bool RecordingReader::find_clock(uint32_t index, recording::FrameClock& clock) {
  CallReader calls(records[index].bytes);
  RecordedCall call;
  while (!calls.is_at_end() && calls.read(call)) {
    const auto number = [&call] { return call.values().read<recording::SnapshotNote>().number(); };
    if (call.call == recording::Call::snapshot) saved_.push_back({number(), index, last_});
    if (call.call == recording::Call::restore) restore_snapshot(number(), index);
    if (call.call == recording::Call::injected) note_injection(call.values().read<recording::Injected>());
    if (call.call != recording::Call::begin_frame) continue;
    clock = call.values().read<recording::FrameClock>();
    return true;
  }
  return false;
}

void RecordingReader::note_injection(const recording::Injected& injected) {
  if (injected.kind() > static_cast<uint32_t>(recording::Injection::MAX)) return;  // of a later version
  injections.push_back({.frame = frames.size(),
                        .kind = static_cast<InjectionKind>(injected.kind()),
                        .agent = recording::entity_of(injected.agent()),
                        .what = injected.what(),
                        .value = injected.value(),
                        .axes = recording::vector_of(injected.axes()),
                        .other = recording::entity_of(injected.other()),
                        .team = injected.team(),
                        .viewer = injected.viewer()});
}

// The world goes back to the frame of the snapshot, if there is one of that number since the save.
void RecordingReader::restore_snapshot(uint64_t number, uint32_t record) {
  const auto saved = std::ranges::lower_bound(saved_, number, {}, &SavedSnapshot::number);
  if (saved == saved_.end() || saved->number != number) return;
  last_ = saved->frame;
  const auto known = std::ranges::lower_bound(restored, number, {}, &RestoredSnapshot::number);
  if (known != restored.end() && known->number == number)
    known->last = record;
  else
    restored.insert(known, {number, saved->record, record, record});
}

const RestoredSnapshot* RecordingReader::find_restored(uint64_t number) const {
  const auto found = std::ranges::lower_bound(restored, number, {}, &RestoredSnapshot::number);
  return found == restored.end() || found->number != number ? nullptr : &*found;
}

}  // namespace ishi::record
