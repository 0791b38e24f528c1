#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/verbs.h"

namespace ishi::compiler::cli {

// True if the file that --kernels names can be what it is to be; if not, says so on stderr.
[[nodiscard]] bool check_kernels(const BuildOptions& options);

// Writes the kernels of these blobs to the file that --kernels names, and their header beside it. Returns an
// exit code, after a message.
[[nodiscard]] int write_kernels(const BuildOptions& options, const std::vector<std::filesystem::path>& blobs);

}  // namespace ishi::compiler::cli
