#include "recording/recorded_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "source/read_file.h"

namespace ishi::compiler {

std::vector<std::string> todays_sources(const record::Replay& replay, const std::vector<std::string>& files) {
  std::set<std::string> wanted;
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    const std::string source(source_of(*replay.asset(i)));
    if (source.empty()) return files;
    if (std::ranges::find(files, source) != files.end()) wanted.insert(source);
  }
  return {wanted.begin(), wanted.end()};
}

std::string_view source_of(const Asset& asset) {
  return asset.count(Kind::agents) == 0 ? std::string_view() : AssetParts(asset).agent_place(0).source;
}

bool becomes(const CheckedFile& file, std::span<const std::byte> blob) {
  for (const bool strip : {false, true}) {
    Diagnostics diagnostics = file.diagnostics;
    const std::vector<uint8_t> built = blob_of(file, {.strip = strip}, diagnostics);
    if (std::ranges::equal(std::as_bytes(std::span(built)), blob)) return true;
  }
  return false;
}

std::shared_ptr<CheckedFile> RecordedSource::with_text(std::string text) const {
  ParsedFiles parsed;
  return check_file(path, std::move(text), *reader, parsed, CheckDepth::model);
}

}  // namespace ishi::compiler
