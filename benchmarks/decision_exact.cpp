// The loop of decision_simd.cpp under the runtime's float contract.

#define ISHI_SIMD_EXACT
#include "decision_simd.cpp"  // NOLINT
