#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/input/inputs.h"
#include "resolve/parsed_files.h"
#include "source/project_files.h"

// `check --fix`: mends what has exactly one mend.

namespace ishi::compiler::cli {

// A text mended again and again until nothing is left to mend, though never with more errors than before:
// of all that was on the way what has the fewest, and of these the last. So mending twice is mending once.
struct Mending {
  std::string text;         // the same if nothing was mended
  size_t count = 0;         // of diagnostics
  bool is_refused = false;  // there were mends, but with them the errors would be more
};
[[nodiscard]] Mending mend(const Input& input, std::string text, const ProjectFiles& files,
                           ParsedFiles& parsed);

// What came of a file.
struct MendedFile {
  std::string path;  // as shown
  size_t count = 0;
  std::string failure;  // a sentence; empty: it was written
};

// Mends the files of the inputs, each written whole; those without a mend are not touched. In their order,
// those of which something is to be told.
[[nodiscard]] std::vector<MendedFile> mend_files(const std::vector<Input>& inputs, unsigned jobs);

}  // namespace ishi::compiler::cli
