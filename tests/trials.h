#pragma once

#include <cstdint>
#include <cstdlib>

// How many of `all` random trials a test makes: a quarter in the everyday build, a sixteenth under
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
constexpr uint32_t kTrialsDivisor = 16;
#else
constexpr uint32_t kTrialsDivisor = 4;
#endif

inline bool makes_all_trials() { return std::getenv("ISHI_LONG_TESTS") != nullptr; }

inline uint32_t trials(uint32_t all) { return makes_all_trials() ? all : all / kTrialsDivisor; }

// The step of a sweep over phases: each is tried, under sanitizers every fourth.
inline uint32_t phase_step() {
#if defined(ISHI_IS_SANITIZED)
  return makes_all_trials() ? 1 : 4;
#else
  return 1;
#endif
}

// How often what must be seen `all` times in all trials must be seen in those that are made: their share of
// it, or half of that under sanitizers, where so few trials are made that chance matters.
inline uint32_t sightings(uint32_t all) {
#if defined(ISHI_IS_SANITIZED)
  return makes_all_trials() ? all : trials(all) / 2;
#else
  return trials(all);
#endif
}

}  // namespace ishi
