#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "ishi/compiler/diagnostic.h"
#include "source/sources.h"

// Diagnostics for people, in a terminal: message, place, the lines concerned with the text underlined,
// notes and help. Nothing of a source text reaches the terminal raw: control characters and direction
// overrides are shown by their code points.

namespace ishi::compiler {

struct TextOptions {
  bool color = false;
  size_t most_printed = 100;  // the rest is one line: "… and 412 more"
};

// One diagnostic, ending with a line end.
[[nodiscard]] std::string render_text(const Diagnostic& diagnostic, const Sources& sources,
                                      bool color = false);

// Diagnostics in the given order with an empty line behind each. `total` is how many were found, where
// that is more than are given (Diagnostics keeps a limited number).
[[nodiscard]] std::string render_text(std::span<const Diagnostic> diagnostics, const Sources& sources,
                                      const TextOptions& options = {}, size_t total = 0);

}  // namespace ishi::compiler
