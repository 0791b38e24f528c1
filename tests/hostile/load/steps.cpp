#include "hostile/load/steps.h"

#include <cstddef>

namespace {

uint64_t steps = 0;

void count_bytes(size_t size) { steps += size / sizeof(uint64_t) + 1; }

}  // namespace

// The names are the compiler's (-fsanitize-coverage=trace-pc) and the linker's (--wrap).
extern "C" {

void __sanitizer_cov_trace_pc() { ++steps; }

void* __real_memset(void* to, int value, size_t size);
void* __real_memcpy(void* to, const void* from, size_t size);
void* __real_memmove(void* to, const void* from, size_t size);
int __real_memcmp(const void* a, const void* b, size_t size);

void* __wrap_memset(void* to, int value, size_t size) {
  count_bytes(size);
  return __real_memset(to, value, size);
}
void* __wrap_memcpy(void* to, const void* from, size_t size) {
  count_bytes(size);
  return __real_memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, size_t size) {
  count_bytes(size);
  return __real_memmove(to, from, size);
}
int __wrap_memcmp(const void* a, const void* b, size_t size) {
  count_bytes(size);
  return __real_memcmp(a, b, size);
}

}  // extern "C"

namespace ishi::testing {

uint64_t Steps::taken() { return steps; }

}  // namespace ishi::testing
