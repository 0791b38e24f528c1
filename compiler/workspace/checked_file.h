#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "pipeline/pipeline.h"
#include "source/sources.h"
#include "workspace/name_index.h"

// What a compilation has found out about one text, as editors ask for it.

namespace ishi::compiler {

// Which text of a file something was made of. Texts are counted over the life of a workspace; the same bytes
// keep their number.
struct Dependency {
  std::string path;
  uint64_t revision = 0;  // 0: the file cannot be read
};

struct CheckedFile {
  std::string path;
  int version = 0;                       // of the text, as its editor counts
  std::vector<Dependency> dependencies;  // the file itself, then what was asked for

  Sources sources;          // the file itself has the number 0
  Diagnostics diagnostics;  // of all phases before programs
  NameUses uses;
  std::unique_ptr<Program> program;
  NameIndex index;
  Verdict verdict;  // without what analysis finds
  bool has_errors = false;
  bool knows_names = false;  // all files could be read, so names have been looked up

  [[nodiscard]] const Tree& tree() const { return program->units.units.front().tree; }
  [[nodiscard]] std::string_view text() const { return sources.file(0).text(); }
};

enum class CheckDepth : uint8_t { names, programs };

// Compiles a text up to its programs, without analysis, or only as far as names are known. `dependencies` are
// left to the caller.
[[nodiscard]] std::shared_ptr<CheckedFile> check_file(const std::string& path, std::string text,
                                                      const FileReader& reader, ParsedFiles& included,
                                                      CheckDepth depth = CheckDepth::programs);

// All that `ishi check` says of it, with what analysis finds. Nothing if `stop` became true.
[[nodiscard]] std::optional<Verdict> analyze_file(const CheckedFile& checked, const std::atomic<bool>* stop);

}  // namespace ishi::compiler
