#pragma once

namespace ishi {

// The widest instructions that this processor has and its operating system keeps the registers of; each set
// has those before it. By hand, because what a compiler's library finds out about processors takes 4 kB of a
// game.
enum class ProcessorLevel { least, sse4, avx2, avx512 };

[[nodiscard]] ProcessorLevel processor_level();

}  // namespace ishi
