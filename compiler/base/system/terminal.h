#pragma once

#include <cstdio>

// Terminals, and consoles of Windows.

namespace ishi::compiler {

// True if it is a terminal: somebody types there, or reads.
[[nodiscard]] bool is_terminal(std::FILE* stream);

// True if somebody reads this stream who sees colours and lines that are drawn again: a terminal that obeys
// escape sequences. A console of Windows is asked to obey them.
[[nodiscard]] bool obeys_escapes(std::FILE* stream);

}  // namespace ishi::compiler
