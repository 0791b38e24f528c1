// For tsan_test.sh: compiled with ThreadSanitizer, and linked with a ring that is not.

#include <array>
#include <cstdio>
#include <cstring>
#include <thread>

#include "ring.h"

int main() {
  constexpr uint64_t kBytes = 1'000'000;
  ishi::record::Ring ring;
  if (!ring.grow(4096)) return 2;
  std::thread writer([&ring] {
    std::array<std::byte, 100> bytes{};
    for (uint64_t sent = 0; sent < kBytes; sent += bytes.size()) {
      bytes.fill(static_cast<std::byte>(sent / bytes.size()));
      while (!ring.put_bytes(bytes)) std::this_thread::yield();
    }
  });
  std::array<std::byte, 4096> taken{};
  uint64_t count = 0, wrong = 0;
  while (count < kBytes) {
    const std::span<const std::byte> next = ring.next();
    if (next.empty()) {
      std::this_thread::yield();
      continue;
    }
    std::memcpy(taken.data(), next.data(), next.size());
    for (size_t i = 0; i < next.size(); ++i)
      wrong += taken[i] == static_cast<std::byte>((count + i) / 100) ? 0 : 1;
    count += next.size();
    ring.taken(next.size());
  }
  writer.join();
  std::printf("%llu of %llu bytes are wrong\n", static_cast<unsigned long long>(wrong),
              static_cast<unsigned long long>(count));
  return wrong == 0 ? 0 : 1;
}
