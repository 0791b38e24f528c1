#include "system/streams.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "system/posix/descriptor.h"

namespace ishi::compiler {

struct StandardInput::State {
  std::array<int, 2> stop = {-1, -1};  // a pipe, closed to end reading; WASI has none
};

StandardInput::StandardInput() : state_(std::make_unique<State>()) {
  if (::pipe(state_->stop.data()) != 0) state_->stop = {-1, -1};
}

StandardInput::~StandardInput() {
  for (const int end : state_->stop) {
    if (end >= 0) ::close(end);
  }
}

size_t StandardInput::read(std::span<char> buffer) {
  if (state_->stop[0] >= 0) {
    std::array<pollfd, 2> waits = {pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{state_->stop[0], POLLIN, 0}};
    if (uninterrupted([&] { return ::poll(waits.data(), waits.size(), -1); }) < 0) return 0;
    if (waits[1].revents != 0) return 0;
  }
  const ssize_t count = uninterrupted([&] { return ::read(STDIN_FILENO, buffer.data(), buffer.size()); });
  return count < 0 ? 0 : static_cast<size_t>(count);
}

bool StandardInput::has_bytes() const {
  pollfd waits = {STDIN_FILENO, POLLIN, 0};
  return ::poll(&waits, 1, 0) > 0;
}

void StandardInput::stop() {
  if (state_->stop[1] >= 0) ::close(state_->stop[1]);
  state_->stop[1] = -1;
}

bool write_standard_output(std::string_view bytes) {
  // A client that has died shows in what cannot be written.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  while (!bytes.empty()) {
    const ssize_t count = uninterrupted([&] { return ::write(STDOUT_FILENO, bytes.data(), bytes.size()); });
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace ishi::compiler
