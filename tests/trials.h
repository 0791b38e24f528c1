#pragma once

#include <cstdint>

// How many of `all` random trials a test makes: all of them, or under sanitizers, which take their time, a part.

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISHI_MAKES_FEW_TRIALS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ISHI_MAKES_FEW_TRIALS 1
#endif

namespace ishi {

constexpr uint32_t trials(uint32_t all) {
#if defined(ISHI_MAKES_FEW_TRIALS)
  return all / 5;
#else
  return all;
#endif
}

}  // namespace ishi
