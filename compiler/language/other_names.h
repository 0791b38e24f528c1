#pragma once

#include <string>

#include "language/field.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// What to write for a field that the mapping does not have, where its name or value tells what is meant:
// `duration` of a task, `condition` of an action, the type of a key behind its name. Empty where nothing
// does.
[[nodiscard]] std::string other_name_help(const Mapping& mapping, const Entry& entry);

}  // namespace ishi::compiler
