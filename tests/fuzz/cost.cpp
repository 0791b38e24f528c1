#include "cost.h"

#include <ctime>

#include "fail.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ISHI_COUNTS_MEMORY 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ISHI_COUNTS_MEMORY 1
#endif

#if defined(ISHI_COUNTS_MEMORY)
#include <sanitizer/allocator_interface.h>
#endif

namespace ishi::fuzzing {
namespace {

// Of this thread: what it allocates in one measurement.
thread_local int64_t bytes_now = 0;
thread_local int64_t bytes_most = 0;
thread_local uint64_t allocations = 0;

#if defined(ISHI_COUNTS_MEMORY)
void on_allocation(const volatile void*, size_t size) {
  bytes_now += static_cast<int64_t>(size);
  if (bytes_now > bytes_most) bytes_most = bytes_now;
  ++allocations;
}
void on_release(const volatile void* memory) {
  if (memory != nullptr)
    bytes_now -= static_cast<int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(memory)));
}
// 0 would mean that nothing is counted.
const bool counts = __sanitizer_install_malloc_and_free_hooks(on_allocation, on_release) != 0;
#else
constexpr bool counts = true;  // time alone
#endif

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

#if defined(ISHI_COUNTS_MEMORY)
const double kSlowdown = 16;
#else
const double kSlowdown = 4;
#endif

Measurement::Measurement() : start_(thread_seconds()) {
  require(counts, "the hooks of the sanitizer cannot be installed");
  bytes_now = 0;
  bytes_most = 0;
  allocations = 0;
}

Cost Measurement::cost() const {
  return {thread_seconds() - start_, static_cast<size_t>(bytes_most), allocations};
}

}  // namespace ishi::fuzzing
