#pragma once

#include <cstdio>

#include "ishi/record/recorder.h"

// Files that recordings go to.

namespace ishi::record {

// Opens a file, empties it, and keeps other recorders off it, of this process or another one, until it is
// closed or the game dies. Where the file system has no locks others are not kept off. Errors: cannot_write,
// path_in_use, after which the file is as it was.
[[nodiscard]] Result open_output(const char* path, std::FILE*& file);

}  // namespace ishi::record
