#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "syntax/tree.h"

// Changes of a text that leave the rest of it as it was written.

namespace ishi::compiler {

// The bytes of an entry or item, from its key to the end of its value.
[[nodiscard]] Span child_span(const Node& container, size_t index);
[[nodiscard]] size_t child_count(const Node& container);

// The text that must go with an entry or item that is taken out: its comma or its lines. Nothing if that
// cannot be done by taking out bytes alone, or where nothing would be left.
[[nodiscard]] std::optional<Span> removal_span(std::string_view text, const Node& container, size_t index);

// A child and the one behind it in the other order, for the bytes from the begin of the one to the end of the
// other.
[[nodiscard]] std::string swapped_text(std::string_view text, const Node& container, size_t index);

}  // namespace ishi::compiler
