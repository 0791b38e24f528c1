#include "ishi/compiler/compile.h"

// Whatever asks for compile() asks the linker for everything that the compiler uses.
int main() {
  const auto volatile compile = &ishi::compiler::compile;
  return compile == nullptr ? 1 : 0;
}
