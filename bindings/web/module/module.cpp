#include <cstdlib>
#include <new>
#include <string>

#include "exports.h"

// What a module has besides the C interface: its version and its memory.

namespace ishi::web {

uint64_t last_where = 0;

}  // namespace ishi::web

// The version of the package, ended by a zero. JavaScript of another one refuses the module.
ISHI_WEB_EXPORT(package_version) const char* ishi_web_package_version() { return ISHI_VERSION; }

ISHI_WEB_EXPORT(last_where) const uint64_t* ishi_web_last_where() { return &ishi::web::last_where; }

// Memory for what JavaScript gives to calls, aligned to 16 bytes. Null if memory cannot grow any more.
ISHI_WEB_EXPORT(allocate) void* ishi_web_allocate(size_t bytes) { return std::malloc(bytes); }
ISHI_WEB_EXPORT(release) void ishi_web_release(void* memory) { std::free(memory); }

// The runtime asks for memory with std::nothrow alone and takes null for an answer. The library's own
// operators would throw and catch in between, which takes the tables of exceptions into the module.
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  const size_t to = static_cast<size_t>(alignment);
  return std::aligned_alloc(to, (bytes + to - 1) / to * to);
}
void* operator new(size_t bytes) {
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) std::abort();
  return memory;
}
void* operator new[](size_t bytes) { return operator new(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }

// These end the instance. The libraries' own print a sentence first, with all that printing takes.
extern "C" [[noreturn]] void abort_message(const char*, ...) { std::abort(); }
[[noreturn]] void std::__libcpp_verbose_abort(const char*, ...) { std::abort(); }
