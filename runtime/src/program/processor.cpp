#include "program/processor.h"

#include <cstdint>
#include <initializer_list>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace ishi {

#if defined(__x86_64__) || defined(__i386__)

namespace {

constexpr uint32_t bits(std::initializer_list<int> numbers) {
  uint32_t all = 0;
  for (const int number : numbers) all |= uint32_t{1} << number;
  return all;
}

constexpr bool has(uint32_t some, uint32_t all) { return (some & all) == all; }

// As the manuals of the processors number them. Leaf 1, in ecx: pclmul, sse4.1, sse4.2, aes; fma, osxsave,
// avx.
constexpr uint32_t kSse4 = bits({1, 19, 20, 25});
constexpr uint32_t kAvx = bits({12, 27, 28});
// Leaf 7, in ebx: bmi, avx2, bmi2; avx512 f, dq, cd, bw, vl.
constexpr uint32_t kAvx2 = bits({3, 5, 8});
constexpr uint32_t kAvx512 = bits({16, 17, 28, 30, 31});
// Registers that the system keeps: xmm, ymm; the masks and both parts of zmm.
constexpr uint32_t kKeepsYmm = bits({1, 2});
constexpr uint32_t kKeepsZmm = bits({5, 6, 7});

uint32_t kept_registers() {
  uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

}  // namespace

ProcessorLevel processor_level() {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || !has(c, kSse4)) return ProcessorLevel::least;
  if (!has(c, kAvx)) return ProcessorLevel::sse4;
  const uint32_t kept = kept_registers();
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || !has(kept, kKeepsYmm) || !has(b, kAvx2))
    return ProcessorLevel::sse4;
  return has(kept, kKeepsZmm) && has(b, kAvx512) ? ProcessorLevel::avx512 : ProcessorLevel::avx2;
}

#else

ProcessorLevel processor_level() { return ProcessorLevel::least; }

#endif

}  // namespace ishi
