#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "ishi/compiler/diagnostic.h"
#include "source/one_time.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "syntax/tree.h"

// Files that many compilations include are read and parsed once.

namespace ishi::compiler {

// A file and what its text alone says. Never changes once it is made. Spans name the file 0.
struct ParsedFile {
  std::shared_ptr<const SourceFile> source;
  Tree tree;
  std::vector<Diagnostic> findings;  // in the order of their report
};

using ParsedFileResult = tl::expected<std::shared_ptr<const ParsedFile>, ReadError>;

// The included files of several compilations that read through readers of one root. Any thread.
class ParsedFiles {
 public:
  ParsedFiles() = default;
  // The same files as `others`, which outlives this, but for the one at `changed`, which is read anew.
  ParsedFiles(ParsedFiles& others, std::string changed) : others_(&others), changed_(std::move(changed)) {}

  // The file at `path`, read and parsed by whoever asks first.
  [[nodiscard]] ParsedFileResult get(const std::string& path, const FileReader& reader);

 private:
  struct Slot {
    OneTime once;
    ParsedFileResult result = tl::unexpected(ReadError::unreadable);
  };

  ParsedFiles* others_ = nullptr;
  std::string changed_;
  std::mutex mutex_;  // of the map; what a slot holds is guarded by its flag
  std::map<std::string, Slot> slots_;
};

}  // namespace ishi::compiler
