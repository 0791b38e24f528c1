#include "program/processor.h"

#include <catch2/catch.hpp>

namespace ishi::testing::processor_test {

TEST_CASE("a processor has what the compiler's library finds out about it", "[program]") {
#if defined(__x86_64__) || defined(__i386__)
  const bool sse4 = __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                    __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
  const bool avx2 = sse4 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512cd");
  const ProcessorLevel level = processor_level();
  CHECK((level >= ProcessorLevel::sse4) == sse4);
  CHECK((level >= ProcessorLevel::avx2) == avx2);
  CHECK((level >= ProcessorLevel::avx512) == avx512);
#else
  CHECK(processor_level() == ProcessorLevel::least);
#endif
}

}  // namespace ishi::testing::processor_test
