#include <fmt/format.h>

#include <cstdio>

#include "cli/dap/debug_server.h"
#include "cli/dap/loopback.h"
#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "system/streams.h"

namespace ishi::compiler::cli {

int run_dap(const DapOptions& options) {
  if (options.port) {
    const std::string fault = take_client(*options.port, [](uint16_t port) {
      fmt::print(stderr, "ishi dap listens on 127.0.0.1:{}\n", port);
      std::fflush(stderr);
    });
    if (!fault.empty()) {
      complain("{}", fault);
      return kUsage;
    }
  }
  StandardInput input;
  MessageQueue queue(input);
  return DebugServer(queue, [](std::string_view json) { return write_standard_output(framed(json)); }).run();
}

}  // namespace ishi::compiler::cli
