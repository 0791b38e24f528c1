#include "memory/array.h"

#include <cstring>

namespace ishi {

void* allocate_values(const void* first, size_t used, size_t count, size_t width, size_t alignment) {
  if (count > SIZE_MAX / width) return nullptr;
  auto* const made = static_cast<std::byte*>(allocate_memory(count * width, alignment));
  if (made == nullptr) return nullptr;
  if (used != 0) std::memcpy(made, first, used * width);
  std::memset(made + used * width, 0, (count - used) * width);
  return made;
}

}  // namespace ishi
