#include "cli/live/live_reload.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "diagnostics/render_text.h"
#include "recording/recorded_sources.h"
#include "source/read_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {

tl::expected<LiveChange, ReloadFault> change_of_sources(
    record::Replay& replay, const std::function<tl::expected<Input, std::string>(const std::string&)>& find,
    bool is_coloured, bool has_all) {
  LiveChange change{{.deed = live::Command::Deed::reload}, {}};
  std::set<std::string> done;
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    const Asset& asset = *replay.asset(i);
    const std::string source(source_of(asset));
    if (source.empty() || !done.insert(source).second) continue;
    const auto input = find(source);
    if (!input) {
      return tl::unexpected(
          ReloadFault{fmt::format("the game has {}, {}", replay.agent_name(i), input.error()), {}});
    }
    auto read = read_input(*input, ProjectFiles(input->root));
    if (!read) return tl::unexpected(ReloadFault{std::move(read.error()), {}});
    ParsedFiles parsed;
    const auto checked = check_file(input->path, std::move(read->text), FolderReader(input->root), parsed,
                                    CheckDepth::model, input->viewpoint);
    Diagnostics diagnostics = checked->diagnostics;
    std::vector<uint8_t> blob = blob_of(*checked, {.strip = !asset.has_names()}, diagnostics);
    if (diagnostics.has_errors() || blob.empty()) {
      ReloadFault fault{fmt::format("{} has errors, and the game goes on as before", input->shown_path()),
                        {}};
      for (const Diagnostic& one : diagnostics.sorted()) {
        if (one.severity == Severity::error)
          fault.errors.push_back(render_text(one, checked->sources, is_coloured));
      }
      return tl::unexpected(std::move(fault));
    }
    if (!has_all && std::ranges::equal(std::as_bytes(std::span(blob)), replay.blob(asset))) continue;
    change.words += fmt::format("{}{}", change.words.empty() ? "" : " and ", input->shown_path());
    change.command.blobs.push_back(std::move(blob));
  }
  change.words = fmt::format("the behaviour of {} counts", change.words);
  return change;
}

}  // namespace ishi::compiler::cli
