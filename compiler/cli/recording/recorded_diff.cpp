#include "cli/recording/recorded_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "recording/counterfactual.h"
#include "recording/moment.h"
#include "source/read_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

using record::Replay;

std::vector<std::string> paths_of(const DiffOptions& options) {
  std::vector<std::string> paths = options.more_newer;
  paths.insert(paths.begin(), options.newer);
  return paths;
}

// "a.ishi.yaml and b.ishi.yaml"
std::string newer_text(const DiffOptions& options) {
  return fmt::format("{}", fmt::join(paths_of(options), " and "));
}

std::string doing_text(const Doing& doing, const std::string& whom) {
  if (doing.option.empty()) return "nothing";
  return whom.empty() ? doing.option : fmt::format("{} for {}", doing.option, whom);
}

void print(const DiffOptions& options, const FrameTimes& times, const Counterfactual& compared) {
  constexpr size_t kMostShown = 40;
  const auto& all = compared.divergences();
  fmt::print("{} with {}\n  {}\n", shown(options.older), shown(newer_text(options)),
             paint(kCounterfactual, Color::dim, use_color(stdout)));
  if (all.empty()) {
    fmt::print("  no decision of {} would be another one\n",
               compared.agents() == 1 ? "1 agent" : fmt::format("{} agents", compared.agents()));
    return;
  }
  fmt::print("  {} of {} agents would decide otherwise; here is the first time of each\n", all.size(),
             compared.agents());
  size_t width = 0;
  for (const Divergence& one : all) width = std::max(width, one.agent.size());
  for (size_t i = 0; i < std::min(all.size(), kMostShown); ++i) {
    const Divergence& one = all[i];
    const std::string seconds = times.seconds(one.microseconds);
    fmt::print("  {:>10}  frame {:<6}  {:<{}}  {} → {}\n",
               times.is_taken_back(one.at) ? fmt::format("({})", seconds) : seconds, one.frame,
               shown(one.agent), width, doing_text(one.before, one.whom_before),
               doing_text(one.after, one.whom_after));
  }
  if (all.size() > kMostShown) fmt::print("  and {} more\n", all.size() - kMostShown);
  std::map<std::string, size_t> kinds;
  for (const Divergence& one : all)
    ++kinds[fmt::format("{}: {} → {}", one.kind, one.before.option.empty() ? "nothing" : one.before.option,
                        one.after.option.empty() ? "nothing" : one.after.option)];
  fmt::print("  in all\n");
  for (const auto& [text, count] : kinds) fmt::print("    {:>5}  {}\n", count, shown(text));
}

nlohmann::ordered_json json_of(const DiffOptions& options, const record::ReplaySums& sums,
                               const Counterfactual& compared) {
  using OrderedJson = nlohmann::ordered_json;
  OrderedJson first = OrderedJson::array();
  for (const Divergence& one : compared.divergences()) first.push_back(divergence_json(one));
  return {{"version", 1},
          {"recording", options.older},
          {"new", options.more_newer.empty() ? OrderedJson(options.newer) : OrderedJson(paths_of(options))},
          {"counterfactual", true},
          {"note", kCounterfactual},
          {"agents", compared.agents()},
          {"diverged", compared.divergences().size()},
          {"damaged_records", sums.damaged},
          {"first", first}};
}

// The assets of the new sources, and the former names of their options.
struct NewAssets {
  std::vector<std::unique_ptr<Asset>> assets;
  FormerOptions former;
};

