#include "fail.h"

#include <cstdio>
#include <cstdlib>

namespace ishi::fuzzing {

void fail(const std::string& what) {
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

}  // namespace ishi::fuzzing
