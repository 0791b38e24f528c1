#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "workspace/text_positions.h"
#include "workspace/workspace.h"

// The projects whose files an editor has open: one for each root.

namespace ishi::compiler::cli {

struct OpenProject {
  OpenProject(std::filesystem::path folder, std::unique_ptr<FileReader> reader)
      : root(std::move(folder)), disk(std::move(reader)), workspace(*disk) {}

  std::filesystem::path root;  // empty: of texts that are in no file
  std::unique_ptr<FileReader> disk;
  Workspace workspace;
};

// A file by its project and its path there.
struct ProjectFile {
  OpenProject* project = nullptr;
  std::string path;

  [[nodiscard]] Workspace& workspace() const { return project->workspace; }
};

class OpenProjects {
 public:
  // The file of a URI. Its project is made at the first call, and its folder is read. A URI of another scheme
  // is a text of its own, without files around it.
  [[nodiscard]] ProjectFile find(std::string_view uri);
  // The URI of a file of a project: the one that the editor used, if it did.
  [[nodiscard]] std::string uri_of(const OpenProject& project, const std::string& path) const;

  // Reads the folders of all projects again.
  void list_files();
  // Somebody has changed this file or folder on disk.
  void note_change(std::string_view uri);
  void note_changes();

  [[nodiscard]] const std::map<std::string, std::unique_ptr<OpenProject>>& all() const { return projects_; }

 private:
  OpenProject& project_of(const std::filesystem::path& file);

  std::map<std::string, std::unique_ptr<OpenProject>> projects_;            // by root
  std::map<std::pair<const OpenProject*, std::string>, std::string> uris_;  // as the editor spells them
  std::map<std::string, ProjectFile, std::less<>> known_;                   // by URI
};

}  // namespace ishi::compiler::cli
