#pragma once

#include <string>
#include <string_view>

#include "compare/new_names.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// A node as one line of YAML, without what is only for people.
[[nodiscard]] std::string one_line(const Node& node);

// True if two texts differ in names alone that are others now. A word behind a point is a name of a section
// only behind that section's word; one of something inside of an entry may stand behind any.
[[nodiscard]] bool is_same_but_for_names(const NewNames& renames, std::string_view before,
                                         std::string_view after);

// True if one name has become another. `section`: the word before the point behind which they stand.
[[nodiscard]] bool is_renamed(const NewNames& renames, std::string_view before, std::string_view after,
                              bool is_behind_point, std::string_view section);

}  // namespace ishi::compiler
