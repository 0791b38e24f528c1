#include "assets.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "diagnostics/render_text.h"
#include "fail.h"
#include "ishi/compiler/compile.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::fuzzing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolders[] = {"tests/determinism", "tests/fuzz/assets"};
constexpr std::string_view kEnding = ".ishi.yaml";

NamedBlob compile_file(const fs::path& path, bool strip) {
  using namespace compiler;
  const FolderReader reader(path.parent_path());
  const std::string name = path.filename().string();
  const auto text = reader.read(name);
  if (!text) fail("cannot read " + path.string());
  Sources sources;
  const Compilation result = compile(name, *text, reader, {.strip = strip}, sources);
  if (result.has_errors) fail(render_text(result.diagnostics, sources));
  return {name.substr(0, name.size() - kEnding.size()), result.blob};
}

}  // namespace

std::vector<NamedBlob> compile_assets(bool strip) {
  std::vector<NamedBlob> blobs;
  for (const char* folder : kFolders) {
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / folder)) {
      if (entry.path().filename().string().ends_with(kEnding)) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
      NamedBlob blob = compile_file(file, strip);
      if (!blob.bytes.empty()) blobs.push_back(std::move(blob));  // a contract has no agents
    }
  }
  return blobs;
}

const std::vector<NamedBlob>& asset_blobs() {
  static const std::vector<NamedBlob> blobs = compile_assets(true);
  return blobs;
}

}  // namespace ishi::fuzzing
