#include "compiler/asset_of.h"

#include <catch2/catch.hpp>
#include <map>
#include <utility>
#include <vector>

#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "source/sources.h"

namespace ishi::compiler {
namespace {

std::vector<uint8_t> blob_of(const std::string& text, const FileReader& reader, const std::string& path) {
  Sources sources;
  Compilation compilation = compile(path, text, reader, {}, sources);
  INFO(text << render_text(compilation.diagnostics, sources));
  REQUIRE_FALSE(compilation.has_errors);
  return std::move(compilation.blob);
}

Asset loaded(const std::vector<uint8_t>& blob) {
  Asset asset;
  REQUIRE(Asset::load(blob, asset));
  return asset;
}

}  // namespace

Asset asset_of(const std::string& text) {
  // Sweeps ask for one text in each of their worlds: it is compiled once.
  static std::map<std::string, std::vector<uint8_t>> blobs;
  const auto place = blobs.find(text);
  if (place != blobs.end()) return loaded(place->second);
  return loaded(blobs.emplace(text, blob_of(text, MemoryReader(), "a.ishi.yaml")).first->second);
}

Asset asset_of(const std::string& text, const FileReader& reader, const std::string& path) {
  return loaded(blob_of(text, reader, path));
}

}  // namespace ishi::compiler
