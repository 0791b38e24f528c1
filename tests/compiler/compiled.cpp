#include "compiler/compiled.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "diagnostics/render_text.h"

namespace ishi::compiler {

Compiled::Compiled(const std::string& text)
    : program(analyze_source("guard.ishi.yaml", text, MemoryReader(), sources, diagnostics)) {}

Compiled::Compiled(const std::filesystem::path& folder, const std::string& name) {
  const FolderReader reader(folder);
  program = analyze_source(name, reader.read(name).value(), reader, sources, diagnostics);
}

void Compiled::load() {
  std::vector<uint8_t> blob;
  if (!diagnostics.has_errors()) blob = build_blob(*program, {.all_agents = true}, sources, diagnostics);
  INFO(render_text(diagnostics.sorted(), sources));
  REQUIRE_FALSE(blob.empty());
  REQUIRE(Asset::load(blob, asset));
}

}  // namespace ishi::compiler
