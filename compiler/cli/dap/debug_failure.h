#pragma once

#include <string>

#include "cli/dap/debug_server.h"

namespace ishi::compiler::cli {

struct DebugServer::Failure {
  std::string message;
  bool is_late =
      false;  // it is of a moment that is over: an editor asked while the run moved, and nobody need read it
};

// The arguments of `launch`.
struct DebugServer::Launch {
  std::string arguments;  // as JSON, to launch it again
  std::string agents;     // the expression that threads must meet; empty: all are listed
};

}  // namespace ishi::compiler::cli
