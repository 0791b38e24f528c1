#include "cli/build/stale_blobs.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace ishi::compiler::cli {

namespace fs = std::filesystem;

std::vector<fs::path> stale_blobs(const fs::path& folder, const std::set<fs::path>& made) {
  constexpr std::string_view kSuffix = ".ishi";
  std::vector<fs::path> result;
  std::error_code error;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator entry(folder, options, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (!entry->path().native().ends_with(kSuffix)) continue;
    std::error_code unknown;
    const fs::path path = entry->path().lexically_normal();
    if (entry->symlink_status(unknown).type() == fs::file_type::regular && !made.contains(path))
      result.push_back(path);
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
