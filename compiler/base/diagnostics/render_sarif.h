#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ishi/compiler/diagnostic.h"
#include "source/sources.h"

// Diagnostics as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), for code scanning and
// editors.

namespace ishi::compiler {

struct SarifRun {
  std::string_view version;  // of the tool
  bool is_complete = true;   // could all be read and written that was asked for?
};

// One log with one run, indented, ending with a line end. Its rules are the catalogue's rows of the codes
// that occur. Places are relative to the folder from which the sources are shown (%SRCROOT%), columns in
// units of UTF-16; offsets count bytes. Silenced findings stand behind the others, with their reasons. The
// bytes are a function of the arguments.
[[nodiscard]] std::string render_sarif(std::span<const Diagnostic> diagnostics,
                                       std::span<const Silenced> silenced, const Sources& sources,
                                       const SarifRun& run);

}  // namespace ishi::compiler
