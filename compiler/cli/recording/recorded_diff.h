#pragma once

#include "cli/verbs.h"

namespace ishi::compiler::cli {

// Prints which decisions of a recording would be others with other sources. An exit code.
int diff_recorded(const DiffOptions& options);

}  // namespace ishi::compiler::cli
