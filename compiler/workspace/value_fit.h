#pragma once

#include "workspace/completion_scope.h"

// How well a value goes with a key that would stand before it: whoever renames a key, or has lost its name,
// has written the value already.

namespace ishi::compiler {

// Above 0 if the value could be one of the field; far below if it cannot.
[[nodiscard]] double fit_of_field(const CompletionScope& scope, const Node& value, const Field& field);
// The same of a name: a key, whose literal stands there, or a task with its arguments; `doc` and `extends`.
[[nodiscard]] double fit_of_name(const CompletionScope& scope, const Node& value, const Candidate& candidate);

}  // namespace ishi::compiler
