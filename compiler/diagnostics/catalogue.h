#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ishi/compiler/code.h"
#include "ishi/compiler/diagnostic.h"

// The catalogue: one row for each diagnostic code. `ishi explain`, docs/diagnostics.md and the test
// that runs every example are made from it.

namespace ishi::compiler {

struct CatalogueRow {
  Code code;
  Severity severity;
  std::string_view title;  // a few words, lower case: what is wrong
  std::string_view
      explanation;         // plain words: why it is refused and what to do; paragraphs split by an empty line
  std::string_view wrong;  // a whole source file that gets this code (and nothing else); empty where
                           // the fault cannot be shown in print (an encoding, a size)
  std::string_view right;  // the same file, mended: no diagnostics at all
};

// All rows, by code.
[[nodiscard]] std::span<const CatalogueRow> catalogue();

// The row of a code; every code has one.
[[nodiscard]] const CatalogueRow& catalogue_row(Code code);

// "IS104".
[[nodiscard]] std::string code_text(Code code);

}  // namespace ishi::compiler
