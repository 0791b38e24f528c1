// Highway, for the instruction sets that the vector machine and kernels are compiled for: one of each width, AVX-512
// where a build asks for it (ISHI_AVX512). A file names itself in HWY_TARGET_INCLUDE and includes this before its
// code; it is read once for each of them.

#ifndef ISHI_TARGETS
#define ISHI_TARGETS
#ifndef HWY_DISABLED_TARGETS
// In what Highway has for x86, wider sets stand in lower bits.
#ifdef ISHI_AVX512
#define ISHI_WIDER_TARGETS (HWY_AVX3 - 1)
#else
#define ISHI_WIDER_TARGETS (HWY_AVX2 - 1)
#endif
// Without SSE4 a processor that has no AVX2 runs what every processor has.
#ifdef ISHI_NO_SSE4
#define ISHI_NARROWER_TARGETS (HWY_SSSE3 | HWY_SSE4)
#else
#define ISHI_NARROWER_TARGETS HWY_SSSE3
#endif
#define HWY_DISABLED_TARGETS \
  (ISHI_WIDER_TARGETS | ISHI_NARROWER_TARGETS | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
// Highway's assertions need its library; its namespace has a name of ours, as FlatBuffers' has.
#define HWY_IS_DEBUG_BUILD 0
#define hwy ishi_hwy
#endif

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#undef ISHI_LANEWISE
#define ISHI_LANEWISE HWY_INLINE
