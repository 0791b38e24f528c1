#pragma once

#include <string_view>
#include <vector>

#include "resolve/include.h"

namespace ishi::compiler {

// The places that name a task or goal in the texts of a build besides its declaration, in text order: steps,
// what extends a goal, and what tests expect.
[[nodiscard]] std::vector<Span> uses_of_verb(const Units& units, std::string_view name);

}  // namespace ishi::compiler
