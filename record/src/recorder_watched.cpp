#include <algorithm>
#include <mutex>

#include "assets_of_world.h"
#include "recorder_state.h"
#include "think_now.h"

// Serves viewers of the running game, and notes their changes. All of it happens between two frames, on the
// thread that plays them.

namespace ishi::record {

using recording::RecordKind;

bool Recorder::State::open_stream(size_t bytes) {
  if (dashcam_microseconds != 0) return true;
  constexpr size_t kFrames = size_t{8} << 20;
  const size_t least = moment_bytes() + call_memory.size() + Ring::kHeaderBytes;
  const size_t wanted = bytes != 0 ? std::max(bytes, least) : 2 * least + kFrames;
  const AllocatorScope scope(options.allocator);
  return beside.capacity() >= wanted || beside.grow(wanted);
}

void Recorder::State::watch(bool is_watched) {
  const std::lock_guard<SpinLock> guard(lock);
  if (options.only_watched) {
    if (is_watched) is_asleep = false;
    if (!is_watched && !is_asleep) sleep();
  }
  if (dashcam_microseconds != 0 || is_beside_kept == is_watched) return;
  is_beside_kept = is_watched;
  beside.drop_to(beside.head());
  beside_count = 0;
}

// From now on nothing is noted; the next frame that is recorded begins with a save.
void Recorder::State::sleep() {
  is_asleep = true;
  is_other = true;
  is_whole = false;
  clear_calls();
  lost = 0;
  injected_count = 0;
  wants_moment = false;
  ring.drop_to(ring.head());
  segment_count = 0;
}

Recorder::State::Stream Recorder::State::stream() const {
  if (dashcam_microseconds != 0) return {&ring, std::span(segments, segment_count)};
  return {&beside, std::span(beside_moments, beside_count)};
}

// Viewers have read the oldest records, so these go, whatever they are.
void Recorder::State::put_beside(RecordKind kind, uint8_t detail, std::span<const std::byte> bytes) {
  const size_t needed = Ring::kHeaderBytes + bytes.size();
  if (needed > beside.capacity()) return;
  while (beside.free() < needed) beside.drop_record();
  const auto* const first = std::find_if(beside_moments, beside_moments + beside_count,
                                         [&](const Moment& one) { return one.place >= beside.tail(); });
  const auto gone = static_cast<size_t>(first - beside_moments);
  if (gone > 0) {
    std::copy(beside_moments + gone, beside_moments + beside_count, beside_moments);
    beside_count -= gone;
  }
  static_cast<void>(beside.put(kind, detail, world->header->frame, bytes));
}

void Recorder::State::begin_moment_beside(uint64_t time, bool has_blobs) {
  if (beside_count == kMostSegments) {
    std::copy(beside_moments + 1, beside_moments + beside_count, beside_moments);
    --beside_count;
  }
  beside_moments[beside_count++] = {beside.head(), time, counts.frames + counts.lost_frames};
  if (!has_blobs) return;  // they are written now, and so come here
  for_each_asset(*world, [&](const Asset::State& asset) {
    put_beside(RecordKind::blob, 0, std::as_bytes(std::span(asset.bytes)));
  });
}

bool Recorder::State::note_injected(const recording::Injected& change) {
  const std::lock_guard<SpinLock> guard(lock);
  if (injected_count == kMostInjected) return false;
  injected[injected_count++] = change;
  return true;
}

void Recorder::State::append_injected() {
  for (size_t i = 0; i < injected_count; ++i) append(recording::Call::injected, 0, kWorld, injected[i]);
  injected_count = 0;
}

Status Recorder::State::think_now(Population& population, const Entity& agent) {
  if (const Status status = record::think_now(population, agent); !status) return status;
  const recording::Named named(recording::id_of(agent));
  called(recording::Call::think_now, population.index(), std::as_bytes(std::span(&named, 1)), {});
  return {};
}

}  // namespace ishi::record
