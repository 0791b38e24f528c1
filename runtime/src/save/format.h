#pragma once

#include <cstddef>
#include <cstdint>

// How a save is laid out: a header, then sections one after the other, each on 8 bytes. Numbers are
// little-endian.
//
//   SaveHeader
//   SavedWorld
//   SavedGrid                        if the world has one
//   for each asset      SavedAsset, its blob
//   for each population SavedPopulation
//   SavedColumns, and for each column SavedColumn, its values
//
// A search for a way that goes on is a column of words, as long as it has come (navigation/saved_search.cpp).
// Columns are named by ColumnTag, part and id: a later version of the runtime finds what it knows, and gives
// defaults to what is new. A version is raised when the meaning of a struct or tag changes, or a tag comes.
// A save holds its blobs, and the oldest blobs that this runtime loads are of format 14: it reads saves from
// kOldestVersion on, the first version with blobs of that format. tests/golden keeps saves of each.

namespace ishi::save {

inline constexpr char kMagic[8] = {'I', 'S', 'H', 'I', 'S', 'A', 'V', 'E'};
inline constexpr uint32_t kVersion = 8;
inline constexpr uint32_t kOldestVersion = 6;
inline constexpr size_t kAlignment = 8;
inline constexpr size_t kUnit = 32;  // a save's size is a multiple of it
inline constexpr uint16_t kOfWorld = 0xffff;

struct SaveHeader {
  char magic[8];
  uint32_t version;
  uint32_t reserved;
  uint64_t size;      // of all, in bytes
  uint64_t checksum;  // hash_bytes of all that follows the header
};
static_assert(sizeof(SaveHeader) == kUnit);

struct SavedWorld {
  uint32_t entities, teams, up, event_bytes, sounds;
  uint32_t has_grid, assets, populations;
};
struct SavedGrid {
  uint32_t columns, rows, searches;
  float cell, origin[3];
  uint32_t reserved;
};
struct SavedAsset {
  uint64_t bytes;
};
struct SavedPopulation {
  uint64_t agent;
  uint32_t asset, capacity;
  uint32_t plan_searches, plan_situations, plan_situations_per_frame;
  uint32_t node_events, notices, pending_lanes;
};
struct SavedColumns {
  uint64_t count;
};
struct SavedColumn {
  uint64_t id;
  uint64_t count;  // of values
  uint32_t width;  // bytes of each
  uint32_t shape;
  uint16_t tag, part;
  uint16_t population;  // kOfWorld: of the world, or shared
  uint16_t reserved;
};
static_assert(sizeof(SavedWorld) == 32 && sizeof(SavedGrid) == 32 && sizeof(SavedPopulation) == 40 &&
              sizeof(SavedColumn) == 32);

}  // namespace ishi::save
