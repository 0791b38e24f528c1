#include "recording_reader.h"

#include <algorithm>

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
  const bool has_save = std::any_of(records.begin(), records.end(),
                                    [](const RecordRef& record) { return record.kind == RecordKind::save; });
  return has_save ? ReadResult::ok : ReadResult::nothing_whole;
}

}  // namespace ishi::record
