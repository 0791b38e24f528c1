#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// The texts of one run. A file is known by its path relative to the project's root, with '/' on every
// system, and by its index in order of first mention. Texts live as long as the Sources object; spans
// and syntax trees refer to them.

namespace ishi::compiler {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Lines and columns count from 1, columns in bytes of UTF-8. A byte order mark at the start of a text
// stands before column 1.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
};

class SourceFile {
 public:
  SourceFile(std::string path, std::string text);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  // Offsets past the end count as the end. O(log lines).
  [[nodiscard]] LineColumn position(uint32_t offset) const;
  // The same with columns in units of UTF-16, as editors count. O(log lines + the line).
  [[nodiscard]] LineColumn utf16_position(uint32_t offset) const;
  // The text of a line (from 1) without its line end; empty if there is no such line.
  [[nodiscard]] std::string_view line(uint32_t number) const;

 private:
  std::string path_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

// The form in which somebody who works in one folder sees paths below the root, which may be another.
struct Viewpoint {
  std::string prefix;  // what leads from there to the root: "", "a/b/", "../"
  std::string here;    // or, if they work below the root, where: "a/b"
  std::string root;    // the root's own path, for messages; empty where that is nobody's business

  // A path relative to the root, so that it can be opened from there.
  [[nodiscard]] std::string shown(const std::string& path) const;
};

class Sources {
 public:
  // Adds a text under a path; the same path twice gives two files.
  uint32_t add(std::string path, std::string text);
  // The same for a file that several Sources share.
  uint32_t add(std::shared_ptr<const SourceFile> file);
  // A file of another Sources, shown by the path by which that one shows it.
  uint32_t add(const Sources& other, uint32_t index);

  [[nodiscard]] const SourceFile& file(uint32_t index) const { return *files_[index].file; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(files_.size()); }
  // The bytes of a span; what lies past the end of the file is left out.
  [[nodiscard]] std::string_view text(Span span) const;

  // From where messages show the paths of files that are added from now on. Blobs hold paths relative to
  // the root.
  void show_from(Viewpoint viewpoint) { viewpoint_ = std::move(viewpoint); }
  [[nodiscard]] const Viewpoint& viewpoint() const { return viewpoint_; }
  [[nodiscard]] const std::string& shown_path(uint32_t index) const { return files_[index].shown_path; }

 private:
  struct ShownFile {
    std::shared_ptr<const SourceFile> file;
    std::string shown_path;
  };

  std::vector<ShownFile> files_;
  Viewpoint viewpoint_;
};

}  // namespace ishi::compiler
