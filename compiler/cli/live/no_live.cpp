#include "cli/exit_code.h"
#include "cli/live/live_recording.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"

// In place of live.cpp, where the system has no sockets of POSIX.

namespace ishi::compiler::cli {

int run_live(const LiveOptions& /*options*/) {
  complain("this ishi cannot look into running games: its system has no sockets of POSIX");
  return kUsage;
}

bool is_running_game(const std::string& /*name*/) { return false; }

tl::expected<std::string, std::string> record_running_game(const std::string& /*name*/) {
  return tl::unexpected(std::string("this ishi cannot look into running games"));
}

}  // namespace ishi::compiler::cli
