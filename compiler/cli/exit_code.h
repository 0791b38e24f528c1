#pragma once

// The meaning of the tool's exit codes, the same for every verb.

namespace ishi::compiler::cli {

inline constexpr int kGood = 0;
inline constexpr int kFound = 1;  // an error in a source, a failed test
inline constexpr int kUsage = 2;  // a wrong option; a PATH or an output that cannot be read or written

}  // namespace ishi::compiler::cli
