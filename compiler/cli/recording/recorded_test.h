#pragma once

#include "cli/verbs.h"

namespace ishi::compiler::cli {

// Prints a moment of a recording as a test that passes, an exit code.
int write_recorded_test(const TestOptions& options);

}  // namespace ishi::compiler::cli
