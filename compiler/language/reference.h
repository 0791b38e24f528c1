#pragma once

#include <string>
#include <vector>

namespace ishi::compiler {

// docs/language.md: the reference of what may be written, made from the language's tables. Ends with a
// line end.
[[nodiscard]] std::string language_reference();

// A row of one of its tables.
struct ReferenceRow {
  std::string owner;     // what has the field, "an action"; of a function, unit or type that
  std::string name;      // "rank", "clamp"
  std::string written;   // how it is written: "whole number, 0 to 100", or the form of a function
  std::string meaning;   // one sentence
  std::string fallback;  // its default, or empty
};

// All rows, in the order of the reference.
[[nodiscard]] std::vector<ReferenceRow> reference_rows();

}  // namespace ishi::compiler
