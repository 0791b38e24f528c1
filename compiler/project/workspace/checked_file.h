#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "ishi/asset.h"
#include "pipeline/pipeline.h"
#include "source/sources.h"
#include "source/stop.h"
#include "workspace/name_index.h"

// The result of compiling one text, as editors ask for it.

namespace ishi::compiler {

// The text of a file from which something was made. Texts are counted over the life of a workspace; the same
// bytes keep their number.
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
  std::unique_ptr<Program> program;  // `diff` takes claims out of its own
  NameIndex index;
  Verdict verdict;  // without what analysis finds; only of CheckDepth::programs
  bool has_errors = false;
  bool knows_names = false;  // all files could be read, so names have been looked up

  [[nodiscard]] const Tree& tree() const { return program->units.units.front().tree; }
  [[nodiscard]] std::string_view text() const { return sources.file(0).text(); }
};

// The depth to which a text is compiled: `model` as far as everything is typed; `names` with an index of all
// names for editors besides; `programs` with both, up to its programs.
enum class CheckDepth : uint8_t { model, names, programs };

// Compiles a text without analysis: the one way from a file to a project that is known, for editors and for
// the verbs of the tool. `dependencies` are left to the caller. Paths are shown as seen from `viewpoint`.
// Null once it is stopped.
[[nodiscard]] std::shared_ptr<CheckedFile> check_file(const std::string& path, std::string text,
                                                      const FileReader& reader, ParsedFiles& included,
                                                      CheckDepth depth = CheckDepth::programs,
                                                      const Viewpoint& viewpoint = {},
                                                      const Stop* stop = nullptr);

// Its first error with its place, as a sentence without its full stop; empty if it has none.
[[nodiscard]] std::string first_error(const CheckedFile& checked);

// All diagnostics that `ishi check` reports of it, with the findings of analysis; `is_thorough`: takes about
// a second an agent. `operations`: a budget of further operations, whose rest is written back; may be null.
// Nothing if it was stopped.
[[nodiscard]] std::optional<Verdict> analyze_file(const CheckedFile& checked, const Stop* stop = nullptr,
                                                  bool is_thorough = false, uint64_t* operations = nullptr);

// Its blob; `diagnostics`: get what is found on the way, and hold what was found before. Empty after errors,
// or if there are no agents to compile.
[[nodiscard]] std::vector<uint8_t> blob_of(const CheckedFile& checked, const CompileOptions& options,
                                           Diagnostics& diagnostics);

// The asset of all agents of a file, and what was found while it was made. Any thread may read it.
struct FileAsset {
  Diagnostics diagnostics;  // with those of the file
  Asset asset;              // nothing is loaded after errors, or without agents
  Status status;            // the status of loading it
};
[[nodiscard]] std::shared_ptr<const FileAsset> asset_of(const CheckedFile& checked);

}  // namespace ishi::compiler
