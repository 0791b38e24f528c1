#pragma once

#include <cstddef>
#include <string>

#include "resolve/parsed_files.h"
#include "source/read_file.h"

// The text that `ishi check --fix` writes: with every fix that is sure.

namespace ishi::compiler {

// A text mended again and again until nothing is left to mend, though never with more errors than before:
// of all that was on the way what has the fewest, and of these the last. So mending twice is mending once.
struct Mending {
  std::string text;         // the same if nothing was mended
  size_t count = 0;         // of diagnostics
  bool is_refused = false;  // there were mends, but with them the errors would be more
};
[[nodiscard]] Mending mend(const std::string& path, std::string text, const FileReader& files,
                           ParsedFiles& parsed);

}  // namespace ishi::compiler
