#include "cli/dap/loopback.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace ishi::compiler::cli {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

std::string fault(std::string_view what) {
  return fmt::format("{}: {}", what, std::generic_category().message(errno));
}

// A message begins with its length. What a browser sends begins with a verb of HTTP, and has a length only
// further on.
bool begins_as_debugger(int socket) {
  constexpr std::string_view kBegin = "Content-Length:";
  constexpr int kMostMilliseconds = 5000;
  std::array<char, kBegin.size()> bytes{};
  for (int turn = 0; turn < 50; ++turn) {
    pollfd wait = {socket, POLLIN, 0};
    if (::poll(&wait, 1, kMostMilliseconds) <= 0) return false;
    const ssize_t count = ::recv(socket, bytes.data(), bytes.size(), MSG_PEEK);
    if (count <= 0) return false;
    if (::strncasecmp(bytes.data(), kBegin.data(), static_cast<size_t>(count)) != 0) return false;
    if (static_cast<size_t>(count) == bytes.size()) return true;
    ::usleep(100'000);
  }
  return false;
}

}  // namespace

std::string take_client(uint16_t port, const std::function<void(uint16_t)>& listens) {
  const Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (listener.number() < 0) return fault("there is no socket");
  const int yes = 1;
  static_cast<void>(::setsockopt(listener.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  auto* const raw = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener.number(), raw, sizeof address) != 0 || ::listen(listener.number(), 1) != 0)
    return fault(fmt::format("port {} cannot be listened on", port));
  socklen_t length = sizeof address;
  if (::getsockname(listener.number(), raw, &length) != 0) return fault("the port is not known");
  listens(ntohs(address.sin_port));
  while (true) {
    const int client = ::accept(listener.number(), nullptr, nullptr);
    if (client < 0 && errno == EINTR) continue;
    if (client < 0) return fault("nobody can be let in");
    const Descriptor own(client);
    if (!begins_as_debugger(client)) continue;
    if (::dup2(client, STDIN_FILENO) < 0 || ::dup2(client, STDOUT_FILENO) < 0)
      return fault("the connection cannot be used");
    return {};
  }
}

}  // namespace ishi::compiler::cli
