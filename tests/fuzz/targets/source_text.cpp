// Any bytes through the whole compiler; what compiles is played.

#include <string_view>

#include "compile_case.h"
#include "play.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ishi::fuzzing;
  const CompiledText compiled = compile_case({reinterpret_cast<const char*>(data), size});
  if (!compiled.blob.empty()) play_compiled(compiled.blob, 4);
  return 0;
}
