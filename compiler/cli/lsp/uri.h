#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ishi::compiler::cli {

// The path of a `file:` URI, percent signs decoded; nothing for other schemes and what is no URI.
[[nodiscard]] std::optional<std::string> path_of_uri(std::string_view uri);
// The other way round, of an absolute path.
[[nodiscard]] std::string uri_of_path(const std::filesystem::path& path);

}  // namespace ishi::compiler::cli
