#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// The process of a tool.

namespace ishi::compiler {

// To be called before anything else. Standard streams carry bytes as they are, whatever the system would make
// of line ends. A standard stream that is closed is then one that cannot be used, so that no output takes its
// number and gets messages into it. A file that grows beyond what the shell allows (`ulimit -f`) is then an
// error of writing as a full disk is, which ends no process.
void prepare_standard_streams();

// To be called before threads start. Memory that is freed stays with the process: verbs make and drop worlds
// by the thousand, and an allocator that returns each of them to the system spends more time on page faults
// than the worlds take. Does nothing where the system's allocator has no such setting.
void keep_freed_memory();

// What main() was called with, in UTF-8, the program's name first.
[[nodiscard]] std::vector<std::string> arguments_in_utf8(int count, char** arguments);

// Writes to stderr with the system alone, where there may be no memory. Never throws.
bool write_in_need(std::string_view text) noexcept;

// As many random bytes; none if the system has none.
[[nodiscard]] std::string random_bytes(size_t count);

// Opens an address in what the system opens addresses with; nothing happens where there is none.
void open_address(const std::string& address);

// While there is one, Ctrl-C and kind requests to end the process do nothing but end wait(); for this thread
// and those that it starts.
class EndRequest {
 public:
  EndRequest();
  EndRequest(const EndRequest&) = delete;
  EndRequest& operator=(const EndRequest&) = delete;
  ~EndRequest();

  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ishi::compiler
