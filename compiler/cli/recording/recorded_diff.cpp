#include "cli/recording/recorded_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/terminal.h"
#include "cli/recording/moment.h"
#include "diagnostics/render_json.h"
#include "ishi/asset_info.h"
#include "source/read_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

using record::Phase;
using record::Replay;
using record::Step;

// What an agent does: its option by name, and whom that is for.
struct Doing {
  std::string option;  // empty: nothing
  EntityId whom{};
  friend bool operator==(const Doing&, const Doing&) = default;
};

// The first decision of an agent that would be another one.
struct Divergence {
  std::string agent;  // "guard#17"
  std::string kind;
  uint64_t frame = 0;
  uint64_t microseconds = 0;
  Doing before, after;
  std::string whom_before, whom_after;
};

Doing doing_of(const Asset& asset, const Population& population, const Entity& agent) {
  const uint16_t option = population.option(agent);
  if (option == kNoOption) return {};
  const AgentInfo info = AssetParts(asset).agent(asset.find(population.agent_id()));
  const OptionInfo one = AssetParts(asset).option(info.options.first + option);
  return {std::string(one.name), one.set == kNotFound ? EntityId() : EntityId(population.candidate(agent))};
}

// The same recording twice: as it was, and with other assets.
class Counterfactual {
 public:
  Counterfactual(Replay& was, Replay& would, std::string_view agent, std::optional<uint32_t> number)
      : was_(was), would_(would), agent_(agent), number_(number) {}

  // False if one of the two cannot be played.
  bool run() {
    Progress progress("comparing", was_.frames().size());
    for (size_t at = 0; at < was_.frames().size(); ++at) {
      if (!was_.seek(at)) return false;
      if (!follow(at)) return false;
      compare(was_.frames()[at]);
      progress.advance();
    }
    return true;
  }
  [[nodiscard]] const std::vector<Divergence>& divergences() const { return divergences_; }
  [[nodiscard]] size_t agents() const { return seen_.size(); }

 private:
  // Brings the other one to the same frame, by all that was recorded.
  bool follow(size_t frame) {
    while (would_.at() != frame) {
      const Step step = would_.step();
      if (step == Step::end || (step == Step::differs && !would_.world().valid())) return false;
    }
    return true;
  }

  void compare(const record::RecordedFrame& frame) {
    World& was = was_.world();
    World& would = would_.world();
    for (const Entity& entity : was_.entities()) {
      const uint32_t index = was_.population_of(entity);
      if (index == record::Difference::kWorld || would_.population_of(entity) != index) continue;
      const std::string_view kind = was_.agent_name(index);
      if (!agent_.empty() && kind != agent_) continue;
      if (number_ && entity.index != *number_) continue;
      bool& has_diverged = seen_[{entity.index, entity.generation}];
      if (has_diverged) continue;
      const Doing before = doing_of(*was_.asset(index), was.population(index), entity);
      const Doing after = doing_of(*would_.asset(index), would.population(index), would.entity(entity));
      if (before == after) continue;
      has_diverged = true;
      const Asset& asset = *was_.asset(index);
      const auto whom = [&](const Doing& doing) {
        return doing.whom == EntityId() ? std::string() : entity_name(was_, asset, doing.whom);
      };
      divergences_.push_back({fmt::format("{}#{}", kind, entity.index), std::string(kind), frame.frame,
                              frame.microseconds, before, after, whom(before), whom(after)});
    }
  }

  Replay& was_;
  Replay& would_;
  std::string_view agent_;
  std::optional<uint32_t> number_;
  std::map<std::pair<uint32_t, uint32_t>, bool> seen_;  // by entity: whether it has diverged
  std::vector<Divergence> divergences_;
};

constexpr std::string_view kCounterfactual =
    "counterfactual: what the game gave stays as it was, also where it would have followed from what agents "
    "did";

std::string doing_text(const Doing& doing, const std::string& whom) {
  if (doing.option.empty()) return "nothing";
  return whom.empty() ? doing.option : fmt::format("{} for {}", doing.option, whom);
}

