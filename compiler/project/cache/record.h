#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"
#include "source/content_hash.h"

// The cache's record of one source text: the result of compiling it, once for each state of the files that it
// includes and imports.

namespace ishi::compiler {

struct Variant {
  // The files that the compilation asked for, relative to the root, and the hash of what they were
  // (inputs_hash).
  std::vector<std::string> asked;
  ContentHash inputs;

  // The result of a compilation without errors.
  std::vector<std::string> sources;  // the paths of its Sources, in their order: spans name these
  Verdict verdict;
  uint64_t blob_bytes = 0;  // 0: there is no blob
  ContentHash blob;

  [[nodiscard]] bool says_nothing() const {
    return verdict.diagnostics.empty() && verdict.silenced.empty() && verdict.unneeded.empty() &&
           verdict.unused.empty();
  }
};

struct Record {
  static constexpr size_t kMostVariants = 8;

  std::vector<Variant> variants;  // the newest first
};

// The bytes of a record, which end in their own hash.
[[nodiscard]] std::string encode(const Record& record);

// Any bytes: nothing if they are not exactly what `encode` gave for some record.
[[nodiscard]] std::optional<Record> decode(std::string_view bytes);

}  // namespace ishi::compiler
