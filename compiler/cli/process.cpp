#include "cli/process.h"

#include <cstdlib>
#include <new>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "system/process.h"

namespace ishi::compiler::cli {

namespace {

[[noreturn]] void end_without_memory() {
  write_in_need("ishi: out of memory\n");
  std::_Exit(kUsage);
}

// Before objects are made that want memory, those of CLI11 among them.
[[gnu::constructor]] void watch_memory() { std::set_new_handler(end_without_memory); }

}  // namespace

void complain_in_need(const char* why) noexcept {
  try {
    print_message(why);
  } catch (...) {
    for (const char* part : {"ishi: ", why, "\n"})
      if (!write_in_need(part)) return;
  }
}

}  // namespace ishi::compiler::cli
