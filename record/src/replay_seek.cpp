#include <algorithm>
#include <utility>

#include "replay_state.h"

// Going to any frame of a recording.

namespace ishi::record {

using recording::RecordKind;

std::span<const RecordedFrame> Replay::frames() const {
  return state_ == nullptr ? std::span<const RecordedFrame>() : state_->reader->frames;
}

std::span<const Injection> Replay::injections() const {
  return state_ == nullptr ? std::span<const Injection>() : state_->reader->injections;
}

bool Replay::seek(size_t frame) {
  return state_ != nullptr && state_->seek(frame, UINT64_MAX) == Sought::there;
}

Sought Replay::seek_part(size_t frame, uint32_t most_frames) {
  return state_ == nullptr ? Sought::failed : state_->seek(frame, std::max(most_frames, 1U));
}

bool Replay::follow(Replay& other) {
  return state_ != nullptr && other.state_ != nullptr && state_->follow(*other.state_);
}

size_t Replay::at() const {
  if (state_ == nullptr) return 0;
  if (state_->epoch != state_->reader->epoch) return state_->reader->frames.size();
  const auto& records = state_->reader->frame_records;
  const auto after = std::ranges::lower_bound(records, state_->next);
  const bool is_any = state_->is_whole && after != records.begin() && *std::prev(after) >= state_->save;
  return is_any ? static_cast<size_t>(std::prev(after) - records.begin()) : records.size();
}

void Replay::observe(ReplayObserver* observer) {
  if (state_ != nullptr) state_->observer = observer;
}

uint64_t Replay::played_frames() const { return state_ == nullptr ? 0 : state_->played; }
uint64_t Replay::snapshot_bytes() const { return state_ == nullptr ? 0 : state_->shelf.bytes(); }
uint32_t Replay::snapshot_frames() const { return state_ == nullptr ? 0 : state_->shelf.distance(); }

Sought Replay::State::seek(size_t frame, uint64_t most_frames) {
  note_forgotten();
  if (frame >= reader->frame_records.size()) return Sought::failed;
  seek_frames = most_frames;
  const bool is_piece = most_frames != UINT64_MAX;
  if (is_piece && piece_target != frame) piece_end = 0;
  const bool was_seeking = std::exchange(is_seeking, true);
  const bool is_there = play_to(frame);
  is_seeking = was_seeking;
  const bool is_on_the_way = !is_there && seek_frames == 0 && is_whole;
  if (is_piece) {
    piece_target = is_on_the_way ? frame : SIZE_MAX;
    piece_end = is_on_the_way ? next : 0;
  }
  if (is_there) return Sought::there;
  return is_on_the_way ? Sought::on_the_way : Sought::failed;
}

bool Replay::State::play_to(size_t frame) {
  const size_t target = reader->frame_records[frame];
  const uint32_t from = reader->records[target].save;
  // An observer is told of the target itself, which is then played, and of what has come since the frame
  // before it.
  ReplayObserver* const watching = std::exchange(observer, nullptr);
  const size_t since = watching == nullptr ? target + 1
                       : frame > 0         ? reader->frame_records[frame - 1] + 1
                                           : 0;
  bool is_there = watching != nullptr && frame > 0 && is_whole && next == since;
  // Where a save lies between the two, the world before it says what is news.
  if (!is_there && watching != nullptr && frame > 0 && from >= since && !reader->frames[frame].follows_gap)
    is_there = play_to(frame - 1);
  if (!is_there && seek_frames == 0) {
    observer = watching;
    return false;
  }
  if (!is_there) {
    if (from >= since) observer = watching;
    is_there = go_near(from, since, target + 1);
    if (seek_frames != UINT64_MAX && next < piece_end) seek_frames = UINT64_MAX;  // the way begins anew
  }
  while (is_there && next <= target && (is_whole || next <= from)) {
    const bool is_seen = next >= since;
    // The target itself is played at once with what an observer is told before it.
    if (seek_frames == 0 && !is_seen) break;
    observer = is_seen ? watching : nullptr;  // frames on the way are nobody's to see
    if (step() == Step::frame && seek_frames > 0) --seek_frames;
  }
  observer = watching;
  return is_whole && next == target + 1;
}

// Goes to a place at or before the record `latest`, in what goes on from a save: of the world as it stands,
// the nearest snapshot and the save the one that is nearest, and from which all before `target` can be
// played.
bool Replay::State::go_near(uint32_t from, size_t latest, size_t target) {
  const bool goes_on =
      is_whole && save == from && next > save && next <= latest && has_snapshots_for(next, target);
  const KeptSnapshot* const kept = shelf.find(latest, from);
  const bool is_near =
      kept != nullptr && (!goes_on || kept->next > next) && has_snapshots_for(kept->next, target);
  const bool is_restored = is_near && go_to_snapshot(*kept);
  return goes_on || is_restored || go_to_save(from);
}

// Recreates the world from a save. Returns false if the save cannot be loaded.
bool Replay::State::go_to_save(uint32_t record) {
  // Its blobs are those of the last run of such before it.
  size_t first = record;
  while (first > 0 && reader->records[first - 1].kind != RecordKind::blob) --first;
  const size_t end = first;
  while (first > 0 && reader->records[first - 1].kind == RecordKind::blob) --first;
  is_whole = false;
  is_in_blobs = false;
  const bool has_blobs = blobs == first && assets.size() == end - first;
  for (next = first; next < end && !has_blobs;) {
    if (step() == Step::differs) return false;
  }
  next = record;
  is_in_blobs = false;
  static_cast<void>(step());
  return is_whole;
}

bool Replay::State::go_to_snapshot(const KeptSnapshot& snapshot) {
  if (save != snapshot.save && !go_to_save(snapshot.save)) return false;
  if (!world.restore_snapshot(snapshot.bytes)) {
    is_whole = false;
    return false;
  }
  for (size_t i = 0; i < populations.size(); ++i) {
    populations[i].has_jobs = false;
    populations[i].population.state()->acting.counters = snapshot.counters[i];
  }
  next = snapshot.next;
  last_equal = snapshot.last_equal;
  is_whole = true;
  is_in_blobs = false;
  return true;
}

bool Replay::State::follow(State& other) {
  note_forgotten();
  other.note_forgotten();
  if (!other.is_whole || other.save == kNoRecord || other.reader->records.size() != reader->records.size())
    return false;
  // The assets that were recorded, and the columns that the game's values are for, are those of its save.
  if (save != other.save && !go_to_save(other.save)) return false;
  std::vector<std::byte> bytes;
  size_t size = 0;
  Status status = other.world.save_size(size);
  if (status) {
    bytes.resize(size);
    status = other.world.save(bytes, size);
  }
  if (status) status = load_world(std::span(bytes).first(size), reader->records[save], nullptr);
  is_whole = bool(status);
  if (!status) {
    static_cast<void>(differ(Difference::Kind::save, Difference::kWorld, "save", status));
    return false;
  }
  next = other.next;
  furthest = std::max(furthest, next);
  last_equal = other.last_equal;
  is_in_blobs = false;
  return true;
}

void Replay::State::keep_snapshot() {
  if (!shelf.wants(next)) return;
  KeptSnapshot snapshot{.next = next, .save = save, .last_equal = last_equal};
  for (const PopulationReplay& own : populations) snapshot.counters.push_back(own.population.act_counters());
  const size_t most = world.snapshot_size();
  if (shelf_memory.size() < most) shelf_memory.resize(most);
  size_t size = 0;
  if (!world.save_snapshot(std::span(shelf_memory).first(most), size)) return;
  snapshot.bytes.assign(shelf_memory.begin(), shelf_memory.begin() + static_cast<std::ptrdiff_t>(size));
  shelf.keep(std::move(snapshot));
}

}  // namespace ishi::record
