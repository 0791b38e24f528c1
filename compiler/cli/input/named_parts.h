#pragma once

#include <set>
#include <string_view>
#include <utility>

#include "syntax/tree.h"

namespace ishi::compiler::cli {

// Entries of a program's sections, each by its section and name.
using NamedParts = std::set<std::pair<std::string_view, std::string_view>>;

// An agent and all that it names, directly or by way of what it names: an entry belongs to it if its name
// stands somewhere in what does, as a word. So a little more may be told than the agent uses, never less. No
// other agents, and no tests.
[[nodiscard]] NamedParts named_parts(const Node& root, std::string_view agent);

}  // namespace ishi::compiler::cli
