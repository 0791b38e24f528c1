#pragma once

#include <cstddef>
#include <functional>

namespace ishi::compiler {

// Calls `work(i)` for 0 ≤ i < count, on as many threads as there are cores, but for no more than eight; on
// fewer where the system has no more. What one throws is thrown on after the others have ended.
void in_parallel(size_t count, const std::function<void(size_t)>& work);

}  // namespace ishi::compiler
