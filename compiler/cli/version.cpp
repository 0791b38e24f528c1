#include "cli/version.h"

#ifndef ISHI_VERSION
#define ISHI_VERSION "unknown"
#endif

namespace ishi::compiler::cli {

std::string_view tool_version() { return ISHI_VERSION; }

}  // namespace ishi::compiler::cli
