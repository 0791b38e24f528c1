#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <system_error>

#include "cli/diff/diff_report.h"
#include "cli/exit_code.h"
#include "cli/input/asked_situation.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/terminal.h"
#include "cli/play/trace.h"
#include "cli/verbs.h"
#include "compare/unsampled.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "simulate/thought.h"
#include "source/read_file.h"

namespace ishi::compiler::cli {
namespace {

constexpr uint64_t kSeed = 1;  // of what is sampled: the same situations each time

// One of the two versions of a file.
struct Version {
  Sources sources;
  std::unique_ptr<Program> program;
  Asset asset;

  // False after messages on stderr.
  bool read(const Input& input) {
    auto text = read_input(input);
    if (!text) return false;
    sources.show_from(input.viewpoint);
    Diagnostics diagnostics;
    program = analyze_source(input.path, std::move(*text), FolderReader(input.root), sources, diagnostics);
    if (!diagnostics.has_errors() && load(diagnostics)) return true;
    Findings findings;
    findings.add(judge(*program, diagnostics, LookedFor::programs), sources, input.shown_path());
    findings.print_errors(input.shown_path());
    return false;
  }

  // Makes it decide in samples, where each agent stands alone: all think at once, and nobody holds anything.
  // The model no longer says what actions claim. False if it cannot be loaded.
  bool prepare() {
    for (auto& agent : program->model.agents) agent.value.think.every = {};
    for (auto& action : program->model.actions) action.value.claims.clear();
    Diagnostics said_before;
    return load(said_before);
  }

 private:
  // Loads `asset` of the program as it is. True, too, if there are no agents, of whom there is then no asset.
  bool load(Diagnostics& diagnostics) {
    const std::vector<uint8_t> blob = build_blob(*program, {.all_agents = true}, sources, diagnostics);
    return !diagnostics.has_errors() && (blob.empty() || Asset::load(blob, asset));
  }
};

class Differences {
 public:
  explicit Differences(const DiffOptions& options) : options_(options) {}

  int run() {
    if (!options_.trace.empty()) {
      auto trace = read_trace(options_.trace);
      if (!trace) {
        complain("{}", trace.error());
        return kUsage;
      }
      trace_ = std::move(*trace);
    }
    std::error_code error;  // is told when they are read
    const bool is_folder = std::filesystem::is_directory(options_.older, error);
    if (is_folder != std::filesystem::is_directory(options_.newer, error)) {
      complain("OLD and NEW are two source files or two folders, but here {} is a folder",
               is_folder ? options_.older : options_.newer);
      return kUsage;
    }
    if (is_folder && !trace_.empty()) {
      complain("--trace is about one file: name it in place of the folders");
      return kUsage;
    }
    if (const int code = is_folder ? compare_folders() : compare_paths(); code != kGood) return code;
    if (!options_.agent.empty() && !was_found_) {
      complain("there is no agent {} in both of them", options_.agent);
      return kUsage;
    }
    if (options_.format == Format::json)
      print_differences_json(files_);
    else
      print_differences(files_);
    return std::ranges::any_of(files_, &FileDifference::is_any) ? kFound : kGood;
  }

 private:
  int compare_paths() {
    const auto older = find_input(options_.older, options_.root);
    const auto newer = find_input(options_.newer, options_.root);
    return older && newer ? compare_files(*older, *newer) : kUsage;
  }

  // Files belong together that have the same place below their folders.
  int compare_folders() {
    const auto older = find_inputs({options_.older}, options_.root);
    const auto newer = find_inputs({options_.newer}, options_.root);
    if (!older || !newer) return kUsage;
    std::map<std::string, std::pair<const Input*, const Input*>> pairs;
    for (const Input& input : *older) pairs[input.output].first = &input;
    for (const Input& input : *newer) pairs[input.output].second = &input;
    for (const auto& [place, pair] : pairs) {
      if (pair.first != nullptr && pair.second != nullptr) {
        if (const int code = compare_files(*pair.first, *pair.second); code != kGood) return code;
        continue;
      }
      FileDifference& file = files_.emplace_back();
      (pair.first != nullptr ? file.older : file.newer) =
          (pair.first != nullptr ? pair.first : pair.second)->shown_path();
    }
    return kGood;
  }

  int compare_files(const Input& older_input, const Input& newer_input) {
    Version older, newer;
    if (!older.read(older_input) || !newer.read(newer_input)) return kUsage;
    FileDifference& file = files_.emplace_back();
    file.older = older_input.shown_path();
    file.newer = newer_input.shown_path();
    file.mixture = options_.sample;
    file.changes = compare_meaning(*older.program, older.sources, *newer.program, newer.sources);
    note_agents(older, newer);
    if (!trace_.empty()) return replay(file);
    if (file.changes.empty() || options_.samples == 0) return kGood;
    return sample(older, newer, file);
  }

  [[nodiscard]] bool is_asked(std::string_view agent) const {
    return options_.agent.empty() || options_.agent == agent;
  }

  void note_agents(const Version& older, const Version& newer) {
    for (const auto& agent : newer.program->model.agents)
      was_found_ = was_found_ || (agent.name.text == options_.agent &&
                                  find_index(older.program->model.agents, agent.name.text) != kNone);
  }

  [[nodiscard]] SampleMixture mixture() const {
    return options_.sample == "uniform"    ? SampleMixture::uniform
           : options_.sample == "defaults" ? SampleMixture::defaults
                                           : SampleMixture::mixed;
  }

