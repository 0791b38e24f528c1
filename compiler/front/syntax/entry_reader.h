#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "syntax/skeleton.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Reads one top-level entry of a file and adds its nodes to the tree. What the skeleton has
// mended becomes poisoned; nothing comes back if the name is not to be read. `original` must outlive the
// tree. Linear in the size of the entry, but for the look for duplicate keys (O(n log n)).
std::optional<Entry> read_entry(std::string_view original, uint32_t file, const Skeleton& skeleton,
                                const TopLevelEntry& entry, Tree& tree, Diagnostics& diagnostics);

}  // namespace ishi::compiler
