#pragma once

#include <vector>

#include "workspace/ask/file_difference.h"

namespace ishi::compiler::cli {

// For people, and for programs.
void print_differences(const std::vector<FileDifference>& files);
void print_differences_json(const std::vector<FileDifference>& files);

}  // namespace ishi::compiler::cli
