#pragma once

#include "cli/verbs.h"

namespace ishi::compiler::cli {

// Compares two recordings of one game, such as of two machines in lockstep: says in which frame, and in what,
// they differ first. An exit code.
int diff_recordings(const DiffOptions& options);

}  // namespace ishi::compiler::cli
