#include <algorithm>
#include <utility>

#include "replay_state.h"

// Snapshots that the game saved and restored.

namespace ishi::record {

const Replay::State::GameSnapshot* Replay::State::find_snapshot(uint64_t number) const {
  const auto found = std::ranges::lower_bound(snapshots, number, {}, &GameSnapshot::number);
  return found == snapshots.end() || found->number != number ? nullptr : &*found;
}

// Keeps one that is restored later; of a recording that grows the last that a recorder notes, since they may
// be. Where they take more than a replay may, the oldest go.
void Replay::State::play_snapshot(Played& played, uint64_t number) {
  constexpr uint64_t kNoted = 256;
  const bool may_be_restored = reader->is_growing && (snapshots.empty() || number > snapshots.back().number);
  if ((reader->find_restored(number) == nullptr && !may_be_restored) || find_snapshot(number) != nullptr)
    return;
  if (may_be_restored) {
    std::erase_if(snapshots, [&](const GameSnapshot& one) {
      return one.number + kNoted < number && reader->find_restored(one.number) == nullptr;
    });
  }
  GameSnapshot snapshot{.number = number, .bytes = std::vector<std::byte>(world.snapshot_size())};
  size_t size = 0;
  played.status = world.save_snapshot(snapshot.bytes, size);
  if (!played.status) return;
  snapshot.bytes.resize(size);
  snapshot.bytes.shrink_to_fit();
  uint64_t bytes = size;
  for (const GameSnapshot& kept : snapshots) bytes += kept.bytes.size();
  while (bytes > options.most_extra_bytes && !snapshots.empty()) {
    bytes -= snapshots.front().bytes.size();
    snapshots.erase(snapshots.begin());
  }
  const auto place = std::ranges::lower_bound(snapshots, number, {}, &GameSnapshot::number);
  snapshots.insert(place, std::move(snapshot));
}

void Replay::State::play_restore(Played& played, uint64_t number) {
  const GameSnapshot* const snapshot = find_snapshot(number);
  if (snapshot == nullptr) {
    played.status = {StatusCode::snapshot_unknown, number};
    return;
  }
  const std::vector<Report> known = observer == nullptr ? std::vector<Report>() : waiting_reports();
  const uint64_t frame_before = world.clock().frame;
  add_up(false);
  played.status = world.restore_snapshot(snapshot->bytes);
  add_up(true);
  if (!played.status || observer == nullptr) return;
  const bool is_earlier = world.clock().frame < frame_before;
  tell_waiting_reports(is_earlier ? std::span<const Report>() : known);
}

// True if all snapshots that the records from `first` on restore, up to the end, are there by then.
bool Replay::State::has_snapshots_for(size_t first, size_t end) const {
  return std::ranges::all_of(reader->restored, [&](const RestoredSnapshot& one) {
    const bool is_needed = one.saved < first && one.last >= first && one.first < end;
    return !is_needed || find_snapshot(one.number) != nullptr;
  });
}

}  // namespace ishi::record
