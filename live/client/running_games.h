#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

// The games of this user that let viewers join.

namespace ishi::live {

// The address of a game.
struct Address {
  std::string path;    // of its socket file; empty: a port
  uint16_t port = 0;   // of this machine's loopback
  std::string secret;  // that it asks for there
};

struct RunningGame {
  std::string name;      // "arena"
  uint64_t process = 0;  // its number
  Address address;
  [[nodiscard]] std::string text() const { return name + "-" + std::to_string(process); }
};

// Lists the games that run, by name and number; leaves files of games that have died alone. Or why the folder
// cannot be read; a folder that is not there has no games.
[[nodiscard]] tl::expected<std::vector<RunningGame>, std::string> running_games();

// The path of the folder in which they are looked for.
[[nodiscard]] std::string folder_of_games();

}  // namespace ishi::live
