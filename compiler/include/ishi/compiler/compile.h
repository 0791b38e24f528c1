#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// The compiler as a library: one source file and what it includes become one blob, or diagnostics.
//
// A function of the texts alone: no clock, no locale, no environment. Any thread; several at once need
// nothing of each other. Memory and time are bounded by the limits on sources.

namespace ishi::compiler {

class FileReader;
class ParsedFiles;
class Sources;

struct CompileOptions {
  bool strip = false;        // leave names and places out of the blob
  bool all_agents = false;   // compile included agents, too, as the designers' tests need them
  bool needs_blob = true;    // false: diagnostics only
  bool analyzes = false;     // find out what agents can never do; takes some ten milliseconds
  bool is_thorough = false;  // take about a second for each agent
  // The files that other compilations below the same root have read already, so that each included file is
  // read and parsed once; several threads may share it. Null: nobody shares.
  ParsedFiles* included = nullptr;
};

struct Compilation : Verdict {
  bool has_errors = false;
  std::vector<uint8_t> blob;  // empty after errors, or if there are no agents to compile
};

// Compiles the file `path` (relative to the reader's root) whose content is `text`. Included files are
// read through `reader`. `sources` receives every file that was read, the main one first of them;
// spans of the diagnostics refer to it, so one Sources can serve many compilations.
Compilation compile(const std::string& path, std::string text, const FileReader& reader,
                    const CompileOptions& options, Sources& sources);

}  // namespace ishi::compiler
