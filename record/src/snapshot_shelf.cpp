#include "snapshot_shelf.h"

#include <algorithm>
#include <utility>

namespace ishi::record {

bool SnapshotShelf::wants(size_t next) const {
  if (most_bytes_ == 0) return false;
  const auto after = std::ranges::upper_bound(snapshots_, next, {}, &KeptSnapshot::next);
  return after == snapshots_.begin() || next - std::prev(after)->next >= distance_;
}

void SnapshotShelf::keep(KeptSnapshot snapshot) {
  if (snapshot.bytes.size() > most_bytes_) return;
  while (bytes_ + snapshot.bytes.size() > most_bytes_) thin_out();
  bytes_ += snapshot.bytes.size();
  const auto after = std::ranges::upper_bound(snapshots_, snapshot.next, {}, &KeptSnapshot::next);
  snapshots_.insert(after, std::move(snapshot));
}

const KeptSnapshot* SnapshotShelf::find(size_t record, uint32_t save) const {
  auto after = std::ranges::upper_bound(snapshots_, record, {}, &KeptSnapshot::next);
  if (after == snapshots_.begin()) return nullptr;
  const KeptSnapshot& before = *std::prev(after);
  return before.save == save ? &before : nullptr;
}

// Each second one goes; the last one, too, so that there is room in the end.
void SnapshotShelf::thin_out() {
  std::vector<KeptSnapshot> kept;
  for (size_t i = 0; i < snapshots_.size(); ++i) {
    if (i % 2 == 0 && i + 1 < snapshots_.size())
      kept.push_back(std::move(snapshots_[i]));
    else
      bytes_ -= snapshots_[i].bytes.size();
  }
  snapshots_ = std::move(kept);
  distance_ *= 2;
}

}  // namespace ishi::record
