#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "syntax/skeleton.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Entries that are written simply need no yaml-cpp; what is read is the same (tests/compiler/syntax
// compares).
enum class EntryReader : uint8_t { quickest, library };

// Reads one top-level entry of a file and adds its nodes to the tree. What the skeleton has
// mended becomes poisoned; nothing comes back if the name is not to be read. `original` must outlive the
// tree. Linear in the size of the entry, but for the look for duplicate keys (O(n log n)).
std::optional<Entry> build_entry(std::string_view original, uint32_t file, const Skeleton& skeleton,
                                 const TopLevelEntry& entry, Tree& tree, Diagnostics& diagnostics,
                                 EntryReader reader = EntryReader::quickest);

}  // namespace ishi::compiler
