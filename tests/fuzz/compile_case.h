#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// What every compilation of any text must hold.

namespace ishi::fuzzing {

struct CompiledText {
  std::vector<uint8_t> blob;  // empty after errors, and without agents
  bool has_errors = false;
  std::vector<compiler::Diagnostic> diagnostics;
};

// Compiles a text as the file main.ishi.yaml of a small project, finds out what can be found out quickly,
// says all of it in every format, and mends what can be mended. Fails if that takes more than the limits on
// sources let one expect, if the compiler says that it is wrong itself, or if anything that it says lies
// outside of the text or holds a control character.
CompiledText compile_case(std::string_view text);

}  // namespace ishi::fuzzing
