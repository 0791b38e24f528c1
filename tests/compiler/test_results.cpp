#include "compiler/test_results.h"

#include <catch2/catch.hpp>
#include <cstdint>

#include "diagnostics/render_text.h"
#include "ishi/asset.h"
#include "pipeline.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::compiler {

std::vector<TestResult> results_of(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto program = analyze_source("a.ishi.yaml", text, MemoryReader(), sources, diagnostics);
  std::vector<uint8_t> blob;
  if (!diagnostics.has_errors()) blob = build_blob(*program, {.all_agents = true}, sources, diagnostics);
  INFO(text << render_text(diagnostics.sorted(), sources));
  Asset asset;
  REQUIRE(Asset::load(blob, asset));
  return run_tests(program->model, program->units.main_file, asset, "");
}

std::string lines_of(const TestResult& result) {
  std::string text;
  for (const std::string& line : result.witness.lines()) text += "    " + line + "\n";
  return text;
}

// A test of an agent with these lines.

}  // namespace ishi::compiler
