#pragma once

#include <string>

#include "cli/dap/debug_server.h"

namespace ishi::compiler::cli {

struct DebugServer::Failure {
  std::string message;
  bool is_late = false;  // the editor asked about a moment that is over, since the run has moved meanwhile
};

// The arguments of `launch`.
struct DebugServer::Launch {
  std::string arguments;  // as JSON, to launch it again
  std::string agents;     // the expression that threads must meet; empty: all are listed
};

}  // namespace ishi::compiler::cli
