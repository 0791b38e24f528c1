#pragma once

#include <string>
#include <tl/expected.hpp>

namespace ishi::compiler::cli {

// True if this is no file, but the name of a game that runs and lets viewers join: "arena" or "arena-1234".
[[nodiscard]] bool is_running_game(const std::string& name);

// Joins a game for a moment and takes what it streams, as a recording: what its dashcam keeps, and a second
// more. Or why that cannot be, in a sentence.
[[nodiscard]] tl::expected<std::string, std::string> record_running_game(const std::string& name);

}  // namespace ishi::compiler::cli
