#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace ishi::compiler {

// The paths of what a folder holds, in any order: `folder` with a name behind it. What could be read before
// an `error` is returned, too. Unlike the library's iterators, which end the process then, it throws
// std::bad_alloc where there is no memory.
[[nodiscard]] std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder,
                                                             std::error_code& error);

}  // namespace ishi::compiler
