#include "cli/recording/recorded_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/output/terminal.h"
#include "ishi/asset_info.h"
#include "source/read_file.h"

namespace ishi::compiler::cli {

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

RecordedSource find_source(const RecordingFile& recording, const Asset& asset, const std::string& root,
                           std::span<const std::string> more_roots) {
  const std::string_view source = source_of(asset);
  std::string folder = root.empty() ? "." : root;
  auto inputs = find_inputs({folder}, root);
  if (!inputs) return {};
  for (const std::string& more : more_roots) {
    const auto its_inputs = find_inputs({more}, more);
    if (!its_inputs) return {};
    inputs->insert(inputs->end(), its_inputs->begin(), its_inputs->end());
    folder += " or " + more;
  }
  std::string other;  // a file of that path that becomes another asset
  for (const Input& input : *inputs) {
    if (!source.empty() && input.path != source) continue;
    auto text = read_input(input);
    if (!text) continue;
    ParsedFiles parsed;
    auto file = check_file(input.path, std::move(*text), FolderReader(input.root), parsed, CheckDepth::model,
                           input.viewpoint);
    if (!file->diagnostics.has_errors() && becomes(*file, recording.replay.blob(asset)))
      return {std::move(file), std::make_shared<FolderReader>(input.root), input.path, input.root};
    if (!source.empty()) other = input.shown_path();
  }
  const std::string_view agent = asset.name(Kind::agents, 0);
  if (!other.empty()) {
    complain(
        "{} is not what the game was built from: it, a file that it includes, or this version of ishi is "
        "another one; check out the sources of that build, or ask `ishi diff {} {}` which decisions "
        "would be others now",
        other, recording.path, other);
  } else if (source.empty()) {
    complain(
        "no source below {} becomes the asset that is in {}; say with --root where the sources of that "
        "build are",
        folder, recording.path);
  } else {
    complain("{} was built from {}, which is not below {}; say with --root where its project is", agent,
             source, folder);
  }
  return {};
}

}  // namespace ishi::compiler::cli
