#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/live/host.h"

// The meeting place of games and viewers: a folder of the user's own, in which each game has a socket file.

namespace ishi::live {

inline constexpr size_t kMostName = 32;

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

}  // namespace ishi::live
