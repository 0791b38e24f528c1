#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "ishi/compiler/diagnostic.h"
#include "source/sources.h"

// Diagnostics for programs.

namespace ishi::compiler {

struct FindingCounts {
  size_t errors = 0;
  size_t warnings = 0;
  size_t silenced = 0;
  size_t unfinished = 0;  // agents of which a thorough analysis might find more
};

// Any JSON as the tool prints it: indented, ending with a line end. Bytes that are not UTF-8, which JSON
// cannot hold, are replaced; characters that a terminal would obey are escaped.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);

// One object:
//   { "version": 1,
//     "diagnostics": [{ "code", "severity", "message", "file",
//                       "span": { "start": { "line", "column", "offset" }, "end": {…} }, "caption",
//                       "labels": [{ "file", "span", "text" }], "notes": ["…"], "help",
//                       "edits": [{ "file", "span", "replacement" }] }],
//     "summary": { "errors", "warnings", "silenced", "unfinished" } }
// Lines and columns count from 1, columns in bytes of UTF-8; offsets count from 0. A diagnostic of no
// file (none was read) has the file "" and zero offsets. The counts are of what was
// found, which may be more than is given.
[[nodiscard]] nlohmann::ordered_json diagnostics_json(std::span<const Diagnostic> diagnostics,
                                                      const Sources& sources, const FindingCounts& counts);
// The same as text.
[[nodiscard]] std::string render_json(std::span<const Diagnostic> diagnostics, const Sources& sources,
                                      const FindingCounts& counts);

}  // namespace ishi::compiler
