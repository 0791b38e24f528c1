#include "recording_edits.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "bytes.h"
#include "call_codec.h"

namespace ishi::fuzzing {
namespace {

using Bytes = std::vector<std::byte>;

struct Record {
  recording::RecordHeader header;
  Bytes bytes;
};

struct Call {
  size_t begin = 0, end = 0;
};

// The whole records of a recording.
std::vector<Record> records_of(const Bytes& file) {
  std::vector<Record> records;
  record::ByteReader reader(file);
  static_cast<void>(reader.read<recording::FileHeader>());
  while (!reader.is_at_end()) {
    const auto header = reader.read<recording::RecordHeader>();
    const auto bytes = reader.read_bytes(header.bytes());
    if (reader.is_bad()) break;
    records.push_back({header, Bytes(bytes.begin(), bytes.end())});
  }
  return records;
}

void append(Bytes& file, const void* from, size_t bytes) {
  const auto* const first = static_cast<const std::byte*>(from);
  file.insert(file.end(), first, first + bytes);
}

Bytes written(const Bytes& header, const std::vector<Record>& records) {
  Bytes file = header;
  for (const Record& record : records) {
    const auto bytes = static_cast<uint32_t>(record.bytes.size());
    const auto& h = record.header;
    recording::RecordHeader fixed(h.kind(), h.detail(), h.reserved(), bytes, h.frame(), 0);
    fixed = {h.kind(), h.detail(), h.reserved(), bytes, h.frame(), record::checksum_of(fixed, record.bytes)};
    append(file, &fixed, sizeof fixed);
    append(file, record.bytes.data(), record.bytes.size());
  }
  return file;
}

// What numbers in recordings are: small, missing, a float that hurts, any.
uint32_t odd_word(Choices& choices) {
  constexpr std::array<uint32_t, 10> kWords = {
      0, 1, 0xffff, 0xffff'ffff, 0x7fff'ffff, 0x8000'0000, 0x7fc0'0000, 0x7f80'0000, 0x3f80'0000, 0xff};
  return choices.one_in(3) ? choices.value<uint32_t>() : kWords[choices.below(kWords.size())];
}

void change_word(Bytes& bytes, Choices& choices, size_t first, size_t end) {
  if (first >= end) return;
  const size_t at = first + choices.below(end - first);
  const uint32_t word = odd_word(choices);
  const size_t most = choices.one_in(2) ? 1 : sizeof word;
  std::memcpy(bytes.data() + at, &word, std::min(most, end - at));
}

// The calls of a frame, as far as they are such.
std::vector<Call> calls_of(const Bytes& frame) {
  std::vector<Call> calls;
  record::CallReader reader(frame);
  record::RecordedCall call;
  while (!reader.is_at_end()) {
    const size_t begin = frame.size() - reader.left();
    if (!reader.read(call)) break;
    calls.push_back({begin, frame.size() - reader.left()});
  }
  return calls;
}

void edit_call(Bytes& frame, Choices& choices) {
  const std::vector<Call> calls = calls_of(frame);
  if (calls.empty()) return;
  const Call call = calls[choices.below(calls.size())];
  const auto at = [&](size_t place) { return frame.begin() + static_cast<std::ptrdiff_t>(place); };
  const Bytes copy(at(call.begin), at(call.end));
  switch (choices.below(5)) {
    case 0: frame.erase(at(call.begin), at(call.end)); break;
    case 1: {
      const Call other = calls[choices.below(calls.size())];
      frame.insert(at(other.begin), copy.begin(), copy.end());
      break;
    }
    case 2: frame[call.begin] = static_cast<std::byte>(choices.value<uint8_t>()); break;  // another call
    case 3: change_word(frame, choices, call.begin, std::min(call.begin + 4, call.end)); break;
    default: change_word(frame, choices, call.begin, call.end); break;
  }
}

void edit_record(Record& record, Choices& choices) {
  auto& [header, bytes] = record;
  const bool is_frame = header.kind() == recording::RecordKind::frame;
  if (is_frame && !choices.one_in(3)) return edit_call(bytes, choices);
  switch (choices.below(4)) {
    case 0: bytes.resize(choices.below(bytes.size() + 1)); break;
    case 1: {
      const size_t first = choices.below(bytes.size() + 1), count = choices.below(bytes.size() - first + 1);
      const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(first);
      const Bytes some(from, from + static_cast<std::ptrdiff_t>(std::min<size_t>(count, 4096)));
      bytes.insert(from, some.begin(), some.end());
      break;
    }
    case 2:
      header = {static_cast<recording::RecordKind>(choices.below(8)),
                choices.value<uint8_t>(),
                header.reserved(),
                header.bytes(),
                odd_word(choices),
                0};
      break;
    default: change_word(bytes, choices, 0, bytes.size()); break;
  }
}

void edit_records(std::vector<Record>& records, Choices& choices) {
  const size_t one = choices.below(records.size()), other = choices.below(records.size());
  switch (choices.below(8)) {
    case 0: records.erase(records.begin() + static_cast<std::ptrdiff_t>(one)); break;
    case 1: std::swap(records[one], records[other]); break;
    case 2: {
      const Record copy = records[one];
      records.insert(records.begin() + static_cast<std::ptrdiff_t>(other), copy);
      break;
    }
    default: edit_record(records[one], choices); break;
  }
}

}  // namespace

void edit_recording(std::vector<std::byte>& recording, Choices& choices) {
  if (choices.one_in(16)) return recording.resize(choices.below(recording.size() + 1));
  if (choices.one_in(16)) return change_word(recording, choices, 0, recording.size());
  std::vector<Record> records = records_of(recording);
  if (records.empty()) return;
  const auto header = recording.begin() + sizeof(recording::FileHeader);
  edit_records(records, choices);
  recording = written(Bytes(recording.begin(), header), records);
}

}  // namespace ishi::fuzzing
