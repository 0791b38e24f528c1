#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/diff/difference_page.h"
#include "cli/exit_code.h"
#include "cli/input/ask.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/terminal.h"
#include "cli/play/trace.h"
#include "cli/recording/recorded_diff.h"
#include "cli/recording/recordings_diff.h"
#include "cli/verbs.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "diagnostics/terminal_text.h"
#include "recording/recording_file.h"
#include "simulate/thought.h"
#include "source/read_file.h"
#include "workspace/ask/file_difference.h"

namespace ishi::compiler::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kKindNames[] = {"added", "removed", "renamed", "changed", "reordered"};
constexpr std::string_view kKindMarks[] = {"+", "-", "=", "~", "↕"};
constexpr Color kKindColors[] = {Color::green, Color::red, Color::cyan, Color::yellow, Color::yellow};

double share_of(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string percent(double share) {
  if (share > 0 && share < 0.0005) return "<0.1%";
  return fmt::format("{:.1f}%", 100 * share);
}

std::string with_thousands(uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string_view or_nothing(std::string_view option) { return option.empty() ? "nothing" : option; }

void print_changes(const FileDifference& file, bool color) {
  for (const MeaningChange& change : file.changes) {
    const auto kind = static_cast<size_t>(change.kind);
    const bool has_both = !change.before.empty() && !change.after.empty();
    const std::string value = change.kind == MeaningChange::Kind::renamed
                                  ? fmt::format("is now {}", change.after)
                              : change.kind == MeaningChange::Kind::reordered
                                  ? fmt::format("order: {} → {}", change.before, change.after)
                              : has_both ? fmt::format("{} → {}", change.before, change.after)
                                         : change.before + change.after;
    const std::string head = fmt::format("  {} {}", kKindMarks[kind], shown(change.path));
    const size_t used = head.size() + 2;
    fmt::print("{}  {}\n", paint(head, kKindColors[kind], color), wrapped(shown(value), used, 6));
    if (!change.note.empty())
      fmt::print("      {}\n", paint(wrapped(shown(change.note), 6, 6), Color::dim, color));
  }
}

void print_dim(const std::string& text, bool color) {
  fmt::print("  {}\n", paint(wrapped(shown(text), 2, 4), Color::dim, color));
}

// "a, b, and 3 more".
std::string listed(const std::vector<std::string>& all) {
  constexpr size_t kMost = 8;
  std::string text;
  for (size_t i = 0; i < std::min(all.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + all[i];
  return all.size() > kMost ? fmt::format("{}, and {} more", text, all.size() - kMost) : text;
}

// Shares are those of the situations that were drawn, and not of a game.
void print_mixture(const FileDifference& file, bool color) {
  if (file.is_recorded || file.agents.empty()) return;
  const std::string_view drawn =
      file.mixture == "uniform" ? "every value as likely as any other"
      : file.mixture == "defaults"
          ? "most keys at their default"
          : "half of them with every value as likely as any other, half with some or most keys "
            "at their default";
  fmt::print("\n");
  print_dim(fmt::format("shares are of situations drawn for this: {} (`--sample`); those of a game come from "
                        "its recording (`--trace`)",
                        drawn),
            color);
}

void print_decisions(const FileDifference::Agent& agent, bool is_recorded, bool color) {
  const DecisionComparison& decisions = agent.decisions;
  const double share = share_of(decisions.changed, decisions.situations);
  fmt::print("\n{} of {} {} {} {}\n", paint(percent(share), Color::bold, color),
             with_thousands(decisions.situations),
             is_recorded ? "recorded decisions of" : "sampled decisions of",
             paint(agent.name, Color::bold, color), decisions.changed == 0 ? "change: none" : "change");
  if (!agent.unsampled.empty())
    print_dim(
        fmt::format("not sampled: {}; a test with `run` shows what these change", listed(agent.unsampled)),
        color);
  size_t width = 0, width_after = 0;
  for (const ChangedDecision& cell : decisions.cells) {
    width = std::max(width, or_nothing(cell.before).size());
    width_after = std::max(width_after, or_nothing(cell.after).size());
  }
  constexpr size_t kMostShown = 12;
  for (size_t i = 0; i < std::min(decisions.cells.size(), kMostShown); ++i) {
    const ChangedDecision& cell = decisions.cells[i];
    fmt::print("  {:<{}} → {:<{}}  {}\n", or_nothing(cell.before), width, or_nothing(cell.after), width_after,
               paint(fmt::format("{}, {}", percent(share_of(cell.count, decisions.situations)),
                                 with_thousands(cell.count)),
                     Color::dim, color));
    for (const std::string& line : cell.example)
      fmt::print("      {}\n", paint(shown(line), Color::dim, color));
  }
  if (decisions.cells.size() > kMostShown)
    fmt::print("  {}\n",
               paint(fmt::format("and {} more", decisions.cells.size() - kMostShown), Color::dim, color));
}

OrderedJson decisions_json(const DecisionComparison& decisions) {
  OrderedJson cells = OrderedJson::array();
  for (const ChangedDecision& cell : decisions.cells)
    cells.push_back({{"from", cell.before.empty() ? OrderedJson(nullptr) : OrderedJson(cell.before)},
                     {"to", cell.after.empty() ? OrderedJson(nullptr) : OrderedJson(cell.after)},
                     {"count", cell.count},
                     {"share", share_of(cell.count, decisions.situations)},
                     {"example", cell.example}});
  return {{"situations", decisions.situations},
          {"changed", decisions.changed},
          {"share", share_of(decisions.changed, decisions.situations)},
          {"changes", cells}};
}

// For people, and for programs.
void print_differences(const std::vector<FileDifference>& files) {
  const bool color = use_color(stdout);
  bool is_first = true;
  for (const FileDifference& file : files) {
    if (!file.is_any() && !file.is_recorded) continue;
    const bool is_whole = !file.older.empty() && !file.newer.empty();
    fmt::print("{}", !std::exchange(is_first, false) && is_whole ? "\n" : "");
    if (!is_whole) {
      const bool is_new = file.older.empty();
      fmt::print("{} {}\n", paint(shown(is_new ? file.newer : file.older), Color::bold, color),
                 is_new ? "is new" : "is gone");
      continue;
    }
    fmt::print("{}\n",
               paint(fmt::format("{} → {}", shown(file.older), shown(file.newer)), Color::bold, color));
    if (!file.reported_in.empty())
      print_dim(fmt::format("it includes or imports {}, whose changes are reported there",
                            listed(file.reported_in)),
                color);
    else if (file.changes.empty())
      fmt::print("  nothing changes in meaning\n");
    print_changes(file, color);
    if (file.has_only_names && !file.is_recorded)
      print_dim("names alone change, so every decision stays as it was", color);
    for (const auto& agent : file.agents) print_decisions(agent, file.is_recorded, color);
    print_mixture(file, color);
  }
  if (is_first) fmt::print("nothing changes in meaning\n");
}

void print_differences_json(const std::vector<FileDifference>& files) {
  OrderedJson json = {{"version", 1}, {"files", OrderedJson::array()}};
  for (const FileDifference& file : files) {
    OrderedJson changes = OrderedJson::array(), agents = OrderedJson::array();
    for (const MeaningChange& change : file.changes)
      changes.push_back(
          {{"kind", kKindNames[static_cast<size_t>(change.kind)]},
           {"path", change.path},
           {"before", change.before.empty() ? OrderedJson(nullptr) : OrderedJson(change.before)},
           {"after", change.after.empty() ? OrderedJson(nullptr) : OrderedJson(change.after)},
           {"file", change.file},
           {"line", change.line},
           {"note", change.note.empty() ? OrderedJson(nullptr) : OrderedJson(change.note)}});
    for (const auto& agent : file.agents) {
      OrderedJson one = {{"agent", agent.name}, {"not_sampled", agent.unsampled}};
      one.update(decisions_json(agent.decisions));
      agents.push_back(one);
    }
    json["files"].push_back({{"old", file.older.empty() ? OrderedJson(nullptr) : OrderedJson(file.older)},
                             {"new", file.newer.empty() ? OrderedJson(nullptr) : OrderedJson(file.newer)},
                             {"changes", changes},
                             {"changes_in", file.reported_in},
                             {"recorded", file.is_recorded},
                             {"sample", file.is_recorded ? OrderedJson(nullptr) : OrderedJson(file.mixture)},
                             {"decisions", agents}});
  }
  fmt::print("{}", json_text(json));
}

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
    const int code = is_folder ? compare_folders() : compare_paths();
    if (broken_.errors() > 0) {  // once, however many files include what is wrong
      broken_.settle();
      broken_.print_errors(options_.newer);
    }
    const bool is_page = options_.format == Format::markdown || options_.format == Format::html;
    if (code != kGood && files_.empty() && !(is_page && broken_.errors() > 0)) return code;
    if (!options_.agent.empty() && !was_found_ && !files_.empty()) {
      complain("there is no agent {} in both of them", options_.agent);
      return kUsage;
    }
    if (is_page)
      print_page();
    else if (options_.format == Format::json)
      print_differences_json(files_);
    else
      print_differences(files_);
    if (code != kGood) return code;  // of a file that could not be compared
    return std::ranges::any_of(files_, &FileDifference::is_any) ? kFound : kGood;
  }

 private:
  void print_page() const {
    DifferencePage page = difference_page(files_);
    for (const Diagnostic& finding : broken_.all()) {
      if (finding.severity != Severity::error) continue;
      const auto at = broken_.sources().file(finding.span.file).position(finding.span.begin);
      page.faults.push_back(
          {fmt::format("{}:{}:{}", broken_.sources().shown_path(finding.span.file), at.line, at.column),
           finding.message});
    }
    fmt::print("{}", options_.format == Format::html ? html_of(page) : markdown_of(page));
  }

  int compare_paths() {
    const auto older = find_input(options_.older, options_.root);
    const auto newer = find_input(options_.newer, options_.root);
    return older && newer ? compare_inputs(*older, *newer) : kUsage;
  }

  // Files belong together that have the same place below their folders.
  int compare_folders() {
    const auto older = find_inputs({options_.older}, options_.root);
    const auto newer = find_inputs({options_.newer}, options_.root);
    if (!older || !newer) return kUsage;
    std::map<std::string, std::pair<const Input*, const Input*>> pairs;
    for (const Input& input : *older) pairs[input.output].first = &input;
    for (const Input& input : *newer) pairs[input.output].second = &input;
    int worst = kGood;
    for (const auto& [place, pair] : pairs) {
      if (pair.first != nullptr && pair.second != nullptr) {
        worst = std::max(worst, compare_inputs(*pair.first, *pair.second));
        continue;
      }
      FileDifference& file = files_.emplace_back();
      (pair.first != nullptr ? file.older : file.newer) =
          (pair.first != nullptr ? pair.first : pair.second)->shown_path();
    }
    report_once();
    return worst;
  }

  // A change of an included file is a change of each file that includes it. It is reported once: for the file
  // in which it stands if that one was compared, else for the first.
  void report_once() {
    const auto is_of = [](const FileDifference& file, const MeaningChange& change) {
      return change.file == (change.kind == MeaningChange::Kind::removed ? file.older : file.newer);
    };
    using Key = std::tuple<MeaningChange::Kind, std::string, std::string, std::string, std::string, uint32_t>;
    const auto key_of = [](const MeaningChange& change) {
      return Key(change.kind, change.path, change.before, change.after, change.file, change.line);
    };
    std::map<Key, size_t> tellers;
    for (size_t i = 0; i < files_.size(); ++i) {
      for (const MeaningChange& change : files_[i].changes) {
        const auto [teller, is_new] = tellers.try_emplace(key_of(change), i);
        if (!is_new && is_of(files_[i], change)) teller->second = i;
      }
    }
    for (size_t i = 0; i < files_.size(); ++i) {
      std::erase_if(files_[i].changes, [&](const MeaningChange& change) {
        const size_t teller = tellers.at(key_of(change));
        if (teller == i) return false;
        const std::string& where = files_[teller].newer;
        if (std::ranges::find(files_[i].reported_in, where) == files_[i].reported_in.end())
          files_[i].reported_in.push_back(where);
        return true;
      });
    }
  }

  int compare_inputs(const Input& older_input, const Input& newer_input) {
    int code = kGood;
    const auto older = read_sound_file(older_input, code, broken_);
    const auto newer = older == nullptr ? nullptr : read_sound_file(newer_input, code, broken_);
    if (newer == nullptr) return kUsage;
    for (const auto& agent : newer->program->model.agents)
      was_found_ = was_found_ || (agent.name.text == options_.agent &&
                                  find_index(older->program->model.agents, agent.name.text) != kNone);
    std::optional<Progress> progress;
    uint64_t told = 0;
    DifferenceQuestion question{.agent = options_.agent,
                                .samples = trace_.empty() ? options_.samples : 0,
                                .mixture = options_.sample};
    question.progress = [&](uint64_t done, uint64_t all) {
      if (!progress) progress.emplace("deciding", all);
      progress->advance(static_cast<double>(done - std::exchange(told, done)));
    };
    auto file = compare_files(older, newer, question);
    if (!file) {
      complain("{}", file.error());
      return kUsage;
    }
    files_.push_back(std::move(*file));
    return trace_.empty() ? kGood : replay(files_.back());
  }

  [[nodiscard]] bool is_asked(std::string_view agent) const {
    return options_.agent.empty() || options_.agent == agent;
  }

  // The result of each recorded decision in both versions.
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
    const int code = asked ? ask_again(*asked) : ask(asked.emplace(options, path), options);
    if (code != kGood) {
      report_faults(*asked, path, code);
      return false;
    }
    Thought thought;
    if (!think_once(asked->asset(), asked->model(), asked->situation(), thought)) return false;
    picked = thought.picked == kNone ? "" : asked->agent().value.actions[thought.picked].text;
    agent = asked->agent().name.text;
    return true;
  }

  std::string_view keep(std::string name) { return names_.emplace_back(std::move(name)); }

  const DiffOptions& options_;
  Findings broken_;  // what is wrong with files that cannot be compared
  std::vector<TraceLine> trace_;
  std::vector<FileDifference> files_;
  std::deque<std::string> names_;
  bool was_found_ = false;
};

}  // namespace

int run_diff(const DiffOptions& options) {
  const bool is_page = options.format == Format::markdown || options.format == Format::html;
  const bool are_both =
      options.more_newer.empty() && is_recording(options.older) && is_recording(options.newer);
  if (is_page && are_both) {
    complain("two recordings are compared as human or json; the pages markdown and html are of sources");
    return kUsage;
  }
  if (are_both) return diff_recordings(options);
  if (is_recording(options.older)) return diff_recorded(options);
  if (is_recording(options.newer)) {
    complain("{} is a recording, which comes first: `ishi diff {} {}`", options.newer, options.newer,
             options.older);
    return kUsage;
  }
  if (!options.more_newer.empty()) {
    complain("{} is compared with one NEW, and here is {}, too; a recording may have several", options.older,
             options.more_newer.front());
    return kUsage;
  }
  return Differences(options).run();
}

}  // namespace ishi::compiler::cli
