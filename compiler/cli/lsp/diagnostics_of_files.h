#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/lsp/connection.h"
#include "cli/lsp/text_requests.h"

namespace ishi::compiler::cli {

// Tells the client what is wrong with the files that are open, and looks names of projects up: what nobody
// asks for, done while no message waits.
class DiagnosticsOfFiles {
 public:
  // Both outlive this.
  DiagnosticsOfFiles(TextsOfClient texts, Connection& connection) : at_(texts), connection_(connection) {}

  // The diagnostics of a file may have changed; of all files.
  void check_first(const ProjectFile& file) { unchecked_.push_front({file.project, file.path}); }
  void check_all() { unchecked_.push_back({nullptr, {}}); }
  // A file is closed: what its check found in it and in others is told no longer.
  void forget(const ProjectFile& file);

  // Looks at one file whose diagnostics may have changed. False if there is none. Throws Workspace::Stopped.
  bool publish_next();
  // Looks the names of one more file up. False if there is none.
  bool index_next();

 private:
  void tell_progress(size_t left);
  void publish(OpenProject& project, const std::string& path);

  // The last check of an open file.
  struct Look {
    std::vector<Dependency> made_of;           // its texts then
    std::map<std::string, std::string> found;  // diagnostics by file
  };

  TextsOfClient at_;
  Connection& connection_;
  // Files of projects whose names were not known when that was begun to be looked up; 0: nothing is told.
  size_t told_files_ = 0;
  std::deque<std::pair<OpenProject*, std::string>> unchecked_;        // open files
  std::map<std::pair<OpenProject*, std::string>, std::string> said_;  // the last diagnostics of each file
  std::map<std::pair<OpenProject*, std::string>, Look> looks_;
};

}  // namespace ishi::compiler::cli
