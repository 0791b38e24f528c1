#include <algorithm>
#include <cstring>

#include "src/host_state.h"
#include "src/meeting_place.h"

// The recording as it grows, for each viewer from where it has come to.

namespace ishi::live {
namespace {

using record::Ring;
using wire::MessageKind;

// So much is sent to a viewer in one frame at most.
constexpr size_t kMostEachTime = size_t{1} << 20;
// A game that many viewers join writes no more saves for them than one in this time.
constexpr uint64_t kBetweenSaves = kSecond / 2;

// The frames that the recorder has lost, of a gap at a place.
uint64_t lost_in(const Ring& ring, uint64_t gap) {
  recording::GapNote note;
  std::byte* into = reinterpret_cast<std::byte*>(&note);
  const uint64_t begin = gap + Ring::kHeaderBytes;
  ring.for_each_part(begin, begin + sizeof note, [&into](std::span<const std::byte> bytes) {
    std::memcpy(into, bytes.data(), bytes.size());
    into += bytes.size();
    return true;
  });
  return note.frames();
}

}  // namespace

void Host::State::send(Viewer& viewer, uint64_t now) {
  for (size_t sent = 0; sent < kMostEachTime;) {
    if (viewer.out_begin == viewer.out_end) {
      if (viewer.is_to_leave) return leave(viewer);
      const bool has_news = viewer.has_news && compose_news(viewer);
      viewer.has_news = viewer.has_news && !has_news;
      const bool has_records = viewer.has_joined && compose_records(viewer, now);
      if (!has_news && !has_records) return;
    }
    const std::span<const std::byte> waiting(viewer.out_bytes() + viewer.out_begin,
                                             viewer.out_end - viewer.out_begin);
    const ptrdiff_t count = send_some(viewer.socket, waiting);
    if (count == kClosed) return leave(viewer);
    if (count == kWouldWait) return;
    viewer.out_begin += static_cast<size_t>(count);
    counts.sent_bytes += static_cast<uint64_t>(count);
    sent += static_cast<size_t>(count);
  }
}

// Puts the next bytes of the recording into one message; false if there are none.
bool Host::State::compose_records(Viewer& viewer, uint64_t now) {
  const auto stream = recorder->stream();
  if (!viewer.has_header) {
    const recording::FileHeader header = recorder->header();
    viewer.has_header = viewer.compose(MessageKind::records, std::as_bytes(std::span(&header, 1)));
    return viewer.has_header;
  }
  const bool is_behind = viewer.is_placed && viewer.cursor < stream.ring->tail();
  if ((!viewer.is_placed || is_behind) && !place(viewer, now)) return false;
  const uint64_t head = stream.ring->head();
  if (viewer.cursor >= head) return false;
  const size_t room = Viewer::kOutBytes - (viewer.out_end - viewer.out_begin) - sizeof(wire::MessageHeader);
  const uint64_t end = std::min(head, viewer.cursor + std::min(room, Viewer::kChunk));
  const std::span<std::byte> to =
      viewer.compose(MessageKind::records, static_cast<size_t>(end - viewer.cursor));
  size_t at = 0;
  stream.ring->for_each_part(viewer.cursor, end, [&](std::span<const std::byte> bytes) {
    std::memcpy(to.data() + at, bytes.data(), bytes.size());
    at += bytes.size();
    return true;
  });
  viewer.cursor = end;
  note_sent(viewer, *stream.ring);
  return true;
}

// The records that are sent as a whole, and the frames among them.
void Host::State::note_sent(Viewer& viewer, const Ring& ring) {
  while (viewer.record + Ring::kHeaderBytes <= viewer.cursor) {
    const recording::RecordHeader header = ring.header_at(viewer.record);
    const uint64_t end = viewer.record + Ring::kHeaderBytes + header.bytes();
    if (end > viewer.cursor) return;
    viewer.frames += header.kind() == recording::RecordKind::frame && header.detail() == 0 ? 1 : 0;
    if (header.kind() == recording::RecordKind::gap) viewer.frames += lost_in(ring, viewer.record);
    viewer.record = end;
  }
}

// Finds the beginning from which a viewer goes on: the last save, or the first that is kept. If what it has
// read last is gone, it is told how many frames it has lost. False if there is no beginning yet.
bool Host::State::place(Viewer& viewer, uint64_t now) {
  const auto stream = recorder->stream();
  const bool is_back = viewer.is_placed;
  const auto later = std::find_if(stream.moments.begin(), stream.moments.end(),
                                  [&](const auto& one) { return one.place >= viewer.cursor; });
  if (stream.moments.empty() || (is_back && later == stream.moments.end())) {
    if (now - asked_at >= kBetweenSaves || asked_at == 0) {
      asked_at = now;
      recorder->ask_for_moment();
    }
    return false;
  }
  const auto& from = viewer.wants_past && !is_back ? stream.moments.front() : stream.moments.back();
  if (is_back) {
    const uint64_t lost = from.frames - std::min(from.frames, viewer.frames);
    const wire::LostNote note(lost);
    const recording::GapNote gap_note(lost);
    const auto bytes = std::as_bytes(std::span(&gap_note, 1));
    const recording::RecordHeader header = Ring::header_of(recording::RecordKind::gap, 0, frame(), bytes);
    std::byte gap[sizeof header + sizeof gap_note];
    std::memcpy(gap, &header, sizeof header);
    std::memcpy(gap + sizeof header, &gap_note, sizeof gap_note);
    const bool is_told = viewer.compose(MessageKind::lost, std::as_bytes(std::span(&note, 1))) &&
                         viewer.compose(MessageKind::records, gap);
    if (!is_told) return false;
    counts.lost_frames += lost;
  }
  viewer.is_placed = true;
  viewer.cursor = viewer.record = from.place;
  viewer.frames = from.frames;
  return true;
}

}  // namespace ishi::live
