#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// Files of the tool's own, read and written as a whole.

namespace ishi::compiler {

// The bytes of a regular file. Nothing if it cannot be read, is no such file or has more than `most` bytes.
[[nodiscard]] std::optional<std::string> read_whole(const std::filesystem::path& path, size_t most);

// Writes a file so that it is the old or the new one at every moment, whoever else writes it: to a temporary
// name beside it, then renamed. An old file's permissions are kept. Its folder must be there. An empty
// string, or why it could not be done.
[[nodiscard]] std::string replace_whole(const std::filesystem::path& path, std::string_view bytes);

}  // namespace ishi::compiler
