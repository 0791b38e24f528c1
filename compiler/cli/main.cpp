#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/command_line/command_line.h"
#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/process.h"
#include "system/process.h"

namespace ishi::compiler::cli {
namespace {

// CLI11 allocates before main() begins, where nobody could catch that there is no memory.
__attribute__((constructor(101))) void end_without_memory() {
  std::set_new_handler([] {
    std::set_new_handler(nullptr);
    complain_in_need("out of memory");
    std::_Exit(kUsage);
  });
}

}  // namespace
}  // namespace ishi::compiler::cli

int main(int count, char** arguments) {
  using namespace ishi::compiler::cli;
  std::set_new_handler(nullptr);
  ishi::compiler::prepare_standard_streams();
  ishi::compiler::keep_freed_memory();
  try {
    const int code = CommandLine().run(ishi::compiler::arguments_in_utf8(count, arguments));
    if (std::fflush(stdout) == 0) return code;
    complain("the output cannot be written: {}", std::generic_category().message(errno));
  } catch (const std::bad_alloc&) {  // of the system, where it says no more than that
    complain_in_need("out of memory");
  } catch (const std::system_error& error) {
    constexpr std::string_view kOfStream = "cannot write to file";  // as fmt calls standard output
    const bool is_of_stream = std::string_view(error.what()).starts_with(kOfStream);
    complain_in_need(is_of_stream ? ("the output cannot be written: " + error.code().message()).c_str()
                                  : error.what());
  } catch (const std::exception& error) {
    complain_in_need(error.what());
  }
  return kUsage;
}
