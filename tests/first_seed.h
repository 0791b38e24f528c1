#pragma once

#include <cstdint>
#include <cstdlib>

namespace ishi {

// The seed with which random trials begin: 1, or ISHI_FIRST_SEED of the environment, to try others by hand.
inline uint32_t first_seed() {
  const char* const text = std::getenv("ISHI_FIRST_SEED");
  const long seed = text == nullptr ? 0 : std::strtol(text, nullptr, 10);
  return seed > 0 ? static_cast<uint32_t>(seed) : 1;
}

}  // namespace ishi
