#include "compiler/asset_of.h"

#include <catch2/catch.hpp>

#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "source/sources.h"

namespace ishi::compiler {

Asset asset_of(const std::string& text, const FileReader& reader, const std::string& path) {
  Sources sources;
  const Compilation compilation = compile(path, text, reader, {}, sources);
  INFO(text << render_text(compilation.diagnostics, sources));
  REQUIRE_FALSE(compilation.has_errors);
  Asset asset;
  REQUIRE(Asset::load(compilation.blob, asset));
  return asset;
}

}  // namespace ishi::compiler
