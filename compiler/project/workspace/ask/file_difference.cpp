#include "workspace/ask/file_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "compare/unsampled.h"
#include "emit/emit.h"
#include "ishi/asset_info.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kSeed = 1;  // of what is sampled: the same situations each time

// Loads a file's asset as its program is now. True, too, if there are no agents, of whom there is then none.
bool load(const CheckedFile& file, Asset& asset) {
  Diagnostics said_before;
  const std::vector<uint8_t> blob = blob_of(file, {.all_agents = true}, said_before);
  return !said_before.has_errors() && (blob.empty() || Asset::load(blob, asset));
}

// True if both become the same blob, so that agents do the same whatever stands in the texts: unused parts,
// ways to write the same steps. False for files without agents.
bool becomes_the_same(const CheckedFile& older, const CheckedFile& newer) {
  Diagnostics said_before;
  const CompileOptions without_names{.strip = true, .all_agents = true};
  std::vector<uint8_t> before = blob_of(older, without_names, said_before);
  std::vector<uint8_t> after = blob_of(newer, without_names, said_before);
  if (before.empty() || after.empty()) return false;
  forget_sources(before);
  forget_sources(after);
  return before == after;
}

// True if a change is one of what game and behaviour agree on, which also tests and the game's code read.
bool is_of_contract(const MeaningChange& change) {
  constexpr std::array<std::string_view, 8> kSections = {"enums",  "things",     "blackboard", "tasks",
                                                         "events", "candidates", "sounds",     "teams"};
  const std::string_view section =
      std::string_view(change.path).substr(0, std::min(change.path.find('.'), change.path.size()));
  return std::ranges::find(kSections, section) != kSections.end();
}

// Makes it decide in samples, where each agent stands alone: all think at once, and nobody holds anything.
// The model no longer says what actions claim.
bool prepare(CheckedFile& file, Asset& asset) {
  for (auto& agent : file.program->model.agents) agent.value.think.every = {};
  for (auto& action : file.program->model.actions) action.value.claims.clear();
  return load(file, asset);
}

SampleMixture mixture_of(std::string_view name) {
  return name == "uniform"    ? SampleMixture::uniform
         : name == "defaults" ? SampleMixture::defaults
                              : SampleMixture::mixed;
}

// The agents of the newer file that both have, with their numbers in the older one.
std::vector<std::array<uint32_t, 2>> shared_agents(const Program& older, const Program& newer,
                                                   const FileDifference& file, std::string_view asked) {
  std::vector<std::array<uint32_t, 2>> pairs;
  const Map<Agent>& agents = newer.model.agents;
  for (uint32_t i = 0; i < agents.size(); ++i) {
    const uint32_t before =
        find_index(older.model.agents, older_name(renames_of(file.changes), "agents", agents[i].name.text));
    const bool has_options = before != kNone && !agents[i].value.actions.empty();
    if (has_options && is_own(agents[i], newer.units.main_file) &&
        (asked.empty() || asked == agents[i].name.text))
      pairs.push_back({before, i});
  }
  return pairs;
}

// The fault; empty: none.
std::string compare_decisions_of(CheckedFile& older, CheckedFile& newer, const DifferenceQuestion& question,
                                 FileDifference& file) {
  const Model& before_model = older.program->model;
  const Model& after_model = newer.program->model;
  const auto pairs = shared_agents(*older.program, *newer.program, file, question.agent);
  if (pairs.empty()) return {};
  constexpr std::string_view kRefused = "internal error: the runtime refused a blob that it took before";
  Asset before_asset, after_asset;
  if (!load(older, before_asset) || !load(newer, after_asset)) return std::string(kRefused);
  for (const auto& [before, after] : pairs) {
    FileDifference::Agent& agent = file.agents.emplace_back();
    agent.name = after_model.agents[after].name.text;
    agent.unsampled = unsampled(before_asset, before_model, before);
    for (std::string& one : unsampled(after_asset, after_model, after)) {
      if (std::ranges::find(agent.unsampled, one) == agent.unsampled.end())
        agent.unsampled.push_back(std::move(one));
    }
  }
  if (!prepare(older, before_asset) || !prepare(newer, after_asset)) return std::string(kRefused);
  const uint64_t samples = std::max<uint64_t>(question.samples / pairs.size(), 1);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const uint32_t before = pairs[i][0], after = pairs[i][1];
    const SituationSpace space(
        {{{&before_model, &before_asset, before}, {&after_model, &after_asset, after}}}, kSeed,
        renames_of(file.changes), mixture_of(question.mixture));
    const auto tell = [&](uint64_t done) {
      if (question.progress) question.progress(i * samples + done, samples * pairs.size());
    };
    if (const Status status = compare_decisions(space, samples, tell, file.agents[i].decisions); !status)
      return fmt::format("internal error: the runtime refused a sampled situation: {}",
                         describe(status.code));
  }
  return {};
}

}  // namespace

tl::expected<FileDifference, std::string> compare_files(const std::shared_ptr<CheckedFile>& older,
                                                        const std::shared_ptr<CheckedFile>& newer,
                                                        const DifferenceQuestion& question) {
  FileDifference file;
  file.older_file = older;
  file.newer_file = newer;
  file.older = older->sources.shown_path(0);
  file.newer = newer->sources.shown_path(0);
  file.mixture = question.mixture;
  file.changes = compare_meaning(*older->program, older->sources, *newer->program, newer->sources);
  if (!file.changes.empty() && becomes_the_same(*older, *newer))
    std::erase_if(file.changes, [](const MeaningChange& change) { return !is_of_contract(change); });
  file.has_only_names = !file.changes.empty() && std::ranges::all_of(file.changes, [](const auto& change) {
    return change.kind == MeaningChange::Kind::renamed;
  });
  if (file.changes.empty() || file.has_only_names || question.samples == 0) return file;
  if (std::string fault = compare_decisions_of(*older, *newer, question, file); !fault.empty())
    return tl::unexpected(std::move(fault));
  return file;
}

}  // namespace ishi::compiler
