#include "compiler/test_results.h"

#include "compiler/compiled.h"

namespace ishi::compiler {

std::vector<TestResult> results_of(const std::string& text) {
  Compiled compiled(text);
  compiled.load();
  return run_tests(compiled.program->model, compiled.program->tests, compiled.program->units.main_file,
                   compiled.asset);
}

std::string lines_of(const TestResult& result) {
  std::string text;
  for (const std::string& line : result.witness.lines()) text += "    " + line + "\n";
  return text;
}

}  // namespace ishi::compiler
