#pragma once

#include "cli/verbs.h"

namespace ishi::compiler::cli {

// Prints the timeline of an agent of a recording. An exit code.
int play_recorded(const PlayOptions& options);

}  // namespace ishi::compiler::cli
