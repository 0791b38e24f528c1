#pragma once

#include <string>
#include <string_view>

#include "language/field.h"
#include "model/written.h"
#include "syntax/tree.h"

// The words of the reader's three files (values, records, steps) for nodes and fields in messages.

namespace ishi::compiler {

// "a list", "a single value".
[[nodiscard]] std::string_view describe(const Node& node);

// The name of a field in messages: its own, or a noun where it has none.
[[nodiscard]] std::string what(const Field& field);

// "[mon, tue]": a list of single values in brackets.
[[nodiscard]] std::string words_of_list(const Node& list);

// The text inside the quotes, where it stands in the source letter for letter.
[[nodiscard]] Span inner_span(const Node& node);

// The expression that a scalar holds, not parsed: on one line, each character where it stands in `span`. Its
// text is empty where the scalar has escapes, so that its characters stand elsewhere.
[[nodiscard]] Formula written_formula(const Node& node);

}  // namespace ishi::compiler
