#pragma once

#include <string>

namespace ishi::compiler {

// The JSON Schema (draft 7) of source files, for editors: made from the language's tables, so it knows
// every field, its documentation, its default and its form. Ends with a line end.
[[nodiscard]] std::string json_schema();

}  // namespace ishi::compiler
