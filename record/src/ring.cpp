#include "ring.h"

#include <algorithm>

namespace ishi::record {

bool Ring::grow(size_t bytes) {
  Room<std::byte> larger;
  if (!larger.allocate(bytes)) return false;
  for (uint64_t place = tail(); place < head();) {
    const auto from = static_cast<size_t>(place % capacity()), to = static_cast<size_t>(place % bytes);
    const size_t count = std::min({static_cast<size_t>(head() - place), capacity() - from, bytes - to});
    std::memcpy(larger.data() + to, memory_.data() + from, count);
    place += count;
  }
  memory_ = std::move(larger);
  return true;
}

recording::RecordHeader Ring::header_of(recording::RecordKind kind, uint8_t detail, uint64_t frame,
                                        std::span<const std::byte> bytes) {
  const auto count = static_cast<uint32_t>(bytes.size());
  return {kind, detail, 0, count, frame, checksum_of({kind, detail, 0, count, frame, 0}, bytes)};
}

bool Ring::put(recording::RecordKind kind, uint8_t detail, uint64_t frame, std::span<const std::byte> bytes) {
  if (bytes.size() > UINT32_MAX || free() < kHeaderBytes + bytes.size()) return false;
  const recording::RecordHeader header = header_of(kind, detail, frame, bytes);
  const uint64_t place = head();
  copy_in(place, std::as_bytes(std::span(&header, 1)));
  copy_in(place + kHeaderBytes, bytes);
  head_.store(place + kHeaderBytes + bytes.size());
  return true;
}

bool Ring::put_bytes(std::span<const std::byte> bytes) {
  if (free() < bytes.size()) return false;
  copy_in(head(), bytes);
  head_.store(head() + bytes.size());
  return true;
}

void Ring::copy_in(uint64_t place, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  const auto at = static_cast<size_t>(place % capacity());
  const size_t before_end = std::min(bytes.size(), capacity() - at);
  std::memcpy(memory_.data() + at, bytes.data(), before_end);
  if (before_end < bytes.size())
    std::memcpy(memory_.data(), bytes.data() + before_end, bytes.size() - before_end);
}

recording::RecordHeader Ring::header_at(uint64_t place) const {
  recording::RecordHeader header;
  std::byte* into = reinterpret_cast<std::byte*>(&header);
  for_each_part(place, place + kHeaderBytes, [&into](std::span<const std::byte> bytes) {
    std::memcpy(into, bytes.data(), bytes.size());
    into += bytes.size();
    return true;
  });
  return header;
}

void Ring::drop_record() { drop_to(tail() + kHeaderBytes + header_at(tail()).bytes()); }

uint64_t Ring::frames_between(uint64_t from, uint64_t to) const {
  uint64_t frames = 0;
  while (from + kHeaderBytes <= to) {
    const recording::RecordHeader header = header_at(from);
    from += kHeaderBytes + header.bytes();
    if (from > to) break;
    frames += header.kind() == recording::RecordKind::frame && header.detail() == 0 ? 1 : 0;
  }
  return frames;
}

std::span<const std::byte> Ring::next() const {
  const auto at = static_cast<size_t>(tail() % capacity());
  const auto waiting = static_cast<size_t>(head() - tail());
  return {memory_.data() + at, std::min(waiting, capacity() - at)};
}

}  // namespace ishi::record
