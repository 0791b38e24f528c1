#include "snapshot/snapshot.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "built_features.h"
#include "float_environment.h"
#include "memory/hash.h"
#include "population/refusals.h"
#include "program/block_sum.h"
#include "program/machine.h"
#include "program/state_hash.h"
#include "snapshot/layout.h"
#include "tape/tape.h"

namespace ishi {
namespace {

constexpr size_t filled_up(size_t bytes) { return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes; }

// A bit for each search that goes on.
uint64_t searches_of(const World::State& world) {
  uint64_t searches = 0;
  for (uint32_t i = 0; world.grid != nullptr && i < world.grid->options.searches; ++i) {
    if (world.grid->owners[i].population != 0) searches |= uint64_t{1} << i;
  }
  return searches;
}

uint64_t all_searches(const World::State& world) {
  return world.grid == nullptr ? 0 : ~uint64_t{0} >> (64 - world.grid->options.searches);
}

size_t bytes_with(World::State& world, uint64_t searches) {
  size_t bytes = sizeof(SnapshotHeader);
  for_each_part(world, searches, [&](std::span<std::byte> part) { bytes += filled_up(part.size()); });
  return bytes;
}

uint64_t sum_up(SnapshotHeader header, const BlockSum& sum) {
  header.sum = 0;
  uint64_t hash = 0;
  for (const uint64_t word : std::bit_cast<std::array<uint64_t, sizeof header / sizeof hash>>(header))
    hash = hash_word(word, hash);
  return hash_sum(sum, hash);
}

// Copies a part and fills it up with zeros.
void copy_part(const Machine& machine, std::byte* to, std::span<const std::byte> part, BlockSum& sum) {
  const size_t blocks = part.size() / kBlockBytes;
  const size_t whole = blocks * kBlockBytes;
  machine.copy_blocks(to, part.data(), blocks, sum);
  if (whole == part.size()) return;
  std::byte last[kBlockBytes] = {};
  std::memcpy(last, part.data() + whole, part.size() - whole);
  machine.copy_blocks(to + whole, last, 1, sum);
}

// snapshot_cut, snapshot_unknown, snapshot_of_other_world, snapshot_damaged.
Status check(World::State& world, std::span<const std::byte> snapshot, SnapshotHeader& header) {
  if (snapshot.size() < sizeof header) return {StatusCode::snapshot_cut, sizeof header};
  std::memcpy(&header, snapshot.data(), sizeof header);
  if (header.magic != SnapshotHeader::kMagic) return {StatusCode::snapshot_unknown, 0};
  if (header.layout != layout_of(world)) return {StatusCode::snapshot_of_other_world, 0};
  if (snapshot.size() < header.bytes) return {StatusCode::snapshot_cut, header.bytes};
  if ((header.searches & ~all_searches(world)) != 0 || header.bytes != bytes_with(world, header.searches))
    return {StatusCode::snapshot_damaged, 0};
  BlockSum sum;
  const size_t blocks = (header.bytes - sizeof header) / kBlockBytes;
  world.machine->sum_blocks(snapshot.data() + sizeof header, blocks, sum);
  return header.sum == sum_up(header, sum) ? Status{} : Status{StatusCode::snapshot_damaged, 0};
}

// What follows from the state, or is of a frame that never was.
void follow_state(World::State& world) {
  in_float_environment([&] { world.follow_time(); });
  world.claims.list_held();
  for (Population::State* p : world.populations) {
    std::fill(p->steering.weighed.begin(), p->steering.weighed.end(), uint16_t{0});
    std::fill(p->walks.alone.begin(), p->walks.alone.end(), uint8_t{0});
  }
}

}  // namespace

size_t World::snapshot_size() const {
  return state_ == nullptr || !is_built(Feature::snapshots) ? 0 : bytes_with(*state_, all_searches(*state_));
}

Status World::save_snapshot(std::span<std::byte> memory, size_t& size) const {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::snapshots)) return missing(Feature::snapshots);
  State& world = *state_;
  if (world.in_frame) return wrong_phase(world);
  SnapshotHeader header;
  header.layout = layout_of(world);
  header.searches = searches_of(world);
  header.bytes = bytes_with(world, header.searches);
  if (memory.size() < header.bytes) return {StatusCode::buffer_too_small, header.bytes};
  std::byte* to = memory.data() + sizeof header;
  BlockSum sum;
  for_each_part(world, header.searches, [&](std::span<const std::byte> part) {
    copy_part(*world.machine, to, part, sum);
    to += filled_up(part.size());
  });
  header.sum = sum_up(header, sum);
  std::memcpy(memory.data(), &header, sizeof header);
  size = header.bytes;
  if (world.tape != nullptr) world.tape->saved_snapshot(header.sum);
  return {};
}

Status World::restore_snapshot(std::span<const std::byte> snapshot) {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::snapshots)) return missing(Feature::snapshots);
  State& world = *state_;
  if (world.in_frame) return wrong_phase(world);
  SnapshotHeader header;
  if (Status status = check(world, snapshot, header); !status) return status;
  const std::byte* from = snapshot.data() + sizeof header;
  for_each_part(world, header.searches, [&](std::span<std::byte> part) {
    if (!part.empty()) std::memcpy(part.data(), from, part.size());
    from += filled_up(part.size());
  });
  follow_state(world);
  if (world.tape != nullptr) world.tape->restored_snapshot(header.sum);
  return {};
}

}  // namespace ishi
