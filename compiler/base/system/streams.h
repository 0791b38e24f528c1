#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

// The standard streams as a server uses them: read in one thread, and written whole.

namespace ishi::compiler {

// The standard input, which one thread reads.
class StandardInput {
 public:
  StandardInput();
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput();

  // Waits for bytes and takes some: how many; none at the end of the input, where it cannot be read, and
  // after stop().
  [[nodiscard]] size_t read(std::span<char> buffer);
  // True if read() would not wait: bytes are there, or the input has ended.
  [[nodiscard]] bool has_bytes() const;
  // Ends a read that waits, and those that come. Any thread.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Writes all to the standard output. False if nobody reads it any more.
[[nodiscard]] bool write_standard_output(std::string_view bytes);

}  // namespace ishi::compiler
