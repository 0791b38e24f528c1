#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>

// The source of texts. The compiler knows files by their path below the project's root and
// reads each through a FileReader, so that tests and tools can compile texts that are on no disk.

namespace ishi::compiler {

struct ReadError {
  enum Why : uint8_t {
    not_found,
    outside_root,  // above the root, or through a symbolic link that leads out of it
    not_a_file,    // a folder, a pipe, a device
    unreadable,
  };

  ReadError(Why reason, std::error_code told = {}) : why(reason), system(told) {}  // NOLINT(*explicit*)

  Why why;
  std::error_code system;  // what the system says of a file that is unreadable
};

class FileReader {
 public:
  FileReader() = default;
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;
  virtual ~FileReader() = default;

  // The bytes of the file at `path`, relative to the root, with '/'. At most 1 MiB and one byte are
  // read: enough to see that a file is too large.
  [[nodiscard]] virtual tl::expected<std::string, ReadError> read(const std::string& path) const = 0;

  // The same text for all paths by which one file can be reached.
  [[nodiscard]] virtual std::string identity(const std::string& path) const { return path; }
};

// A text, and what all paths to its file have in common (FileReader::identity).
struct IdentifiedText {
  std::string text;
  std::string identity;
};

// Files below a folder. Never blocks on a pipe, never follows a link out of the root.
class FolderReader final : public FileReader {
 public:
  explicit FolderReader(std::filesystem::path root);

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override;
  // Symbolic links resolved; relative to the root, if it lies there.
  [[nodiscard]] std::string identity(const std::string& path) const override;
  // Both at once.
  [[nodiscard]] tl::expected<IdentifiedText, ReadError> read_identified(const std::string& path) const;
  [[nodiscard]] const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

// Texts held in memory.
class MemoryReader final : public FileReader {
 public:
  void add(std::string path, std::string text) { texts_[std::move(path)] = std::move(text); }

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override;

 private:
  std::map<std::string, std::string> texts_;
};

// Texts laid over those of another reader.
class OverlaidTexts final : public FileReader {
 public:
  // `below` outlives it.
  explicit OverlaidTexts(const FileReader& below, std::map<std::string, std::string> texts = {})
      : below_(below), texts_(std::move(texts)) {}

  void add(std::string path, std::string text) { texts_[std::move(path)] = std::move(text); }

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override;
  [[nodiscard]] std::string identity(const std::string& path) const override { return below_.identity(path); }

 private:
  const FileReader& below_;
  std::map<std::string, std::string> texts_;
};

// The project's root for a file or folder: the nearest folder upward that holds `ishi.yaml`, else the
// file's own folder (or the folder itself). `path`: absolute, symbolic links resolved, and so is what is
// given. `error`: why it cannot be told.
[[nodiscard]] std::filesystem::path find_root(const std::filesystem::path& path, std::error_code& error);

// True if a path lies in a folder, or is that folder; both absolute and without links.
[[nodiscard]] bool is_inside(const std::filesystem::path& path, const std::filesystem::path& folder);

// A path in a folder as it is called there, with '/'; both as above.
[[nodiscard]] std::string relative_to(const std::filesystem::path& folder, const std::filesystem::path& path);

// `path` as seen from the folder of `from`, both relative to the root: "a/b.yaml" + "../c.yaml" is
// "c.yaml". Nothing if it is absolute or leads above the root.
[[nodiscard]] std::optional<std::string> join_paths(std::string_view from, std::string_view path);

}  // namespace ishi::compiler
