#pragma once

#include <functional>

namespace ishi::compiler {

// True if nobody wants the result of some work any more. Long work asks some thousand times a second, on the
// thread that does it; once it is true it stays so, the
// work ends early, and its result means nothing. Empty: never.
using Stop = std::function<bool()>;

// `stop` may be null.
[[nodiscard]] inline bool is_stopped(const Stop* stop) { return stop != nullptr && *stop && (*stop)(); }

}  // namespace ishi::compiler
