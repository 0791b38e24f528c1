#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ishi::compiler::cli {

// The recordings of a project's folder, and one that the person has named, as a page may read them: by
// numbers that this gives, never by a path of the page's. Any thread.
class StudioRecordings {
 public:
  struct Recording {
    size_t id = 0;
    std::string path;  // below the root, with '/'; of the named one as the person wrote it
    uint64_t bytes = 0;
    bool is_named = false;
  };

  // `root`: absolute, without links. `named`: empty if none was.
  StudioRecordings(std::filesystem::path root, std::string named);

  // All that are there now: each `*.ishirec` below the root that begins as a recording does. A file keeps its
  // number; the named one has the number 0.
  [[nodiscard]] std::vector<Recording> list();
  // Its bytes; nothing if there is none of that number, or it cannot be read.
  [[nodiscard]] std::optional<std::string> read(size_t id);

 private:
  std::filesystem::path root_;
  std::string named_;
  std::mutex mutex_;
  std::vector<std::string> paths_;  // by number
};

}  // namespace ishi::compiler::cli
