#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compare/new_names.h"
#include "pipeline/pipeline.h"

namespace ishi::compiler {

// Something that means something else in a newer program, or is gone, or is new.
struct MeaningChange {
  enum class Kind : uint8_t { added, removed, renamed, changed, reordered };
  Kind kind = Kind::changed;
  std::string path;           // "actions.flee.gains.survival"
  std::string before, after;  // as YAML on one line; of what is renamed its names, of what is reordered those
                              // of the entries that both have
  uint32_t line = 0;          // where that stands in its file: of what is gone in the older one
  std::string file;
  std::string note{};  // what saves and reloads lose by it; empty: nothing
};

// The names that are others.
[[nodiscard]] NewNames renames_of(const std::vector<MeaningChange>& changes);

// The changes from one program to another, after include and extends, without tests: docs, comments, places,
// orders of maps that decide nothing, ways to write the same number and defaults that are written out change
// nothing, and where something has a new name, nothing does that names it. Both are without errors.
[[nodiscard]] std::vector<MeaningChange> compare_meaning(const Program& older, const Sources& older_sources,
                                                         const Program& newer, const Sources& newer_sources);

}  // namespace ishi::compiler
