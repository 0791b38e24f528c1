#include "cli/studio/studio_recordings.h"

#include <algorithm>
#include <utility>

#include "recording/recording_file.h"
#include "source/read_file.h"
#include "system/list_folder.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecordingSuffix = ".ishirec";
constexpr size_t kMostRecordings = 1000;
constexpr size_t kMostRecordingFolders = 10'000;

// Links are left out: they may lead out of the root.
void collect_recordings(const fs::path& root, const fs::path& folder, size_t& folders,
                        std::vector<std::string>& paths) {
  if (++folders > kMostRecordingFolders) return;
  std::error_code error;
  std::vector<fs::path> entries = list_folder(folder, error);
  std::ranges::sort(entries);
  for (const fs::path& entry : entries) {
    const std::string name = entry.filename().string();
    const fs::file_status status = fs::symlink_status(entry, error);
    if (fs::is_directory(status) && !name.starts_with('.')) collect_recordings(root, entry, folders, paths);
    const bool is_one = fs::is_regular_file(status) && name.ends_with(kRecordingSuffix);
    if (is_one && paths.size() < kMostRecordings && is_recording(entry.string()))
      paths.push_back(relative_to(root, entry));
  }
}

}  // namespace

StudioRecordings::StudioRecordings(std::filesystem::path root, std::string named)
    : root_(std::move(root)), named_(std::move(named)), paths_{named_} {}

std::vector<StudioRecordings::Recording> StudioRecordings::list() {
  std::vector<std::string> found;
  size_t folders = 0;
  collect_recordings(root_, root_, folders, found);
  std::vector<Recording> recordings;
  std::error_code error;
  if (!named_.empty()) recordings.push_back({0, named_, fs::file_size(named_, error), true});
  const std::scoped_lock lock(mutex_);
  for (std::string& path : found) {
    const uint64_t bytes = fs::file_size(root_ / path, error);
    if (!named_.empty() && fs::equivalent(root_ / path, named_, error)) continue;
    const auto known = std::find(paths_.begin() + 1, paths_.end(), path);
    const auto id = static_cast<size_t>(known - paths_.begin());
    if (known == paths_.end()) paths_.push_back(path);
    recordings.push_back({id, std::move(path), bytes, false});
  }
  return recordings;
}

std::optional<std::string> StudioRecordings::read(size_t id) {
  fs::path path;
  {
    const std::scoped_lock lock(mutex_);
    if (id >= paths_.size() || (id == 0 && named_.empty())) return std::nullopt;
    path = id == 0 ? fs::path(named_) : root_ / paths_[id];
  }
  // Another file may lie there by now.
  std::error_code error;
  const bool is_link = id != 0 && !fs::is_regular_file(fs::symlink_status(path, error));
  if (is_link || !is_recording(path.string())) return std::nullopt;
  auto bytes = read_to_end(path.string());
  if (!bytes) return std::nullopt;
  return std::move(*bytes);
}

}  // namespace ishi::compiler::cli
