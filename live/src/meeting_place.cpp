#include "src/meeting_place.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace ishi::live {
namespace {

#if defined(MSG_NOSIGNAL)
constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
constexpr int kSendFlags = MSG_DONTWAIT;
#endif
constexpr int kBacklog = 8;

// A socket that is closed in programs that the process starts; -1 if there is none.
int make_socket(int family) {
  const int made = ::socket(family, SOCK_STREAM, 0);
  if (made < 0) return -1;
  static_cast<void>(::fcntl(made, F_SETFD, FD_CLOEXEC));
#if defined(SO_NOSIGPIPE)
  const int on = 1;
  static_cast<void>(::setsockopt(made, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on));
#endif
  return made;
}

void never_wait(int socket) {
  static_cast<void>(::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK));
}

// False if the path is too long for a socket.
bool write_address(const char* path, sockaddr_un& address) {
  std::memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  const size_t length = std::strlen(path);
  if (length + 1 > sizeof address.sun_path) return false;
  std::memcpy(address.sun_path, path, length + 1);
  return true;
}

sockaddr_in loopback_address(uint16_t port) {
  sockaddr_in address;
  std::memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

template <typename Address>
const sockaddr* any(const Address& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

int connected(int made, const sockaddr* address, socklen_t size) {
  if (made < 0) return -1;
  int result = ::connect(made, address, size);
  while (result != 0 && errno == EINTR) result = ::connect(made, address, size);
  if (result == 0) return made;
  ::close(made);
  return -1;
}

}  // namespace

uint64_t now_microseconds() {
  timespec now{};
  static_cast<void>(::clock_gettime(CLOCK_MONOTONIC, &now));
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000 + static_cast<uint64_t>(now.tv_nsec) / 1000;
}

int own_process() { return ::getpid(); }

size_t most_socket_path() { return sizeof sockaddr_un{}.sun_path; }

bool write_folder_path(std::span<char> path) {
  const auto user = static_cast<unsigned long>(::geteuid());
  const char* const runtime = std::getenv("XDG_RUNTIME_DIR");
  int length = 0;
  if (runtime != nullptr && *runtime == '/') {
    length = std::snprintf(path.data(), path.size(), "%s/ishi", runtime);
  } else {
    const char* const temporary = std::getenv("TMPDIR");
    const bool is_there = temporary != nullptr && *temporary == '/';
    length = std::snprintf(path.data(), path.size(), "%s/ishi-%lu", is_there ? temporary : "/tmp", user);
  }
  return length > 0 && static_cast<size_t>(length) < path.size();
}

Result write_socket_path(const char* name, int process, std::span<char> path) {
  if (path.size() <= 64 || !write_folder_path(path.first(path.size() - 64))) return Result::path_too_long;
  if (const Result result = make_folder(path.data()); result != Result::ok) return result;
  const size_t end = std::strlen(path.data());
  std::snprintf(path.data() + end, path.size() - end, "/%s-%d", name, process);
  return Result::ok;
}

bool is_own_folder(const char* path) {
  struct stat about;
  return ::lstat(path, &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == ::geteuid() &&
         (about.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

Result make_folder(const char* path) {
  if (::mkdir(path, S_IRWXU) != 0 && errno != EEXIST) return Result::no_folder;
  return is_own_folder(path) ? Result::ok : Result::no_folder;
}

bool clear_socket_file(const char* path) {
  struct stat about;
  if (::lstat(path, &about) != 0) return errno == ENOENT;
  if (!S_ISSOCK(about.st_mode) || about.st_uid != ::geteuid()) return false;
  if (const int living = connect_to(path); living >= 0) {
    ::close(living);
    return false;
  }
  return ::unlink(path) == 0;
}

Result listen_at(const char* path, int& socket) {
  sockaddr_un address;
  if (!write_address(path, address)) return Result::path_too_long;
  if (!clear_socket_file(path)) return Result::path_taken;
  const int made = make_socket(AF_UNIX);
  if (made < 0) return Result::cannot_listen;
  never_wait(made);
  if (::bind(made, any(address), sizeof address) != 0) {
    const bool is_taken = errno == EADDRINUSE;
    ::close(made);
    return is_taken ? Result::path_taken : Result::cannot_listen;
  }
  // Nobody can connect before it listens.
  if (::chmod(path, S_IRUSR | S_IWUSR) != 0 || ::listen(made, kBacklog) != 0) {
    ::close(made);
    ::unlink(path);
    return Result::cannot_listen;
  }
  socket = made;
  return Result::ok;
}

Result listen_at_port(uint16_t& port, int& socket) {
  const int made = make_socket(AF_INET);
  if (made < 0) return Result::cannot_listen;
  never_wait(made);
  const int on = 1;
  static_cast<void>(::setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on));
  sockaddr_in address = loopback_address(port);
  socklen_t size = sizeof address;
  if (::bind(made, any(address), size) != 0 || ::listen(made, kBacklog) != 0 ||
      ::getsockname(made, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    ::close(made);
    return Result::cannot_listen;
  }
  port = ntohs(address.sin_port);
  socket = made;
  return Result::ok;
}

int connect_to(const char* path) {
  sockaddr_un address;
  if (!write_address(path, address)) return -1;
  return connected(make_socket(AF_UNIX), any(address), sizeof address);
}

int connect_to_port(uint16_t port) {
  const sockaddr_in address = loopback_address(port);
  return connected(make_socket(AF_INET), any(address), sizeof address);
}

bool is_own_peer(int socket) {
  uid_t user = 0;
#if defined(SO_PEERCRED)
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  user = peer.uid;
#else
  gid_t group = 0;
  if (::getpeereid(socket, &user, &group) != 0) return false;
#endif
  return user == ::geteuid() || user == 0;
}

int accept_from(int listener) {
  const int accepted = ::accept(listener, nullptr, nullptr);
  if (accepted < 0) return -1;
  static_cast<void>(::fcntl(accepted, F_SETFD, FD_CLOEXEC));
  const int at_once = 1;  // of a port: what is sent does not wait for more
  static_cast<void>(::setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once));
#if defined(SO_NOSIGPIPE)
  const int on = 1;
  static_cast<void>(::setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on));
#endif
  never_wait(accepted);
  return accepted;
}

ptrdiff_t send_some(int socket, std::span<const std::byte> bytes) {
  ssize_t sent = ::send(socket, bytes.data(), bytes.size(), kSendFlags);
  while (sent < 0 && errno == EINTR) sent = ::send(socket, bytes.data(), bytes.size(), kSendFlags);
  if (sent >= 0) return sent;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS ? kWouldWait : kClosed;
}

ptrdiff_t receive_some(int socket, std::span<std::byte> bytes) {
  ssize_t received = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  while (received < 0 && errno == EINTR) received = ::recv(socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (received > 0) return received;
  return received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? kWouldWait : kClosed;
}

void close_socket(int socket) {
  if (socket >= 0) ::close(socket);
}

void remove_socket_file(const char* path) { ::unlink(path); }

void wait_for(std::span<const Awaited> sockets, uint64_t microseconds) {
  constexpr size_t kMost = 32;
  pollfd waiting[kMost];
  nfds_t count = 0;
  for (const Awaited& one : sockets.first(std::min(kMost, sockets.size())))
    waiting[count++] = {one.socket, static_cast<short>(one.has_more ? POLLIN | POLLOUT : POLLIN), 0};
  static_cast<void>(::poll(waiting, count, static_cast<int>(microseconds / 1000)));
}

}  // namespace ishi::live
