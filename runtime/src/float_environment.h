#pragma once

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#endif

// The floating-point environment that results are promised for: round to nearest, denormals kept, no
// traps. A caller may have left another one; a game often flushes denormals.

namespace ishi {

// Sets the environment for its lifetime and restores the caller's afterwards, but for the flags of exceptions
// that have happened, which may be raised. A compiler moves
// arithmetic out of the scope of such an object (g++ 12 does), so what computes must be called
// through `in_float_environment`.
class FloatEnvironment {
 public:
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

#if defined(__x86_64__) || defined(_M_X64)
  // Setting it takes longer than some of what is called in it, so what is set already is left alone.
  FloatEnvironment() : saved_(_mm_getcsr()) {
    if (is_other()) _mm_setcsr(kDefault);
  }
  ~FloatEnvironment() {
    if (is_other()) _mm_setcsr(saved_);
  }

 private:
  static constexpr uint32_t kDefault = 0x1f80;  // all exceptions masked, nothing else
  static constexpr uint32_t kRaised = 0x3f;     // those that have happened
  [[nodiscard]] bool is_other() const { return (saved_ & ~kRaised) != kDefault; }
  uint32_t saved_;
#elif defined(__aarch64__)
  FloatEnvironment() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" : : "r"(uint64_t{0}));
  }
  ~FloatEnvironment() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }

 private:
  uint64_t saved_;
#else
  FloatEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved_); }

 private:
  std::fenv_t saved_;
#endif
};

namespace detail {

template <typename Body>
[[gnu::noinline]] void call(Body& body) {
  body();
}

}  // namespace detail

// Calls `body` in the promised environment. The call is never inlined.
template <typename Body>
void in_float_environment(Body&& body) {
  const FloatEnvironment environment;
  detail::call(body);
}

}  // namespace ishi