  int sample(Version& older, Version& newer, FileDifference& file) {
    std::vector<std::array<uint32_t, 2>> pairs;
    const Map<Agent>& agents = newer.program->model.agents;
    for (uint32_t i = 0; i < agents.size(); ++i) {
      const uint32_t before = find_index(older.program->model.agents,
                                         older_name(renames_of(file.changes), "agents", agents[i].name.text));
      const bool has_options = before != kNone && !agents[i].value.actions.empty();
      if (has_options && is_own(agents[i], newer.program->units.main_file) && is_asked(agents[i].name.text))
        pairs.push_back({before, i});
    }
    if (pairs.empty()) return kGood;
    for (const auto& [before, after] : pairs) {
      FileDifference::Agent& agent = file.agents.emplace_back();
      agent.name = agents[after].name.text;
      agent.unsampled = unsampled(older.asset, older.program->model, before);
      for (std::string& one : unsampled(newer.asset, newer.program->model, after)) {
        if (std::ranges::find(agent.unsampled, one) == agent.unsampled.end())
          agent.unsampled.push_back(std::move(one));
      }
    }
    if (!older.prepare() || !newer.prepare()) {
      complain("internal error: the runtime refused a blob that it took before");
      return kUsage;
    }
    const uint64_t samples = std::max<uint64_t>(options_.samples / pairs.size(), 1);
    Progress progress("deciding", samples * pairs.size());
    for (size_t i = 0; i < pairs.size(); ++i) {
      const auto [before, after] = pairs[i];
      const SituationSpace space(
          {{{&older.program->model, &older.asset, before}, {&newer.program->model, &newer.asset, after}}},
          kSeed, renames_of(file.changes), mixture());
      FileDifference::Agent& agent = file.agents[i];
      uint64_t told = 0;
      const auto tell = [&](uint64_t done) {
        progress.advance(static_cast<double>(done - std::exchange(told, done)));
      };
      if (const Status status = compare_decisions(space, samples, tell, agent.decisions); !status) {
        complain("internal error: the runtime refused a sampled situation: {}", describe(status.code));
        return kUsage;
      }
    }
    keep_names(file);
    return kGood;
  }

  // What each recorded decision comes to in both versions.
  int replay(FileDifference& file) {
    file.is_recorded = true;
    AskOptions older_options, newer_options;
    older_options.path = options_.older;
    newer_options.path = options_.newer;
    older_options.root = newer_options.root = options_.root;
    std::optional<AskedSituation> older, newer;
    std::map<std::string, std::map<std::pair<std::string, std::string>, ChangedDecision>> cells;
    std::map<std::string, uint64_t> situations;
    for (const TraceLine& line : trace_) {
      std::string before, after, agent;
      if (!decide(line, older_options, older, before, agent) ||
          !decide(line, newer_options, newer, after, agent)) {
        say_more("that is line {} of {}", line.number, options_.trace);
        return kUsage;
      }
      if (!is_asked(agent)) continue;
      ++situations[agent];
      before = newer_name(renames_of(file.changes), "actions", before);
      if (before == after) continue;
      ChangedDecision& cell = cells[agent][{before, after}];
      if (++cell.count == 1) cell.example = {fmt::format("line {} of {}", line.number, options_.trace)};
    }
    for (const auto& [name, count] : situations) {
      FileDifference::Agent& agent = file.agents.emplace_back();
      agent.name = name;
      agent.decisions.situations = count;
      for (auto& [names, cell] : cells[name]) {
        agent.decisions.changed += cell.count;
        cell.before = keep(names.first);
        cell.after = keep(names.second);
        agent.decisions.cells.push_back(cell);
      }
      std::ranges::stable_sort(agent.decisions.cells, std::greater<>(), &ChangedDecision::count);
    }
    return kGood;
  }

  bool decide(const TraceLine& line, AskOptions& options, std::optional<AskedSituation>& asked,
              std::string& picked, std::string& agent) {
    const std::string path = options.path, root = options.root;
    options = line.asked;
    options.path = path;
    options.root = root;
    const int code = asked ? asked->read_again() : asked.emplace(options).read();
    if (code != kGood) {
      if (asked->diagnostics().has_errors()) {
        Findings findings;
        findings.add(asked->verdict(), asked->sources(), path);
        findings.print_errors(path);
      }
      return false;
    }
    Thought thought;
    if (!think_once(asked->asset(), asked->model(), asked->situation(), thought)) return false;
    picked = thought.picked == kNone ? "" : asked->agent().value.actions[thought.picked].text;
    agent = asked->agent().name.text;
    return true;
  }

  // The programs end before what was found is printed.
  void keep_names(FileDifference& file) {
    for (auto& agent : file.agents) {
      for (ChangedDecision& cell : agent.decisions.cells) {
        cell.before = keep(std::string(cell.before));
        cell.after = keep(std::string(cell.after));
      }
    }
  }
  std::string_view keep(std::string name) { return names_.emplace_back(std::move(name)); }

  const DiffOptions& options_;
  std::vector<TraceLine> trace_;
  std::vector<FileDifference> files_;
  std::deque<std::string> names_;
  bool was_found_ = false;
};

}  // namespace

int run_diff(const DiffOptions& options) { return Differences(options).run(); }

}  // namespace ishi::compiler::cli
