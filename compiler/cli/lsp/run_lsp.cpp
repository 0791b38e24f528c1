#include "cli/lsp/server.h"
#include "cli/verbs.h"
#include "system/streams.h"

namespace ishi::compiler::cli {

int run_lsp() {
  StandardInput input;
  MessageQueue queue(input);
  return LanguageServer(queue, [](std::string_view json) { return write_standard_output(framed(json)); })
      .run();
}

}  // namespace ishi::compiler::cli
