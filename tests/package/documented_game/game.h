#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <vector>

#include "generated/game.h"

// What the game of docs/embedding.md has besides what is told there.

inline int fail(const char* what, uint64_t where) {
  std::printf("%s (%llu)\n", what, static_cast<unsigned long long>(where));
  return 1;
}
inline void log(uint32_t count, const char* what) { std::printf("%u: %s\n", count, what); }
inline uint64_t game_ticks() {
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
inline float health_of(ishi::Entity) { return 50; }
inline ishi::Ending shoot(uint64_t) { return ishi::Ending::completed; }

// What runs, by the agent's `user`.
inline std::map<uint64_t, ishi::Token> g_running;
inline void run_from(uint64_t user, ishi::EntityId, ishi::Token token) { g_running[user] = token; }
inline void stop(uint64_t user, ishi::Token) { g_running.erase(user); }
inline ishi::Token token_of(ishi::Entity) { return g_running.at(1); }

inline bool is_wall(uint32_t column, uint32_t row) { return column == 0 || row == 0; }
inline uint8_t terrain(uint32_t, uint32_t) { return 0; }
