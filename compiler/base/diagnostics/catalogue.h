#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ishi/compiler/code.h"
#include "ishi/compiler/diagnostic.h"

// The catalogue: one page for each diagnostic code, diagnostics/rules/IS104.md. `ishi explain`,
// docs/diagnostics.md, SARIF's rules and the test that compiles every example are made from it.

namespace ishi::compiler {

struct CatalogueRow {
  Code code = {};
  Severity severity = Severity::error;
  std::string_view title;   // a few words, lower case: what is wrong
  std::string explanation;  // why it is refused and what to do; a paragraph a line, an empty line between
  std::string_view wrong;   // a whole source file that gets this code and no other; empty where the fault
                            // cannot be shown in print (an encoding, a size)
  std::string_view right;   // the same file without the fault: no diagnostics at all
};

// Reads the page `name` ("IS104.md"); nothing if it is not in this form:
//
//   # title, then `error` or `warning`, then paragraphs; `## Wrong` and `## Right`, each with one block of YAML,
//   either of which may be missing. Empty lines stand between the parts.
//
// The row's views point into `page`.
[[nodiscard]] std::optional<CatalogueRow> read_catalogue_page(std::string_view name, std::string_view page);

// All rows, by code. The first call reads the pages; any thread may make it.
[[nodiscard]] std::span<const CatalogueRow> catalogue();

// The row of a code; every code has one.
[[nodiscard]] const CatalogueRow& catalogue_row(Code code);

// "IS104".
[[nodiscard]] std::string code_text(Code code);

}  // namespace ishi::compiler
