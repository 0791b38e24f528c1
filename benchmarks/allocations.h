#pragma once

#include <cstdint>

namespace ishi::benchmarks {

// How often memory has been asked for by operator new, in any thread.
uint64_t allocations();

}  // namespace ishi::benchmarks
