#include "system/process.h"

#include <fcntl.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <csignal>
#include <fstream>

namespace ishi::compiler {

void prepare_standard_streams() {
  std::signal(SIGXFSZ, SIG_IGN);
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest number that is free, which is this one.
    static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMostKept = 256 << 20;    // bytes at the top of the heap
  constexpr int kLargestKept = 32 << 20;  // bytes of one block; glibc takes no more
  mallopt(M_TRIM_THRESHOLD, kMostKept);
  mallopt(M_MMAP_THRESHOLD, kLargestKept);
#endif
}

std::vector<std::string> arguments_in_utf8(int count, char** arguments) {
  return {arguments, arguments + count};
}

bool write_in_need(std::string_view text) noexcept {
  return ::write(STDERR_FILENO, text.data(), text.size()) >= 0;
}

std::string random_bytes(size_t count) {
  std::string bytes(count, '\0');
  std::ifstream source("/dev/urandom", std::ios::binary);
  if (!source.read(bytes.data(), static_cast<std::streamsize>(count))) return {};
  return bytes;
}

}  // namespace ishi::compiler
