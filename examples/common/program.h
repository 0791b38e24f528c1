#pragma once

#include <string>

#include "ishi/ishi.h"

// What the games of the examples share: how they load a blob, end with a message and write a file.

namespace games {

// What messages begin with: the name of the game.
extern const char* program;

// Ends the program with a message if a call failed, or if a command found no handler.
void require(ishi::Status status, const char* what);
void require(const ishi::Dispatched& done, const char* what);

// Adds agents of a kind that the asset declares. Ends the program and says in which type game and asset
// differ if the asset is not for this game.
void add_agents(ishi::World& world, const ishi::Asset& asset, const char* agent, uint32_t capacity,
                ishi::Population& population);

// Ends the program if the file cannot be read or is no blob.
[[nodiscard]] ishi::Asset load(const char* path);

// False after a message if it cannot be written.
[[nodiscard]] bool write(const char* path, const std::string& text);

}  // namespace games
