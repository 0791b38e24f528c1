#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/diagnostics.h"
#include "syntax/tree.h"

// Reads a text the way the compiler does and shows what came of it, for tests.

namespace ishi::compiler::test {

struct Reading {
  std::string text;
  Diagnostics diagnostics;
  Tree tree;

  explicit Reading(std::string source);
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  [[nodiscard]] const Node& root() const { return *tree.root; }
  // The source bytes of a span.
  [[nodiscard]] std::string_view at(Span span) const {
    return std::string_view(text).substr(span.begin, span.end - span.begin);
  }
};

// One line for each diagnostic, sorted: "LINE:COLUMN CODE «the underlined bytes» message".
[[nodiscard]] std::string faults(std::string text);

// The diagnostics as the tool prints them, of a file named a.ishi.yaml.
[[nodiscard]] std::string rendered(std::string text);

// The text after all the edits that its diagnostics offer.
[[nodiscard]] std::string mended(std::string text);

// The tree in one line: scalars as <text> or "text" (quoted), lists as [a, b], blocks as {key: value},
// poisoned values as ?.
[[nodiscard]] std::string shape(const Node& node);
[[nodiscard]] std::string shape(std::string text);

}  // namespace ishi::compiler::test
