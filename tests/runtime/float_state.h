#pragma once

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

// Floating-point environments that a game may call the runtime in.

namespace ishi::testing {

// Leaves the processor's floating-point state as `prepare` makes it, until the end.
template <typename Body>
void with_state(void (*prepare)(), Body&& body) {
  std::fenv_t saved;
  std::fegetenv(&saved);
#if defined(__x86_64__)
  const unsigned state = _mm_getcsr();
#endif
  prepare();
  body();
  std::fesetenv(&saved);
#if defined(__x86_64__)
  _mm_setcsr(state);  // which not every C library counts among the environment
#endif
}

inline void round_up() { std::fesetround(FE_UPWARD); }
inline void round_to_zero() { std::fesetround(FE_TOWARDZERO); }
#if defined(__x86_64__)
inline void flush_to_zero() { _mm_setcsr(_mm_getcsr() | 0x8040); }
#else
inline void flush_to_zero() {}
#endif
inline void leave_as_it_is() {}

}  // namespace ishi::testing
