#pragma once

#include <string>

namespace ishi::compiler {

// docs/language.md: the reference of what may be written, made from the language's tables. Ends with a
// line end.
[[nodiscard]] std::string language_reference();

}  // namespace ishi::compiler
