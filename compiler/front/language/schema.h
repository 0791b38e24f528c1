#pragma once

#include <array>
#include <string>
#include <vector>

#include "language/field.h"

namespace ishi::compiler {

// The names that a project declares, by section: what an editor offers where one is expected.
using ProjectNames = std::array<std::vector<std::string>, kSectionCount>;

// The JSON Schema (draft 7) of source files, for editors: made from the language's tables, so it knows
// every field, its documentation, its default and its form. Ends with a line end.
//
// It refuses nothing that the compiler takes. The names of `names` are examples: others are taken as well,
// since they may be declared by now.
[[nodiscard]] std::string json_schema(const ProjectNames& names = {});

}  // namespace ishi::compiler
