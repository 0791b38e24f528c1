#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/name_index.h"

namespace ishi::compiler {

// The part of a name that is written at a place, and the kinds of names that can stand there; empty if no
// other file could declare one.
struct WantedName {
  std::string_view written;
  uint32_t begin = 0, end = 0;  // of the whole name
  std::vector<SymbolKind> kinds;
};
[[nodiscard]] WantedName wanted_name(std::string_view text, const CheckedFile& now, const CheckedFile& names,
                                     uint32_t offset);

// Includes a file in a text: an item more of its `include`, or that line behind the first. None where
// `include` is written in another way.
[[nodiscard]] std::vector<FileEdit> include_edit(const CheckedFile& checked, const std::string& path);

// `../lib/std.ishi.yaml` as seen from a file.
[[nodiscard]] std::string path_from(const std::string& from, const std::string& to);

}  // namespace ishi::compiler
