#pragma once

#include <unistd.h>

namespace ishi::compiler {

// Closes a file descriptor when it goes out of scope.
struct Descriptor {
  int value;

  explicit Descriptor(int descriptor) : value(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

}  // namespace ishi::compiler
