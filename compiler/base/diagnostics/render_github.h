#pragma once

#include <span>
#include <string>

#include "ishi/compiler/diagnostic.h"
#include "source/sources.h"

namespace ishi::compiler {

// Diagnostics as GitHub's workflow commands, which annotate a change where they are printed by one of its
// actions: `::error file=a.ishi.yaml,line=2,col=3,endLine=2,endColumn=8,title=IS102::message`, one a line.
// Columns are in units of UTF-16; the end's is there where it is on the line of the beginning.
[[nodiscard]] std::string render_github(std::span<const Diagnostic> diagnostics, const Sources& sources);

}  // namespace ishi::compiler
