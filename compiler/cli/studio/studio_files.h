#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"

namespace ishi::compiler::cli {

// The sources of a project, as a page may read and write them: by numbers that this gives, never by a path of
// the page's. Any thread.
class StudioFiles {
 public:
  struct File {
    size_t id = 0;
    std::string path;  // below the root, with '/'
    std::string hash;  // of its bytes
  };
  struct Read {
    std::string hash, text;
  };
  enum class Written : uint8_t { done, changed_meanwhile, unknown, failed };

  // `root`: absolute, without links.
  explicit StudioFiles(std::filesystem::path root) : reader_(std::move(root)) {}

  // All that are there now: `ishi.yaml` of the root and each `*.ishi.yaml` below it. A file keeps its number.
  [[nodiscard]] std::vector<File> list();
  // Nothing if there is no such file, or it cannot be read.
  [[nodiscard]] std::optional<Read> read(size_t id);
  // Writes over the bytes that have this hash, and over no others. `ishi.yaml` is not written.
  [[nodiscard]] Written write(size_t id, std::string_view hash, std::string_view text);

 private:
  [[nodiscard]] std::optional<std::string> path_of(size_t id);

  FolderReader reader_;
  std::mutex mutex_;
  std::vector<std::string> paths_;  // by number
};

}  // namespace ishi::compiler::cli
