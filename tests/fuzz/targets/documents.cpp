// Documents that are almost right: the input says what a writer of documents chooses, who knows the language
// by the compiler's own tables, and what is spoilt in the end. What compiles is played.

#include <cstdio>
#include <cstdlib>

#include "choices.h"
#include "compile_case.h"
#include "document_writer.h"
#include "play.h"
#include "yaml_tree.h"

namespace {

// How many documents compile.
struct Shares {
  size_t inputs = 0, compiled = 0;
  ~Shares() {
    if (inputs == 0) return;
    std::fprintf(stderr, "%zu documents, of which %zu have no errors\n", inputs, compiled);
  }
};
Shares shares;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ishi::fuzzing;
  Choices choices({data, size});
  // Half of them are left as they are.
  const uint32_t mistakes = choices.below(16);
  YamlTree document = write_document(choices);
  if (mistakes > 8) spoil(document, mistakes - 8, choices);
  const std::string text = write(document, choices);
  if (std::getenv("ISHI_FUZZ_TEXT") != nullptr) std::fputs(text.c_str(), stderr);
  const CompiledText compiled = compile_case(text);
  ++shares.inputs;
  if (!compiled.has_errors) ++shares.compiled;
  if (!compiled.blob.empty()) play_compiled(compiled.blob, 20);
  return 0;
}
