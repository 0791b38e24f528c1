#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/dap/debuggee.h"

namespace ishi::compiler::cli {

// Joins a running game by its name, "arena" or "arena-1234"; `roots` as RecordingDebuggee has them. Or why
// that cannot be, in a sentence.
[[nodiscard]] tl::expected<std::unique_ptr<Debuggee>, std::string> attach_to_game(
    const std::string& name, std::vector<std::string> roots);

}  // namespace ishi::compiler::cli
