#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ishi/program.h"

// The functions of the expression language: one row each. A function that is a single operation of the
// score machine names it; the others are composed in lower/compositions.cpp.

namespace ishi::compiler {

struct FunctionRow {
  std::string_view name;
  // One letter an argument: n number, i integer result, u and v numbers of any unit (the same letter
  // the same unit), b condition, t any type (all the same), p point or entity, d direction, a angle,
  // l length, m the name of an action or event, o the name of an action, in a transition. In capitals: may be
  // left out. A `*` repeats the last one. With s the first argument is a set, and `it` a member of it in the
  // others.
  std::string_view arguments;
  char result;
  std::optional<OperationCode> operation;
  std::string_view form;  // "clamp(x, low, high)"
  std::string_view doc;
};

[[nodiscard]] std::span<const FunctionRow> functions();
[[nodiscard]] const FunctionRow* find_function(std::string_view name);

}  // namespace ishi::compiler