// Nothing after messages on stderr, `code` is then the exit code.
std::optional<NewAssets> read_assets(const DiffOptions& options, int& code) {
  code = kUsage;
  const auto inputs = find_inputs(paths_of(options), options.root);
  if (!inputs) return std::nullopt;
  NewAssets read;
  for (const Input& input : *inputs) {
    auto text = read_input(input);
    if (!text) return std::nullopt;
    ParsedFiles parsed;
    const auto file = check_file(input.path, std::move(*text), FolderReader(input.root), parsed,
                                 CheckDepth::model, input.viewpoint);
    Diagnostics diagnostics = file->diagnostics;
    const std::vector<uint8_t> blob =
        diagnostics.has_errors() ? std::vector<uint8_t>() : blob_of(*file, {}, diagnostics);
    if (diagnostics.has_errors()) {
      Findings findings;
      findings.add(judge(*file->program, diagnostics, LookedFor::programs), file->sources,
                   input.shown_path());
      findings.print_errors(input.shown_path());
      code = kFound;
      return std::nullopt;
    }
    auto asset = std::make_unique<Asset>();
    if (blob.empty() || !Asset::load(blob, *asset)) continue;
    read.assets.push_back(std::move(asset));
    add_former_options(file->program->model, read.former);
  }
  return read;
}

}  // namespace

int diff_recorded(const DiffOptions& options) {
  for (const std::string& newer : paths_of(options)) {
    if (!is_recording(newer)) continue;
    complain(
        "NEW is a source, or a folder of them, but {} is a recording; `ishi replay` says whether a recording "
        "comes to what it was",
        newer);
    return kUsage;
  }
  if (!options.trace.empty() || options.has_sampling) {
    complain("{} is about situations that are drawn, and {} is a recording, which has its own",
             options.trace.empty() ? "--samples and --sample" : "--trace", options.older);
    return kUsage;
  }
  int code = kGood;
  auto read = read_assets(options, code);
  if (!read) return code;
  std::vector<const Asset*> others;
  for (const auto& asset : read->assets) others.push_back(asset.get());
  const auto file = open_recording(options.older, {}, false, code);
  if (file == nullptr) return code;
  const bool is_damaged = tell_damage(*file);
  record::ReplayOptions with_others;
  with_others.others = others;
  Replay would;
  static_cast<void>(Replay::open(std::as_bytes(std::span(file->bytes)), with_others, would));
  const size_t hash = options.agent.rfind('#');
  std::optional<uint32_t> number;
  if (!file->replay.frames().empty() && !file->replay.seek(0)) {
    complain("{} cannot be played: {}", options.older, difference_text(file->replay));
    return kFound;
  }
  if (!options.agent.empty() && hash != std::string::npos) {
    const auto who = find_agent(*file, "", options.agent);
    if (!who) return kUsage;
    number = who->id.index;
  }
  bool is_any = !file->replay.frames().empty() && !would.seek(0);  // the fault is reported below
  std::string known;
  for (uint32_t i = 0; i < file->replay.population_count(); ++i) {
    is_any = is_any || std::ranges::find(others, would.asset(i)) != others.end();
    known += fmt::format("{}{}", known.empty() ? "" : ", ", file->replay.agent_name(i));
  }
  if (!is_any) {
    complain("{} has none of the agents of {}, which has {}", newer_text(options), options.older, known);
    return kUsage;
  }
  Counterfactual compared(file->replay, would,
                          {.former = std::move(read->former),
                           .agent = std::string_view(options.agent).substr(0, hash),
                           .number = number});
  {
    Progress progress("comparing", file->replay.frames().size());
    while (compared.step()) progress.advance();
  }
  if (compared.has_failed()) {
    const bool is_would = would.difference().kind == record::Difference::Kind::save;
    complain("{} cannot be played with {}: {}", options.older, newer_text(options),
             difference_text(is_would ? would : file->replay));
    return kUsage;
  }
  if (compared.agents() == 0) {
    complain("no agent of {} is called {}; there is {}", options.older, options.agent, known);
    return kUsage;
  }
  if (options.format == Format::json)
    fmt::print("{}", json_text(json_of(options, file->replay.sums(), compared)));
  else
    print(options, file->times, compared);
  return compared.divergences().empty() && !is_damaged ? kGood : kFound;
}

}  // namespace ishi::compiler::cli
