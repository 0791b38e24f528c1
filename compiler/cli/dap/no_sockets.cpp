#include "cli/dap/attach.h"
#include "cli/dap/loopback.h"

// In place of loopback.cpp and live_debuggee.cpp, where the system has no sockets of POSIX.

namespace ishi::compiler::cli {

std::string take_client(uint16_t, const std::function<void(uint16_t)>&) {
  return "on this system the debugger speaks over stdin and stdout alone";
}

tl::expected<std::unique_ptr<Debuggee>, std::string> attach_to_game(const std::string&,
                                                                    std::vector<std::string>) {
  return tl::unexpected(std::string("this ishi cannot look into running games"));
}

}  // namespace ishi::compiler::cli
