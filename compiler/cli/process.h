#pragma once

// The set-up of the tool's process. Without memory it ends at once, with a message:
// much of the C++ library cannot go on. What it was writing then is like what a killed one leaves.

namespace ishi::compiler::cli {

// To be called before anything else. A standard stream that is closed is then one that cannot be used, so
// that no output takes its number and gets messages into it. A file that grows beyond what the shell allows
// (`ulimit -f`) is then an error of writing as a full disk is, which ends no process.
void prepare_process();

// Says why the tool ends, when there may be no memory, and no stderr to say it on. Never throws.
void complain_in_need(const char* why) noexcept;

}  // namespace ishi::compiler::cli
