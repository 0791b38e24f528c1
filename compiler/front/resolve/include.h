#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "resolve/parsed_files.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "syntax/tree.h"

// Brings a file and all that it includes or imports together.

namespace ishi::compiler {

// `alias: path` in a file's `import`.
struct Import {
  static constexpr uint32_t kNotRead = 0xffff'ffff;

  std::string_view alias;
  Span span;              // of the alias
  std::string_view path;  // as written
  uint32_t unit = kNotRead;
};

struct SourceUnit {
  uint32_t file = 0;  // in Sources
  std::string path;   // relative to the root
  Tree tree;
  std::shared_ptr<const ParsedFile> parsed;  // of an included file: owns the texts of `tree`
  std::vector<uint32_t> includes;            // units
  std::vector<Import> imports;
};

// The files of one compilation: the main file first, then the others in order of first mention.
struct Units {
  std::deque<SourceUnit> units;
  // The same files in the order in which their contents count: an included or imported file before the other.
  std::vector<const SourceUnit*> in_order;
  uint32_t main_file = 0;
  bool is_complete = true;  // every file that is included or imported could be read
};

// Reads `path` (relative to the root), what it includes and what it imports. A file that cannot be read is a
// diagnostic at the place that names it; `path` itself must be readable (the caller has its text). Included
// files are taken from `included`, which other compilations may share.
Units load_units(const std::string& path, std::string text, const FileReader& reader, ParsedFiles& included,
                 Sources& sources, Diagnostics& diagnostics);

}  // namespace ishi::compiler
