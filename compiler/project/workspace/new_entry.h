#pragma once

#include <string>
#include <string_view>

#include "syntax/tree.h"
#include "workspace/answers.h"

namespace ishi::compiler {

// True unless a section is written in such a way that no entry can be added on a line of its own.
[[nodiscard]] bool takes_entries(const Node& root, std::string_view section);

// The place of a new entry of a section, and what is written there: below the last one; or with a new
// section, before the section `before`, or at the end of the file if that is empty. `text`: of the file,
// `root` its tree. `entry`: lines, the further ones indented as seen from the first.
[[nodiscard]] FileEdit new_entry(const std::string& path, std::string_view text, const Node& root,
                                 std::string_view section, std::string_view before, std::string_view entry);

// A text with another section in the place of its own of that name, or behind all others. `root`: the tree of
// the text itself, without what it includes. `entries`: lines, indented.
[[nodiscard]] std::string with_section(std::string_view text, const Node& root, std::string_view section,
                                       std::string_view entries);

}  // namespace ishi::compiler
