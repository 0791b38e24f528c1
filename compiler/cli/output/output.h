#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler::cli {

// Writes a file so that it is the old or the new one at every moment: to a temporary name beside it,
// then renamed. A file that holds these bytes already is left untouched, its time included. Makes the
// folders above it. An empty string, or why it could not be done.
[[nodiscard]] std::string write_file(const std::filesystem::path& named, std::string_view bytes);

// Before files are written: deletes what runs that were killed have left beside them. Runs at the same time
// lose nothing.
void remove_leftovers_beside(const std::vector<std::filesystem::path>& outputs);

// True if the output that `option` names is this source, by any path; says so on stderr then.
// Also true, after a message, if the system does not tell.
[[nodiscard]] bool overwrites(const std::filesystem::path& output, std::string_view option,
                              const std::filesystem::path& source);

}  // namespace ishi::compiler::cli
