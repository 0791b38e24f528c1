#include "way.h"

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace determinism {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kFlushes = 0x8040;  // flush to zero, denormals are zero
#endif

}  // namespace

void enter(Environment environment) {
  if (environment == Environment::plain) return;
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | kFlushes);
#endif
}

bool is_in(Environment environment) {
  const bool is_hostile = environment == Environment::hostile;
#if defined(__x86_64__)
  if ((_mm_getcsr() & kFlushes) != (is_hostile ? kFlushes : 0)) return false;
#endif
  return std::fegetround() == (is_hostile ? FE_UPWARD : FE_TONEAREST);
}

}  // namespace determinism
