#pragma once

#include <string>

// How a fuzzer says that something is wrong which no sanitizer sees.

namespace ishi::fuzzing {

// Prints `what` and aborts, so that the fuzzer keeps the input.
[[noreturn]] void fail(const std::string& what);

inline void require(bool holds, const char* what) {
  if (!holds) fail(what);
}

}  // namespace ishi::fuzzing
