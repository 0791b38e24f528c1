#include <unistd.h>

#include <csignal>

#include "cli/lsp/server.h"
#include "cli/verbs.h"

namespace ishi::compiler::cli {

int run_lsp() {
  // A client that has died shows in what cannot be written.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  MessageQueue queue(STDIN_FILENO);
  return LanguageServer(queue, [](std::string_view json) { return write_message(STDOUT_FILENO, json); })
      .run();
}

}  // namespace ishi::compiler::cli
