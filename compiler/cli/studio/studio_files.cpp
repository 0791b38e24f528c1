#include "cli/studio/studio_files.h"

#include <algorithm>

#include "cli/input/inputs.h"
#include "cli/output/output.h"
#include "source/content_hash.h"
#include "system/list_folder.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRootFile = "ishi.yaml";
constexpr size_t kMostFiles = 10'000;
constexpr size_t kMostFolders = 10'000;

// Sources below a folder, with '/', folders that are links left out.
void collect(const fs::path& root, const fs::path& folder, size_t& folders, std::vector<std::string>& paths) {
  if (++folders > kMostFolders) return;
  std::error_code error;
  std::vector<fs::path> entries = list_folder(folder, error);
  std::ranges::sort(entries);
  for (const fs::path& entry : entries) {
    const std::string name = entry.filename().string();
    const fs::file_status status = fs::symlink_status(entry, error);
    const bool is_source = name.ends_with(kSourceSuffix) || (name == kRootFile && folder == root);
    if (fs::is_directory(status) && !is_hidden(entry)) collect(root, entry, folders, paths);
    if (is_source && fs::is_regular_file(status) && paths.size() < kMostFiles)
      paths.push_back(relative_to(root, entry));
  }
}

}  // namespace

std::vector<StudioFiles::File> StudioFiles::list() {
  std::vector<std::string> paths;
  size_t folders = 0;
  collect(reader_.root(), reader_.root(), folders, paths);
  std::vector<File> files;
  for (std::string& path : paths) {
    const auto text = reader_.read(path);
    if (!text) continue;
    const std::scoped_lock lock(mutex_);
    const auto known = std::ranges::find(paths_, path);
    const auto id = static_cast<size_t>(known - paths_.begin());
    if (known == paths_.end()) paths_.push_back(path);
    files.push_back({id, std::move(path), content_hash(*text).hex()});
  }
  return files;
}

std::optional<std::string> StudioFiles::path_of(size_t id) {
  const std::scoped_lock lock(mutex_);
  return id < paths_.size() ? std::optional(paths_[id]) : std::nullopt;
}

std::optional<StudioFiles::Read> StudioFiles::read(size_t id) {
  const auto path = path_of(id);
  if (!path) return std::nullopt;
  auto text = reader_.read(*path);
  if (!text) return std::nullopt;
  std::string hash = content_hash(*text).hex();
  return Read{std::move(hash), std::move(*text)};
}

StudioFiles::Written StudioFiles::write(size_t id, std::string_view hash, std::string_view text) {
  const auto path = path_of(id);
  if (!path || !path->ends_with(kSourceSuffix)) return Written::unknown;
  const std::scoped_lock lock(mutex_);
  const auto now = reader_.read(*path);
  if (!now || content_hash(*now).hex() != hash) return Written::changed_meanwhile;
  return write_file(reader_.root() / *path, text).empty() ? Written::done : Written::failed;
}

}  // namespace ishi::compiler::cli