void print(const DiffOptions& options, const Counterfactual& compared) {
  constexpr size_t kMostShown = 40;
  const auto& all = compared.divergences();
  fmt::print("{} with {}\n  {}\n", shown(options.older), shown(options.newer),
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
    fmt::print("  {:>9.2f}s  frame {:<6}  {:<{}}  {} → {}\n", static_cast<double>(one.microseconds) / 1e6,
               one.frame, shown(one.agent), width, doing_text(one.before, one.whom_before),
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

nlohmann::ordered_json json_of(const DiffOptions& options, const Counterfactual& compared) {
  using Json = nlohmann::ordered_json;
  const auto text = [](const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); };
  Json first = Json::array();
  for (const Divergence& one : compared.divergences())
    first.push_back({{"agent", one.agent},
                     {"frame", one.frame},
                     {"seconds", static_cast<double>(one.microseconds) / 1e6},
                     {"before", text(one.before.option)},
                     {"before_for", text(one.whom_before)},
                     {"after", text(one.after.option)},
                     {"after_for", text(one.whom_after)}});
  return {{"version", 1},
          {"recording", options.older},
          {"new", options.newer},
          {"counterfactual", true},
          {"note", kCounterfactual},
          {"agents", compared.agents()},
          {"diverged", compared.divergences().size()},
          {"first", first}};
}

// The assets of the new sources; nothing after messages on stderr, `code` is then the exit code.
std::optional<std::vector<std::unique_ptr<Asset>>> read_assets(const DiffOptions& options, int& code) {
  code = kUsage;
  const auto inputs = find_inputs({options.newer}, options.root);
  if (!inputs) return std::nullopt;
  std::vector<std::unique_ptr<Asset>> assets;
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
    if (!blob.empty() && Asset::load(blob, *asset)) assets.push_back(std::move(asset));
  }
  return assets;
}

}  // namespace

int diff_recorded(const DiffOptions& options) {
  if (is_recording(options.newer)) {
    complain(
        "NEW is a source, or a folder of them, but {} is a recording; `ishi replay` says whether a recording "
        "comes to what it was",
        options.newer);
    return kUsage;
  }
  if (!options.trace.empty() || options.has_sampling) {
    complain("{} is about situations that are drawn, and {} is a recording, which has its own",
             options.trace.empty() ? "--samples and --sample" : "--trace", options.older);
    return kUsage;
  }
  int code = kGood;
  const auto assets = read_assets(options, code);
  if (!assets) return code;
  std::vector<const Asset*> others;
  for (const auto& asset : *assets) others.push_back(asset.get());
  const auto file = RecordingFile::open(options.older, {}, false, code);
  if (file == nullptr) return code;
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
    const auto who = find_agent(*file, options.agent);
    if (!who) return kUsage;
    number = who->id.index;
  }
  bool is_any = false;
  std::string known;
  for (uint32_t i = 0; i < file->replay.population_count(); ++i) {
    const AgentId id = file->replay.world().population(i).agent_id();
    is_any = is_any ||
             std::ranges::any_of(others, [&](const Asset* asset) { return asset->find(id) != kNotFound; });
    known += fmt::format("{}{}", known.empty() ? "" : ", ", file->replay.agent_name(i));
  }
  if (!is_any) {
    complain("{} has none of the agents of {}, which has {}", options.newer, options.older, known);
    return kUsage;
  }
  Counterfactual compared(file->replay, would, std::string_view(options.agent).substr(0, hash), number);
  if (!compared.run()) {
    const bool is_would = would.difference().kind == record::Difference::Kind::save;
    complain("{} cannot be played with {}: {}", options.older, options.newer,
             difference_text(is_would ? would : file->replay));
    return kUsage;
  }
  if (compared.agents() == 0) {
    complain("no agent of {} is called {}; there is {}", options.older, options.agent, known);
    return kUsage;
  }
  if (options.format == Format::json)
    fmt::print("{}", json_text(json_of(options, compared)));
  else
    print(options, compared);
  return compared.divergences().empty() ? kGood : kFound;
}

}  // namespace ishi::compiler::cli
