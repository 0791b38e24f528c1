#include "src/meeting_place.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>

#include "exports.h"

// Stands in for live/src/meeting_place.cpp: a page has no sockets, so JavaScript carries the bytes of each
// connection between the host and the viewer (bindings/web/src/live.ts).

namespace ishi::live {
namespace {

// Bytes that one end has sent and the other has not received yet, from `begin` to `end`.
struct Queue {
  std::unique_ptr<std::byte[]> room;
  size_t size = 0, begin = 0, end = 0;

  // Memory for so many bytes, once.
  [[nodiscard]] bool make(size_t bytes) {
    if (room == nullptr) room.reset(new (std::nothrow) std::byte[bytes]);
    size = room == nullptr ? 0 : bytes;
    return size > 0;
  }
  size_t put(std::span<const std::byte> bytes) {
    if (begin > 0) {
      std::memmove(room.get(), room.get() + begin, end - begin);
      end -= begin;
      begin = 0;
    }
    const size_t count = std::min(bytes.size(), size - end);
    if (count > 0) std::memcpy(room.get() + end, bytes.data(), count);
    end += count;
    return count;
  }
  size_t take(std::span<std::byte> bytes) {
    const size_t count = std::min(bytes.size(), end - begin);
    if (count > 0) std::memcpy(bytes.data(), room.get() + begin, count);
    begin += count;
    return count;
  }
};

// A connection of a viewer with the host of a listener. Connections are numbered from 1 by their places.
struct Connection {
  enum class State : uint8_t { free, waits, open, closed_by_host, closed_by_viewer };
  static constexpr size_t kOutBytes = size_t{1} << 18, kInBytes = size_t{1} << 16;

  State state = State::free;
  int listener = 0;
  Queue out, in;
};
std::array<Connection, 16> connections;
uint64_t clock = 0;

Connection* find(int socket) {
  const auto place = static_cast<size_t>(socket) - 1;
  return socket > 0 && place < connections.size() ? &connections[place] : nullptr;
}

// Each host has a listener of its own. Their numbers are none of connections.
int last_listener = 1 << 20;

}  // namespace

uint64_t now_microseconds() { return clock; }
int own_process() { return 1; }

Result write_socket_path(const char*, int, std::span<char> path) {
  path.front() = '\0';
  return Result::ok;
}
Result listen_at(const char*, int& socket) {
  socket = last_listener;
  return Result::ok;
}
Result listen_at_port(uint16_t&, int&) { return Result::cannot_listen; }
// JavaScript decides whom it connects.
bool is_own_peer(int) { return true; }

int accept_from(int listener) {
  for (Connection& one : connections) {
    if (one.state != Connection::State::waits || one.listener != listener) continue;
    one.state = Connection::State::open;
    return static_cast<int>(&one - connections.data()) + 1;
  }
  return -1;
}

ptrdiff_t send_some(int socket, std::span<const std::byte> bytes) {
  Connection* const one = find(socket);
  if (one == nullptr || one->state != Connection::State::open) return kClosed;
  const size_t count = one->out.put(bytes);
  return count > 0 ? static_cast<ptrdiff_t>(count) : kWouldWait;
}

ptrdiff_t receive_some(int socket, std::span<std::byte> bytes) {
  Connection* const one = find(socket);
  if (one == nullptr) return kClosed;
  const size_t count = one->in.take(bytes);
  if (count > 0) return static_cast<ptrdiff_t>(count);
  return one->state == Connection::State::open ? kWouldWait : kClosed;
}

void close_socket(int socket) {
  Connection* const one = find(socket);
  if (one == nullptr) return;
  const bool is_over = one->state == Connection::State::closed_by_viewer;
  one->state = is_over ? Connection::State::free : Connection::State::closed_by_host;
}

void remove_socket_file(const char*) {}
void wait_for(std::span<const Awaited>, uint64_t) {}

}  // namespace ishi::live

using ishi::live::Connection;

// Tells hosts the time, in microseconds since any moment. It never goes back.
ISHI_WEB_EXPORT(live_clock) void ishi_web_live_clock(double microseconds) {
  ishi::live::clock = std::max(ishi::live::clock, static_cast<uint64_t>(microseconds));
}

// Gives the host that is opened next a listener, and returns its number.
ISHI_WEB_EXPORT(live_listener) uint32_t ishi_web_live_listener() {
  return static_cast<uint32_t>(++ishi::live::last_listener);
}
// Connects a viewer with the host of a listener. Returns the connection's number; 0: there are too many, or
// there is no memory.
ISHI_WEB_EXPORT(live_connect) uint32_t ishi_web_live_connect(uint32_t listener) {
  for (Connection& one : ishi::live::connections) {
    if (one.state != Connection::State::free) continue;
    if (!one.out.make(Connection::kOutBytes) || !one.in.make(Connection::kInBytes)) return 0;
    one.out.begin = one.out.end = one.in.begin = one.in.end = 0;
    one.state = Connection::State::waits;
    one.listener = static_cast<int>(listener);
    return static_cast<uint32_t>(&one - ishi::live::connections.data()) + 1;
  }
  return 0;
}
// Gives a host bytes of the viewer. Returns how many it took; it takes more once the host has looked.
ISHI_WEB_EXPORT(live_give)
uint32_t ishi_web_live_give(uint32_t connection, const std::byte* bytes, uint32_t count) {
  Connection* const one = ishi::live::find(static_cast<int>(connection));
  return one == nullptr ? 0 : static_cast<uint32_t>(one->in.put({bytes, count}));
}
// Moves bytes of the host to `memory`. Returns how many; 0: none wait now.
ISHI_WEB_EXPORT(live_take)
uint32_t ishi_web_live_take(uint32_t connection, std::byte* memory, uint32_t room) {
  Connection* const one = ishi::live::find(static_cast<int>(connection));
  return one == nullptr ? 0 : static_cast<uint32_t>(one->out.take({memory, room}));
}
// Returns 1 while the host has not sent the viewer away.
ISHI_WEB_EXPORT(live_is_open) uint32_t ishi_web_live_is_open(uint32_t connection) {
  const Connection* const one = ishi::live::find(static_cast<int>(connection));
  return one != nullptr && (one->state == Connection::State::open || one->state == Connection::State::waits)
             ? 1
             : 0;
}
// Tells the host that the viewer is gone.
ISHI_WEB_EXPORT(live_disconnect) void ishi_web_live_disconnect(uint32_t connection) {
  Connection* const one = ishi::live::find(static_cast<int>(connection));
  if (one == nullptr) return;
  const bool is_seen = one->state == Connection::State::open;
  one->state = is_seen ? Connection::State::closed_by_viewer : Connection::State::free;
}
