#include "cli/live/live_reload.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "cli/input/inputs.h"
#include "cli/live/live_changes.h"
#include "cli/output/terminal.h"
#include "cli/recording/recorded_sources.h"
#include "diagnostics/render_text.h"
#include "ishi/asset_info.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {

bool LiveReload::has_changed() {
  std::map<std::string, Stamp> now;
  if (const auto inputs = find_inputs({options_.reload}, options_.root)) {
    // Includes may stand anywhere in the project.
    std::set<std::filesystem::path> roots;
    for (const Input& input : *inputs) roots.insert(input.root);
    std::error_code error;
    for (const auto& root : roots) {
      for (std::filesystem::recursive_directory_iterator at(root, error), end; !error && at != end;
           at.increment(error)) {
        if (at->path().extension() != ".yaml") continue;
        now[at->path().string()] = {at->last_write_time(error), at->file_size(error)};
      }
    }
  }
  if (now == stamps_) return false;
  const bool is_first = stamps_.empty();
  stamps_ = std::move(now);
  return !is_first;
}

bool LiveReload::reload() {
  const auto inputs = find_inputs({options_.reload}, options_.root);
  if (!inputs) return false;
  LiveChange change{{.deed = live::Command::Deed::reload}, {}};
  std::set<std::string> done;
  record::Replay& replay = session_.replay();
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    const Asset& asset = *replay.asset(i);
    const std::string source(source_of(asset));
    if (source.empty() || !done.insert(source).second) continue;
    const auto input = std::ranges::find(*inputs, source, &Input::path);
    if (input == inputs->end()) {
      // By the names of its agents, if its source stands elsewhere now.
      complain("{} has {}, whose source {} is not among those of {}", session_.file.path,
               replay.agent_name(i), source, options_.reload);
      return false;
    }
    auto text = read_input(*input);
    if (!text) return false;
    ParsedFiles parsed;
    const auto checked = check_file(input->path, std::move(*text), FolderReader(input->root), parsed,
                                    CheckDepth::model, input->viewpoint);
    Diagnostics diagnostics = checked->diagnostics;
    std::vector<uint8_t> blob = blob_of(*checked, {.strip = !asset.has_names()}, diagnostics);
    if (diagnostics.has_errors() || blob.empty()) {
      for (const Diagnostic& one : diagnostics.sorted()) {
        if (one.severity == Severity::error)
          fmt::print(stderr, "{}\n", render_text(one, checked->sources, use_color(stderr)));
      }
      complain("{} has errors, and the game goes on as before", input->shown_path());
      return false;
    }
    if (std::ranges::equal(std::as_bytes(std::span(blob)), replay.blob(asset))) continue;
    change.words += fmt::format("{}{}", change.words.empty() ? "" : " and ", input->shown_path());
    change.command.blobs.push_back(std::move(blob));
  }
  if (change.command.blobs.empty()) {
    if (options_.format != Format::json) fmt::print("the game has this behaviour already\n");
    return true;
  }
  change.words = fmt::format("the behaviour of {} counts", change.words);
  return ask_for(session_, options_, change);
}

}  // namespace ishi::compiler::cli
