#pragma once

#include <string>
#include <string_view>

#include "language/field.h"
#include "syntax/tree.h"

// How the reader's three files (values, records, steps) speak of nodes and fields in messages.

namespace ishi::compiler {

// "a list", "a single value".
[[nodiscard]] std::string_view describe(const Node& node);

// How a field is called: by its name, or by what it is where it has none.
[[nodiscard]] std::string what(const Field& field);

// The text inside the quotes, where it stands in the source letter for letter.
[[nodiscard]] Span inner_span(const Node& node);

}  // namespace ishi::compiler
