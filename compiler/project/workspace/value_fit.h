#pragma once

#include "workspace/completion_scope.h"

// The fit of a value with a key that would stand before it: somebody who renames a key, or has lost its name,
// has written the value already.

namespace ishi::compiler {

inline constexpr double kNeverFits = -6;  // and below: it would not compile
// The addition to the score of a completion that is not to be offered.
inline constexpr double kOut = -1000;
// Takes out what has that, unless nothing else is left.
void leave_out_impossible(std::vector<Candidate>& candidates);

// Above 0 if the value could be one of the field; far below if it cannot.
[[nodiscard]] double fit_of_field(const CompletionScope& scope, const Node& value, const Field& field);
// The same of a name: a key, whose literal stands there, or a task with its arguments; `doc` and `extends`.
[[nodiscard]] double fit_of_name(const CompletionScope& scope, const Node& value, const Candidate& candidate);

}  // namespace ishi::compiler
