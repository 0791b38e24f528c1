#pragma once

#include <string>

#include "diagnostics/catalogue.h"
#include "ishi/compiler/compile.h"
#include "source/sources.h"

// The examples of the catalogue, compiled: for docs/diagnostics.md, and for the test that holds them to
// what they show.

namespace ishi::compiler {

// Compiles an example as `example.ishi.yaml`, beside which a `library.ishi.yaml` and a folder called
// `folder.ishi.yaml` stand. Behaviour is analyzed for the codes of what that finds alone: other examples are
// so small that most of their agents can do one thing only.
[[nodiscard]] Compilation compile_example(const CatalogueRow& row, const std::string& text, Sources& sources);

// The compiler's messages about the wrong example of a row, as in a terminal without colours; empty if the
// row shows none.
[[nodiscard]] std::string said_to_wrong_example(const CatalogueRow& row);

}  // namespace ishi::compiler
