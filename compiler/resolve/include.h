#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "resolve/parsed_files.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "syntax/tree.h"

// Brings a file and all that it includes together, as though written in one.

namespace ishi::compiler {

struct SourceUnit {
  uint32_t file = 0;  // in Sources
  Tree tree;
  std::shared_ptr<const ParsedFile> parsed;  // of an included file: owns the texts of `tree`
};

// The files of one compilation: the main file first, then the others in order of first mention.
struct Units {
  std::deque<SourceUnit> units;
  // The same files in the order in which their contents count: an included file before its includer.
  std::vector<const SourceUnit*> in_order;
  uint32_t main_file = 0;
  bool is_complete = true;  // every file that is included could be read
};

// Reads `path` (relative to the root) and what it includes. A file that cannot be read is a diagnostic
// at the place that includes it; `path` itself must be readable (the caller has its text). Included files
// are taken from `included`, which other compilations may share.
Units load_units(const std::string& path, std::string text, const FileReader& reader, ParsedFiles& included,
                 Sources& sources, Diagnostics& diagnostics);

}  // namespace ishi::compiler
