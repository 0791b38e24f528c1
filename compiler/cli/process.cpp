#include "cli/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <new>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"

namespace ishi::compiler::cli {

namespace {

[[noreturn]] void end_without_memory() {
  constexpr std::string_view kMessage = "ishi: out of memory\n";
  static_cast<void>(::write(STDERR_FILENO, kMessage.data(), kMessage.size()) < 0);
  ::_exit(kUsage);
}

// Before objects are made that want memory, those of CLI11 among them.
[[gnu::constructor]] void watch_memory() { std::set_new_handler(end_without_memory); }

}  // namespace

void prepare_process() {
  std::signal(SIGXFSZ, SIG_IGN);
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest number that is free, which is this one.
    static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

void complain_in_need(const char* why) noexcept {
  try {
    print_message(why);
  } catch (...) {
    for (const char* part : {"ishi: ", why, "\n"})
      if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) return;
  }
}

}  // namespace ishi::compiler::cli
