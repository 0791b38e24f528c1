#pragma once

#include <filesystem>
#include <set>
#include <vector>

namespace ishi::compiler::cli {

// The blobs below a folder that are not among `made`, by name: what earlier builds have made of sources that
// are gone, or have no agents any more. Looks at names alone; links are not followed. What cannot be read is
// left out.
[[nodiscard]] std::vector<std::filesystem::path> stale_blobs(const std::filesystem::path& folder,
                                                             const std::set<std::filesystem::path>& made);

// Deletes blobs with their depfiles. Those that could not be deleted.
[[nodiscard]] std::vector<std::filesystem::path> remove_blobs(
    const std::vector<std::filesystem::path>& blobs);

}  // namespace ishi::compiler::cli
