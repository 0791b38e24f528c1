#include "cli/build/stale_blobs.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "asset_generated.h"
#include "system/list_folder.h"

namespace ishi::compiler::cli {

namespace fs = std::filesystem;

namespace {

// Other files may have the suffix; what stands at their beginning tells blobs from them.
bool is_blob(const fs::path& path) {
  constexpr size_t kSizeBytes = 4, kOffsetBytes = 4, kIdentifierBytes = 4;
  char begin[kSizeBytes + kOffsetBytes + kIdentifierBytes] = {};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin, sizeof begin) &&
         std::memcmp(begin + kSizeBytes + kOffsetBytes, blob::AssetIdentifier(), kIdentifierBytes) == 0;
}

}  // namespace

std::vector<fs::path> stale_blobs(const fs::path& folder, const std::set<fs::path>& made) {
  constexpr std::string_view kSuffix = ".ishi";
  std::vector<fs::path> result;
  std::vector<fs::path> open = {folder};
  while (!open.empty()) {
    std::error_code error;
    const fs::path current = std::move(open.back());
    open.pop_back();
    std::vector<fs::path> paths;
    do {
      paths = list_folder(current, error);
    } while (error == std::errc::interrupted);
    // A folder that cannot be read, or is not there, holds no blob of ours.
    const bool is_empty =
        error == std::errc::permission_denied || error == std::errc::no_such_file_or_directory;
    if (error && !is_empty) throw fs::filesystem_error("cannot be read", current, error);
    for (const fs::path& path : paths) {
      std::error_code unknown;
      const fs::file_type type = fs::symlink_status(path, unknown).type();
      if (type == fs::file_type::directory) open.push_back(path);
      if (type != fs::file_type::regular || !path.string().ends_with(kSuffix)) continue;
      if (fs::path normal = path.lexically_normal(); !made.contains(normal) && is_blob(path))
        result.push_back(std::move(normal));
    }
  }
  std::ranges::sort(result);
  return result;
}

std::vector<fs::path> remove_blobs(const std::vector<fs::path>& blobs) {
  std::vector<fs::path> left;
  for (const fs::path& blob : blobs) {
    std::error_code error;
    fs::path depfile = blob;
    fs::remove(depfile += ".d", error);
    if (!fs::remove(blob, error) || error) left.push_back(blob);
  }
  return left;
}

}  // namespace ishi::compiler::cli
