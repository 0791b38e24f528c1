#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ishi/asset.h"

// The score programs of agents as C++ (ishi/kernels.h).

namespace ishi::compiler {

struct KernelFile {
  std::string_view file_name;   // of the .cpp, without folders: it reads itself once for each instruction set
  std::string_view name_space;  // in which `kernels` stands
};

// A file with a kernel for each agent of the assets that has a program; agents with the same id and program
// have one. The same text for the same assets in the same order.
[[nodiscard]] std::string kernels_source(const KernelFile& file, std::span<const Asset* const> assets);
// The header that declares what the file defines.
[[nodiscard]] std::string kernels_header(const KernelFile& file);

}  // namespace ishi::compiler
