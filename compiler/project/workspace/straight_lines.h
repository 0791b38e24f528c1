#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// An expression of one key that is straight lines: its ends, and where it bends.
struct StraightLines {
  std::string key;
  std::vector<std::string> points;  // "[30m, 0.5]", as a curve has them
};

// The lines of a part of an expression of a file, a number; nothing if it depends on anything else than one
// key with a range, leaves 0..1, is curved, or jumps. It is compiled and looked at in some thousand places of
// the key's range: there the lines are as near to it as numbers of a few digits can be.
[[nodiscard]] std::optional<StraightLines> straight_lines(const CheckedFile& checked, std::string_view part,
                                                          const FileReader& reader);

}  // namespace ishi::compiler
