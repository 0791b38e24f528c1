// What a kernel's file needs of Highway (program/targets.inl). It names itself in HWY_TARGET_INCLUDE and
// includes this before its code.

#include "program/targets.inl"

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
