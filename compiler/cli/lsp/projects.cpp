#include "cli/lsp/projects.h"

#include <algorithm>

#include "cli/input/inputs.h"
#include "cli/lsp/uri.h"
#include "system/paths.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 20000;  // of a root; more would be somebody's whole disk
constexpr size_t kMostEntries = 200000;

fs::path real_file(const fs::path& path) {
  std::error_code error;
  fs::path real = real_path_of_new(path, error);
  return error ? path.lexically_normal() : real;
}

std::vector<std::string> sources_below(const fs::path& root) {
  std::vector<std::string> files;
  std::error_code error;
  size_t seen = 0;
  fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (++seen > kMostEntries || files.size() == kMostFiles) break;
    std::error_code broken;
    const std::string name = entry->path().filename().string();
    if (entry->is_directory(broken)) {
      if (is_hidden(entry->path()) || name == "node_modules") entry.disable_recursion_pending();
    } else if (name.ends_with(kSourceSuffix)) {
      files.push_back(relative_to(root, entry->path()));
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

OpenProject& OpenProjects::project_of(const fs::path& file) {
  std::error_code error;
  fs::path folder = real_path_of_new(file, error).parent_path();
  if (error) folder = file.parent_path();
  while (!fs::is_directory(folder, error) && folder != folder.parent_path()) folder = folder.parent_path();
  error.clear();
  const fs::path root = find_root(folder, error);
  auto& project = projects_[root.string()];
  if (project == nullptr) {
    project = std::make_unique<OpenProject>(root, std::make_unique<FolderReader>(root));
    // Without `ishi.yaml` the folder alone counts: what lies around it may be anybody's.
    const bool is_marked = fs::exists(root / "ishi.yaml", error);
    if (is_marked) project->workspace.set_files(sources_below(root));
  }
  return *project;
}

ProjectFile OpenProjects::find(std::string_view uri) {
  if (const auto known = known_.find(uri); known != known_.end()) return known->second;
  ProjectFile file;
  if (const auto path = path_of_uri(uri)) {
    const fs::path real = real_file(*path);
    file.project = &project_of(real);
    file.path = relative_to(file.project->root, real);
  } else {
    auto& project = projects_[std::string(uri)];
    if (project == nullptr)
      project = std::make_unique<OpenProject>(fs::path(), std::make_unique<MemoryReader>());
    file.project = project.get();
    file.path = "untitled.ishi.yaml";
  }
  uris_[{file.project, file.path}] = uri;
  known_.emplace(uri, file);
  return file;
}

std::string OpenProjects::uri_of(const OpenProject& project, const std::string& path) const {
  const auto known = uris_.find({&project, path});
  if (known != uris_.end()) return known->second;
  return uri_of_path(project.root / path);
}

void OpenProjects::list_files() {
  for (const auto& [root, project] : projects_) {
    std::error_code error;
    if (!project->root.empty() && fs::exists(project->root / "ishi.yaml", error))
      project->workspace.set_files(sources_below(project->root));
  }
}

void OpenProjects::note_change(std::string_view uri) {
  const auto path = path_of_uri(uri);
  if (!path) return;
  // A file may have become a link, or may have been one: what it is called counts as well as what it leads
  // to.
  const fs::path file(*path);
  for (const fs::path& changed : {real_file(file), real_file(file.parent_path()) / file.filename()}) {
    for (const auto& [root, project] : projects_) {
      if (!project->root.empty() && is_inside(changed, project->root))
        project->workspace.note_disk_change(relative_to(project->root, changed));
    }
  }
}

void OpenProjects::note_changes() {
  for (const auto& [root, project] : projects_) project->workspace.note_disk_changes();
}

}  // namespace ishi::compiler::cli
