#pragma once

#include <cstdint>
#include <cstdlib>

// The share of `all` random trials that a test makes: an eighth in the everyday build, a thirty-second under
// sanitizers, which look for other faults than wrong results, and all of them with ISHI_LONG_TESTS in the
// environment (scripts/test_all).

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISHI_IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ISHI_IS_SANITIZED 1
#endif

namespace ishi {

#if defined(ISHI_IS_SANITIZED)
constexpr uint32_t kTrialsDivisor = 32;
#else
constexpr uint32_t kTrialsDivisor = 8;
#endif

inline bool makes_all_trials() { return std::getenv("ISHI_LONG_TESTS") != nullptr; }

inline uint32_t trials(uint32_t all) { return makes_all_trials() ? all : all / kTrialsDivisor; }

// The same for tests that count rare events: a quarter in the everyday build.
inline uint32_t rare_trials(uint32_t all) {
  return makes_all_trials() ? all : all / (kTrialsDivisor == 8 ? 4 : 16);
}

// The step of a sweep over phases: each is tried, under sanitizers every fourth.
inline uint32_t phase_step() {
#if defined(ISHI_IS_SANITIZED)
  return makes_all_trials() ? 1 : 4;
#else
  return 1;
#endif
}

// The least count of an event in the trials that are made, if `all` is its least count in all trials: half
// of their share, since chance matters where so few are made.
inline uint32_t sightings(uint32_t all) { return makes_all_trials() ? all : trials(all) / 2; }

}  // namespace ishi
