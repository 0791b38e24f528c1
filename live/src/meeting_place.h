#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/live/host.h"

// The meeting place of games and viewers: a folder of the user's own, in which each game has a socket file.

namespace ishi::live {

inline constexpr size_t kMostName = 32;

// In a page nothing can wait: there the game asks again instead of being held in a call.
#ifdef __wasi__
inline constexpr bool kCanWait = false;
#else
inline constexpr bool kCanWait = true;
#endif

// Monotonic microseconds.
[[nodiscard]] uint64_t now_microseconds();
// Returns the number of this process. A fork has another one.
[[nodiscard]] int own_process();

// The longest path that a socket may have, with its zero.
[[nodiscard]] size_t most_socket_path();

// True if a game may be called so.
[[nodiscard]] bool is_name(const char* name);

// Writes the path of the folder to `path`, ended by a zero: $XDG_RUNTIME_DIR/ishi, else ishi-UID in $TMPDIR
// or /tmp. False if there is no room.
[[nodiscard]] bool write_folder_path(std::span<char> path);

// Makes the folder if it is not there. no_folder if it cannot be made, or is a link, another user's, or open
// to others.
[[nodiscard]] Result make_folder(const char* path);
// Writes the path of a game's socket file, and makes its folder. path_too_long, no_folder.
[[nodiscard]] Result write_socket_path(const char* name, int process, std::span<char> path);
// True if it is there, and this user's alone.
[[nodiscard]] bool is_own_folder(const char* path);

// Removes the socket file of a game that has died. False if something else is there, or a game that lives.
[[nodiscard]] bool clear_socket_file(const char* path);

// Makes a socket that listens: at a socket file, of mode 0600; or at a port of the loopback, 0: any, which
// `port` then has. It does not block and is closed in programs that the process starts.
[[nodiscard]] Result listen_at(const char* path, int& socket);
[[nodiscard]] Result listen_at_port(uint16_t& port, int& socket);

// A connection to one of them; -1 if nobody listens there.
[[nodiscard]] int connect_to(const char* path);
[[nodiscard]] int connect_to_port(uint16_t port);

// True if the other end of a socket file's connection is a process of this user, or of root.
[[nodiscard]] bool is_own_peer(int socket);

// Takes in a connection that waits, which then does not block; -1 if none does.
[[nodiscard]] int accept_from(int listener);

// The results of send() and recv(): bytes, or one of these.
inline constexpr ptrdiff_t kWouldWait = -1, kClosed = -2;
// Never waits, and raises no signal.
[[nodiscard]] ptrdiff_t send_some(int socket, std::span<const std::byte> bytes);
[[nodiscard]] ptrdiff_t receive_some(int socket, std::span<std::byte> bytes);
void close_socket(int socket);
void remove_socket_file(const char* path);

// A socket that wait_for watches for bytes or a connection and, if it `has_more` to send, also for room.
struct Awaited {
  int socket = -1;
  bool has_more = false;
};
// Waits until one of these events comes, at most so many microseconds.
void wait_for(std::span<const Awaited> sockets, uint64_t microseconds);

}  // namespace ishi::live
