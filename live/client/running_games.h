#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

// The games of this user that let viewers join.

namespace ishi::live {

// Where a game can be reached.
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

// Those that live, by name and number. Files of games that have died are left alone. Or why the folder cannot
// be read; a folder that is not there has no games.
[[nodiscard]] tl::expected<std::vector<RunningGame>, std::string> running_games();

// The path of the folder in which they are looked for.
[[nodiscard]] std::string folder_of_games();

}  // namespace ishi::live
