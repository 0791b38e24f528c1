#pragma once

// The set-up of the tool's process. Without memory it ends at once, with a message:
// much of the C++ library cannot go on. What it was writing then is like what a killed one leaves.

namespace ishi::compiler::cli {

// Says why the tool ends, when there may be no memory, and no stderr to say it on. Never throws.
void complain_in_need(const char* why) noexcept;

}  // namespace ishi::compiler::cli
