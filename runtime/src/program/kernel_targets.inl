// Highway's instruction sets for a kernel's file, those that the machine is compiled for. The file names
// itself in HWY_TARGET_INCLUDE and includes this before its code; it is read once for each instruction set.

#ifndef ISHI_KERNEL_TARGETS
#define ISHI_KERNEL_TARGETS
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
#define HWY_IS_DEBUG_BUILD 0
#define hwy ishi_hwy
#endif

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#undef ISHI_LANEWISE
#define ISHI_LANEWISE HWY_INLINE

// The functions of a part, behind all instruction sets: `name` is their name in each namespace.
#undef ISHI_KERNEL_AVX512
#undef ISHI_KERNEL_AVX2
#undef ISHI_KERNEL_SSE4
#if HWY_TARGETS & HWY_AVX3
#define ISHI_KERNEL_AVX512(name) &N_AVX3::name
#else
#define ISHI_KERNEL_AVX512(name) nullptr
#endif
#if HWY_TARGETS & HWY_AVX2
#define ISHI_KERNEL_AVX2(name) &N_AVX2::name
#else
#define ISHI_KERNEL_AVX2(name) nullptr
#endif
#if HWY_TARGETS & HWY_SSE4
#define ISHI_KERNEL_SSE4(name) &N_SSE4::name
#else
#define ISHI_KERNEL_SSE4(name) nullptr
#endif
#undef ISHI_KERNEL_PART
#define ISHI_KERNEL_PART(name)                                                                    \
  KernelPart {                                                                                    \
    {                                                                                             \
      &HWY_NAMESPACE::name, &HWY_NAMESPACE::name, ISHI_KERNEL_SSE4(name), ISHI_KERNEL_AVX2(name), \
          ISHI_KERNEL_AVX512(name)                                                                \
    }                                                                                             \
  }
