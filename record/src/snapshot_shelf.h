#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ishi/commands.h"
#include "recording_reader.h"

// Raw snapshots that a replay keeps while it plays forward, bounded by memory: where there is no more room
// each second one goes, and those to come are twice as far apart.

namespace ishi::record {

struct KeptSnapshot {
  size_t next = 0;            // the record that follows it
  uint32_t save = kNoRecord;  // of which its world was made
  uint64_t last_equal = 0;
  std::vector<ActCounters> counters{};  // by population; no snapshot has them
  std::vector<std::byte> bytes{};
};

class SnapshotShelf {
 public:
  // `distance`: the least number of records between two of them.
  void open(uint64_t most_bytes, uint32_t distance) {
    most_bytes_ = most_bytes;
    distance_ = distance;
  }
  void clear() {
    snapshots_.clear();
    bytes_ = 0;
  }
  // True if a snapshot of the world before the record `next` is to be kept: there is none near before it.
  [[nodiscard]] bool wants(size_t next) const;
  void keep(KeptSnapshot snapshot);
  // The last one before a record, which has the world of that save; null if there is none.
  [[nodiscard]] const KeptSnapshot* find(size_t record, uint32_t save) const;

  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  [[nodiscard]] uint32_t distance() const { return distance_; }  // records between two of them

 private:
  void thin_out();

  uint64_t most_bytes_ = 0, bytes_ = 0;
  uint32_t distance_ = 1;
  std::vector<KeptSnapshot> snapshots_;  // by `next`
};

}  // namespace ishi::record
