#include "cli/live/typed_lines.h"

#include <poll.h>
#include <unistd.h>

namespace ishi::compiler::cli {

std::optional<std::string> TypedLines::next() {
  while (reads_) {
    if (const size_t end = text_.find('\n'); end != std::string::npos) {
      std::string line = text_.substr(0, end);
      text_.erase(0, end + 1);
      return line;
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 0) <= 0) break;
    char some[256];
    const ssize_t count = ::read(STDIN_FILENO, some, sizeof some);
    if (count <= 0) {
      reads_ = false;  // its end
      break;
    }
    text_.append(some, static_cast<size_t>(count));
  }
  return std::nullopt;
}

}  // namespace ishi::compiler::cli
