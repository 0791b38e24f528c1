#pragma once

#include <string>
#include <string_view>

#include "workspace/completion_scope.h"

// The contents of a snippet's places until somebody writes something else, so that it compiles as it is.

namespace ishi::compiler {

// An expression of a type, such as `0.5`, `2m`, `self` or a key; empty if there is none at hand.
[[nodiscard]] std::string usual_operand(const CompletionScope& scope, const Type& type);
[[nodiscard]] std::string usual_number(Quantity quantity);

// The parentheses behind a function or a curve of this name: "(${1:0}, ${2:1})".
[[nodiscard]] std::string usual_arguments(const CompletionScope& scope, std::string_view function);

// The arguments that a task, goal or event must be given: "{ where: ${1:self} }"; empty if it needs none.
// `number`: of the place before them.
[[nodiscard]] std::string usual_call(const CompletionScope& scope, std::string_view callee, int number = 0);

// The value of a field, with its places: "${1:true}"; empty if it is more than one word.
[[nodiscard]] std::string usual_value(const CompletionScope& scope, const Field& field);

}  // namespace ishi::compiler
