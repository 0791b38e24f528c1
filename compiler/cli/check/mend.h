#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/input/inputs.h"

// `check --fix`: mends what has exactly one mend.

namespace ishi::compiler::cli {

// The result of a file.
struct MendedFile {
  std::string path;  // as shown
  size_t count = 0;
  std::string failure;  // a sentence; empty: it was written
};

// Mends the files of the inputs, each written whole; those without a mend are not touched. In their order,
// those of which something is to be told.
[[nodiscard]] std::vector<MendedFile> mend_files(const std::vector<Input>& inputs, unsigned jobs);

}  // namespace ishi::compiler::cli
