#include "cli/recording/recorded_diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/diff/page_blocks.h"
#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/terminal.h"
#include "cli/recording/named_recordings.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "recording/counterfactual.h"
#include "recording/moment.h"
#include "source/markup.h"
#include "source/read_file.h"
#include "syntax/one_line.h"
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

std::string name_of(const Doing& doing) { return doing.option.empty() ? "nothing" : doing.option; }

// "guard: flee → shoot", in what way somebody decides otherwise.
std::string way_of(const Divergence& one) {
  return fmt::format("{}: {} → {}", one.kind, name_of(one.before), name_of(one.after));
}
struct Way {
  std::string text;
  size_t agents = 0;
  const Divergence* first = nullptr;
};
// By their texts.
std::vector<Way> ways_of(const std::vector<Divergence>& all) {
  std::map<std::string, Way> found;
  for (const Divergence& one : all) {
    Way& way = found[way_of(one)];
    ++way.agents;
    if (way.first == nullptr) way.first = &one;
  }
  std::vector<Way> ways;
  for (auto& [text, way] : found) ways.push_back({text, way.agents, way.first});
  return ways;
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
  fmt::print("  in all\n");
  for (const Way& way : ways_of(all)) fmt::print("    {:>5}  {}\n", way.agents, shown(way.text));
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

// Draws when agents first decide otherwise: each way is a row, each moment at which somebody does a stroke.
std::string picture_of_first_times(const std::vector<const Divergence*>& all, std::span<const Way> ways,
                                   std::pair<uint64_t, uint64_t> span, const FrameTimes& times) {
  constexpr double kWide = 640, kRow = 22, kLabels = 260, kEdge = 6;
  const auto x_of = [&](uint64_t microseconds) {
    const double all_of_it = std::max<double>(1, static_cast<double>(span.second - span.first));
    return kLabels + kWide * (static_cast<double>(microseconds - span.first) / all_of_it);
  };
  const double high = kRow * static_cast<double>(ways.size()) + 2 * kEdge + kRow;
  std::string svg = fmt::format(
      "<svg class=\"when\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "role=\"img\">",
      kLabels + kWide + 2 * kEdge, high);
  svg +=
      "<style>.when text { fill: currentColor; font-size: 12px } .when line { stroke: light-dark(#1f5fae, "
      "#86b8f5); stroke-width: 2 } .when .axis { stroke: light-dark(#d9d6cd, #343942); stroke-width: 1 "
      "}</style>";
  for (size_t i = 0; i < ways.size(); ++i) {
    const double y = kEdge + kRow * static_cast<double>(i);
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", kEdge, y + 14,
                       markup_text(one_line(ways[i].text, 40)));
    svg += fmt::format("<line class=\"axis\" x1=\"{0:.0f}\" x2=\"{1:.0f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>",
                       kLabels, kLabels + kWide, y + 10);
    std::set<long> strokes;  // tenths of a pixel: agents of the same moment share one
    for (const Divergence* one : all) {
      if (way_of(*one) != ways[i].text || !strokes.insert(std::lround(10 * x_of(one->microseconds))).second)
        continue;
      svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>",
                         x_of(one->microseconds), y + 3, y + 17);
    }
  }
  const double y = kEdge + kRow * static_cast<double>(ways.size()) + 14;
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", kLabels, y, times.seconds(span.first));
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text></svg>\n", kLabels + kWide,
                     y, times.seconds(span.second));
  return svg;
}

// The same as print(), as a page for those who review a change.
std::vector<Block> page_of(const DiffOptions& options, const RecordingFile& file,
                           const Counterfactual& compared) {
  constexpr size_t kMostRows = 40, kMostWays = 12;
  std::vector<Block> blocks;
  const auto add = [&](Block::Kind kind, Words words) -> Block& {
    return blocks.emplace_back(Block{.kind = kind, .words = std::move(words)});
  };
  add(Block::Kind::title, "Changes of recorded behaviour");
  Words subject = code(options.older) + Words(" with ");
  for (const std::string& path : paths_of(options))
    subject += Words(path == options.newer ? "" : " and ") + code(path);
  add(Block::Kind::heading, std::move(subject));
  const auto& all = compared.divergences();
  if (file.replay.sums().damaged > 0)
    add(Block::Kind::paragraph,
        fmt::format("The recording is damaged: {} of its records are not what was written.",
                    file.replay.sums().damaged));
  if (all.empty()) {
    add(Block::Kind::paragraph,
        compared.agents() == 1
            ? std::string("No decision of 1 agent would be another one.")
            : fmt::format("No decision of {} agents would be another one.", compared.agents()));
    return blocks;
  }
  add(Block::Kind::paragraph,
      strong(fmt::format("{} of {} agents would decide otherwise", all.size(), compared.agents())) +
          Words(fmt::format(" ({}).", kCounterfactual)));
  std::vector<Way> ways = ways_of(all);
  std::ranges::stable_sort(ways, std::greater<>(), &Way::agents);
  Block& table = add(Block::Kind::table, {});
  table.rows = {{"Kind", "Before", "After", "Agents"}};
  for (size_t i = 0; i < std::min(ways.size(), kMostWays); ++i)
    table.rows.push_back({code(ways[i].first->kind), code(name_of(ways[i].first->before)),
                          code(name_of(ways[i].first->after)), std::to_string(ways[i].agents)});
  if (ways.size() > kMostWays)
    add(Block::Kind::paragraph, fmt::format("And {} other ways.", ways.size() - kMostWays));
  std::vector<const Divergence*> lasting;  // which the game has not taken back
  for (const Divergence& one : all) {
    if (!file.times.is_taken_back(one.at)) lasting.push_back(&one);
  }
  // A game that loads an older save plays times before those of its first frame.
  const auto frames = file.replay.frames();
  std::pair<uint64_t, uint64_t> span = std::minmax(frames.front().microseconds, frames.back().microseconds);
  for (const Divergence* one : lasting)
    span = {std::min(span.first, one->microseconds), std::max(span.second, one->microseconds)};
  Block& picture = add(Block::Kind::picture, "when each agent first decides otherwise");
  picture.svg = picture_of_first_times(lasting, std::span(ways).first(std::min(ways.size(), kMostWays)), span,
                                       file.times);
  add(Block::Kind::paragraph, "The first time of each:");
  Block& firsts = add(Block::Kind::table, {});
  firsts.rows = {{"At", "Frame", "Agent", "Before", "After"}};
  for (size_t i = 0; i < std::min(all.size(), kMostRows); ++i) {
    const Divergence& one = all[i];
    firsts.rows.push_back({file.times.name(one.at), std::to_string(one.frame), code(one.agent),
                           code(doing_text(one.before, one.whom_before)),
                           code(doing_text(one.after, one.whom_after))});
  }
  if (all.size() > kMostRows)
    add(Block::Kind::paragraph, fmt::format("And {} more.", all.size() - kMostRows));
  return blocks;
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
  else if (options.format == Format::markdown)
    fmt::print("{}", markdown_of(page_of(options, *file, compared)));
  else if (options.format == Format::html)
    fmt::print("{}", html_of(page_of(options, *file, compared)));
  else
    print(options, file->times, compared);
  return compared.divergences().empty() && !is_damaged ? kGood : kFound;
}

}  // namespace ishi::compiler::cli
