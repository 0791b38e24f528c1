#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

#include "source/content_hash.h"
#include "source/one_time.h"
#include "source/read_file.h"

// The files of a project as one run sees them, and what a compilation has asked of them.

namespace ishi::compiler {

// The result of reading a file: its identity and its bytes.
[[nodiscard]] ContentHash fingerprint_of(const std::string& path, const IdentifiedText& read);

// Files below a root, each read once, so that whoever asks sees the same bytes, though somebody may change
// the file meanwhile. Any thread.
class ProjectFiles final : public FileReader {
 public:
  explicit ProjectFiles(std::filesystem::path root) : reader_(std::move(root)) {}

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override;
  [[nodiscard]] std::string identity(const std::string& path) const override;

  // A file that is read once anyway, such as the main one of a compilation: it is not kept.
  [[nodiscard]] tl::expected<IdentifiedText, ReadError> read_main(const std::string& path) const {
    return reader_.read_identified(path);
  }

  // The part of the file at `path` on which a compilation depends: its identity and its bytes. Nothing
  // if it cannot be read.
  [[nodiscard]] std::optional<ContentHash> fingerprint(const std::string& path) const;

 private:
  struct Slot {
    OneTime identified;
    std::string identity;
    OneTime read;
    tl::expected<std::string, ReadError> text = tl::unexpected(ReadError::unreadable);
    ContentHash fingerprint;  // of a text that could be read
  };

  Slot& slot(const std::string& path) const;
  const Slot& read_slot(const std::string& path) const;

  FolderReader reader_;
  mutable std::mutex mutex_;  // of the map; what a slot holds is guarded by its flags
  mutable std::map<std::string, Slot> slots_;
};

// The files of a project as one compilation sees them: notes what it asks for.
class AskedFiles final : public FileReader {
 public:
  // `main`: the path of the main file, and its identity.
  AskedFiles(const ProjectFiles& files, std::string main, std::string main_identity)
      : files_(files), main_(std::move(main)), main_identity_(std::move(main_identity)) {}

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    return files_.read(path);
  }
  [[nodiscard]] std::string identity(const std::string& path) const override;

  // The paths that were asked for, in the order of the first time, without the main file's.
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }

 private:
  const ProjectFiles& files_;
  std::string main_;
  std::string main_identity_;
  mutable std::vector<std::string> paths_;
  mutable std::unordered_set<std::string> known_;
};

}  // namespace ishi::compiler
