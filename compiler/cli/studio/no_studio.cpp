#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"

namespace ishi::compiler::cli {

int run_studio(const StudioOptions&) {
  complain("this build of the tool has no studio: it was built without civetweb (Debian: libcivetweb-dev)");
  return kUsage;
}

}  // namespace ishi::compiler::cli
