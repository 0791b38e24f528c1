#include "cli/diff/difference_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "cli/diff/page_blocks.h"
#include "cli/sweep/print_swept.h"
#include "diagnostics/json.h"
#include "drawing/behaviour_map.h"
#include "drawing/drawing.h"
#include "workspace/ask/asked_situation.h"
#include "workspace/ask/swept.h"
#include "workspace/curve_picture.h"
#include "workspace/file_test_runs.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kMostChanges = 40, kMostCells = 8, kMostTests = 30, kMostThresholds = 6, kMostPictures = 6;

// --- The facts

std::map<std::string, TestRun> results_of(const std::shared_ptr<const CheckedFile>& file) {
  std::map<std::string, TestRun> results;
  if (file == nullptr) return results;
  FileTestRuns runs(file, {}, nullptr, {});
  while (runs.go_on()) {
  }
  for (TestRun& run : runs.take()) results.emplace(run.name, std::move(run));
  return results;
}

void compare_tests(DifferencePage::File& file) {
  const auto before = results_of(file.difference->older_file),
             after = results_of(file.difference->newer_file);
  for (const auto& [name, run] : after) {
    const auto old = before.find(name);
    if (old != before.end() && old->second.is_good == run.is_good) {
      ++file.tests_alike;
      continue;
    }
    DifferencePage::ChangedTest& test = file.tests.emplace_back();
    test.name = name;
    if (old != before.end()) test.before = old->second.outcome;
    test.after = run.outcome;
    test.was_good = old != before.end() && old->second.is_good;
    test.is_good = run.is_good;
    if (!run.is_good) test.message = run.message;
  }
  for (const auto& [name, run] : before) {
    if (after.contains(name)) continue;
    DifferencePage::ChangedTest& test = file.tests.emplace_back();
    test.name = name;
    test.before = run.outcome;
    test.was_good = run.is_good;
  }
}

// "flee to 45.8, then shoot", of the importance that the situation has; empty where it cannot be told.
std::string decided_along(const std::shared_ptr<const CheckedFile>& file, const Situation& situation,
                          const std::string& key) {
  SituationQuestion question;
  question.asks_of_one = true;
  AskedSituation asked(question, {});
  if (asked.read(file, situation) != AskedSituation::Outcome::good) return {};
  const std::string_view profile = asked.profile_name();
  const auto swept = sweep(asked, {key}, profile.empty() ? kNoProfile : profile);
  if (!swept) return {};
  const auto json = swept_json(*swept);
  if (json["profiles"].empty() || json["profiles"][0]["lines"].empty()) return {};
  const auto& stretches = json["profiles"][0]["lines"][0]["stretches"];
  const std::string unit = json["axes"][0]["unit"].get<std::string>();
  std::string words;
  for (size_t i = 0; i < stretches.size(); ++i) {
    if (i > 0) words += ", then ";
    words += stretches[i]["chooses"].get<std::string>();
    if (i + 1 == stretches.size()) continue;
    const auto& to = stretches[i]["to"];
    words += to.is_number() ? fmt::format(" to {:.4g}{}", to.get<double>(), unit)
                            : fmt::format(" to {}", to.get<std::string>());
  }
  return words;
}

// For each pair of decisions: its example, with each number that it gives swept.
void find_thresholds(DifferencePage::File& file) {
  const FileDifference& difference = *file.difference;
  if (difference.is_recorded || difference.newer_file == nullptr) return;
  const Map<Variable>& keys = difference.newer_file->program->model.blackboard;
  std::set<std::pair<std::string, std::string>> told;
  for (const FileDifference::Agent& agent : difference.agents) {
    for (const ChangedDecision& cell : agent.decisions.cells) {
      for (const SituationValue& given : cell.situations[1].keys) {
        const Variable& variable = keys[given.index].value;
        const std::string key(keys[given.index].name.text);
        const ValueKind kind = variable.resolved.kind;
        const bool is_number =
            variable.has_range() && (kind == ValueKind::number || kind == ValueKind::integer);
        if (!is_number || file.thresholds.size() >= kMostThresholds || !told.insert({agent.name, key}).second)
          continue;
        const std::string before = decided_along(difference.older_file, cell.situations[0], key);
        const std::string after = decided_along(difference.newer_file, cell.situations[1], key);
        if (before == after || before.empty() || after.empty()) continue;
        file.thresholds.push_back({agent.name, key, cell.example, before, after});
      }
    }
  }
}

// --- The page

std::string percent(uint64_t part, uint64_t whole) {
  const double share = whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  return share > 0 && share < 0.05 ? "less than 0.1 %" : fmt::format("{:.1f} %", share);
}
std::string counted(size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "action `flee`: `gains.survival`"
Words words_of_path(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kNouns = {
      {{"actions", "action"},    {"curves", "curve"},   {"importance", "profile"}, {"agents", "agent"},
       {"goals", "goal"},        {"needs", "need"},     {"drives", "drive"},       {"memory", "memory"},
       {"senses", "sense"},      {"choices", "choice"}, {"values", "value"},       {"blackboard", "key"},
       {"tasks", "task"},        {"events", "event"},   {"candidates", "set"},     {"planners", "planner"},
       {"steering", "steering"}, {"tokens", "token"},   {"things", "thing"},       {"teams", "team"}}};
  const size_t dot = path.find('.');
  if (dot == std::string_view::npos) return code(path);
  const auto noun =
      std::ranges::find(kNouns, path.substr(0, dot), &std::pair<std::string_view, std::string_view>::first);
  if (noun == kNouns.end()) return code(path);
  const std::string_view rest = path.substr(dot + 1);
  const size_t next = rest.find('.');
  Words words = Words(fmt::format("{} ", noun->second)) + code(rest.substr(0, next));
  if (next != std::string_view::npos) words += Words(": ") + code(rest.substr(next + 1));
  return words;
}

Words words_of_change(const MeaningChange& change) {
  constexpr std::array<std::string_view, 5> kKinds = {"new", "gone", "renamed", "changed",
                                                      "in another order"};
  return Words(std::string(kKinds[static_cast<size_t>(change.kind)]));
}

std::string_view chosen_word(std::string_view option) { return option.empty() ? "nothing" : option; }

// A curve as it was, dashed, and as it is.
std::string picture_of_curves(const Curve& before, const Curve& after) {
  constexpr size_t kSamples = 49;
  constexpr double kWide = 180, kHigh = 90, kEdge = 6;
  const SampledCurve old = sample_curve(before, kSamples), now = sample_curve(after, kSamples);
  float least = 0, most = 1;
  for (const SampledCurve* const curve : {&old, &now}) {
    for (const float value : curve->values) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
  const double low = std::min(old.low, now.low), high = std::max(old.high, now.high);
  const auto line = [&](const SampledCurve& curve) {
    std::string points;
    for (size_t i = 0; i < curve.values.size(); ++i) {
      const double at = curve.low + (curve.high - curve.low) * static_cast<double>(i) /
                                        static_cast<double>(std::max<size_t>(1, curve.values.size() - 1));
      const double x = kEdge + kWide * (high > low ? (at - low) / (high - low) : 0);
      const double y = kEdge + kHigh * (1 - (curve.values[i] - least) / (most > least ? most - least : 1));
      points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x, y);
    }
    return points;
  };
  return fmt::format(
      "<svg class=\"small\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "role=\"img\">"
      "<rect x=\"{2}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/><polyline class=\"was\" "
      "points=\"{5}\"/><polyline "
      "class=\"is\" points=\"{6}\"/></svg>\n",
      kWide + 2 * kEdge, kHigh + 2 * kEdge, kEdge, kWide, kHigh, line(old), line(now));
}

class Writer {
 public:
  explicit Writer(const DifferencePage& page) : page_(page) {}

  std::vector<Block> blocks() {
    title("Changes of behaviour");
    write_summary();
    for (const DifferencePage::File& file : page_.files) write_file(file);
    if (!page_.faults.empty()) write_faults();
    return std::move(blocks_);
  }

 private:
  Block& add(Block::Kind kind) {
    Block& block = blocks_.emplace_back();
    block.kind = kind;
    return block;
  }
  void title(Words words) { add(Block::Kind::title).words = std::move(words); }
  void heading(Words words) { add(Block::Kind::heading).words = std::move(words); }
  void paragraph(Words words) { add(Block::Kind::paragraph).words = std::move(words); }
  void table(std::vector<std::vector<Words>> rows) { add(Block::Kind::table).rows = std::move(rows); }

  void write_summary() {
    size_t changes = 0, files = 0, broken_tests = 0;
    for (const DifferencePage::File& file : page_.files) {
      changes += file.difference->changes.size();
      files += file.difference->is_any() ? 1 : 0;
      broken_tests += static_cast<size_t>(std::ranges::count_if(file.tests, [](const auto& test) {
        return test.was_good && !test.is_good && !test.after.empty();
      }));
    }
    if (files == 0 && page_.faults.empty()) return paragraph("Nothing changes in meaning.");
    Words words;
    if (files > 0)
      words += Words(fmt::format("{} in {}.", counted(changes, "change"), counted(files, "file")));
    if (broken_tests > 0) {
      words +=
          Words(" ") +
          strong(fmt::format("{} {}", counted(broken_tests, "test"), broken_tests == 1 ? "fails" : "fail")) +
          Words(" that passed.");
    }
    if (!page_.faults.empty())
      words += Words(files > 0 ? " Not all could be compared: there are errors."
                               : "Nothing could be compared: there are errors.");
    paragraph(std::move(words));
  }

  void write_file(const DifferencePage::File& file) {
    const FileDifference& difference = *file.difference;
    if (!difference.is_any() && !difference.is_recorded && file.tests.empty()) return;
    if (difference.older.empty() || difference.newer.empty()) {
      const bool is_new = difference.older.empty();
      heading(code(is_new ? difference.newer : difference.older));
      return paragraph(is_new ? "This file is new." : "This file is gone.");
    }
    heading(code(difference.newer));
    if (!difference.reported_in.empty()) {
      Words words("It includes or imports ");
      for (size_t i = 0; i < difference.reported_in.size(); ++i)
        words += Words(i == 0 ? "" : ", ") + code(difference.reported_in[i]);
      paragraph(words + Words(", whose changes are listed there."));
    } else if (difference.changes.empty()) {
      paragraph("Nothing changes in meaning.");
    }
    write_changes(difference);
    if (difference.has_only_names && !difference.is_recorded)
      paragraph("Names alone change, so every decision stays as it was.");
    for (const FileDifference::Agent& agent : difference.agents)
      write_decisions(agent, difference.is_recorded);
    write_thresholds(file);
    write_tests(file);
    write_pictures(difference);
  }

  void write_changes(const FileDifference& difference) {
    if (difference.changes.empty()) return;
    std::vector<std::vector<Words>> rows = {{"What", "", "Before", "After"}};
    for (const MeaningChange& change : difference.changes) {
      if (rows.size() > kMostChanges) break;
      Words what = words_of_path(change.path);
      if (!change.note.empty()) what += Words(" (") + said(change.note) + Words(")");
      rows.push_back({std::move(what), words_of_change(change), code(change.before), code(change.after)});
    }
    table(std::move(rows));
    if (difference.changes.size() > kMostChanges)
      paragraph(fmt::format("And {} more.", difference.changes.size() - kMostChanges));
  }

  void write_decisions(const FileDifference::Agent& agent, bool is_recorded) {
    const DecisionComparison& decisions = agent.decisions;
    const Words subject =
        Words(is_recorded ? "recorded decisions of " : "sampled decisions of ") + code(agent.name);
    if (decisions.changed == 0) {
      paragraph(Words(fmt::format("None of the {} ", decisions.situations)) + subject + Words(" change."));
      return;
    }
    paragraph(Words(fmt::format("{} of the {} ", percent(decisions.changed, decisions.situations),
                                decisions.situations)) +
              subject + Words(" change:"));
    std::vector<std::vector<Words>> rows = {{"Before", "After", "Share", "For example"}};
    for (const ChangedDecision& cell : decisions.cells) {
      if (rows.size() > kMostCells) break;
      std::string example;
      for (const std::string& line : cell.example) example += (example.empty() ? "" : ", ") + line;
      rows.push_back({code(chosen_word(cell.before)), code(chosen_word(cell.after)),
                      percent(cell.count, decisions.situations), code(example)});
    }
    table(std::move(rows));
    if (decisions.cells.size() > kMostCells)
      paragraph(fmt::format("And {} other changes.", decisions.cells.size() - kMostCells));
  }

  void write_thresholds(const DifferencePage::File& file) {
    if (file.thresholds.empty()) return;
    paragraph("Where decisions turn, all else as in the example:");
    std::vector<std::vector<Words>> rows = {{"Agent", "Along", "Before", "After"}};
    for (const auto& one : file.thresholds)
      rows.push_back({code(one.agent), code(one.key), code(one.before), code(one.after)});
    table(std::move(rows));
  }

  void write_tests(const DifferencePage::File& file) {
    if (file.tests.empty()) {
      if (file.tests_alike > 0)
        paragraph(
            fmt::format("The results of {} stay as they were.",
                        file.tests_alike == 1 ? "its test" : fmt::format("all {} tests", file.tests_alike)));
      return;
    }
    std::vector<std::vector<Words>> rows = {{"Test", "Before", "After", ""}};
    for (const auto& test : file.tests) {
      if (rows.size() > kMostTests) break;
      rows.push_back({code(test.name), test.before.empty() ? Words("–") : Words(test.before),
                      test.after.empty() ? Words("–") : Words(test.after), said(test.message)});
    }
    table(std::move(rows));
    if (file.tests.size() > kMostTests)
      paragraph(fmt::format("And {} more.", file.tests.size() - kMostTests));
    if (file.tests_alike > 0)
      paragraph(file.tests_alike == 1
                    ? std::string("The result of the other test stays as it was.")
                    : fmt::format("The results of {} other tests stay as they were.", file.tests_alike));
  }

  // Changed curves, and what leads to changed actions.
  void write_pictures(const FileDifference& difference) {
    const Model& older = difference.older_file->program->model;
    const Model& newer = difference.newer_file->program->model;
    std::set<std::string> curves, actions;
    for (const MeaningChange& change : difference.changes) {
      const std::string_view path = change.path;
      for (auto& [section, names] : {std::pair<std::string_view, std::set<std::string>*>{"curves.", &curves},
                                     {"actions.", &actions}}) {
        if (!path.starts_with(section)) continue;
        const std::string_view rest = path.substr(section.size());
        names->emplace(rest.substr(0, rest.find('.')));
      }
    }
    size_t count = 0;
    for (const std::string& name : curves) {
      const uint32_t before = find_index(older.curves, name), after = find_index(newer.curves, name);
      if (before == kNone || after == kNone || ++count > kMostPictures) continue;
      picture(picture_of_curves(older.curves[before].value, newer.curves[after].value),
              Words("curve ") + code(name) + Words(", dashed as it was"));
    }
    for (const auto& agent : newer.agents) {
      for (const std::string& name : actions) {
        BehaviourMap map = map_of(newer, agent);
        const auto action = std::ranges::find_if(map.parts, [&](const MapPart& part) {
          return part.kind == PartKind::action && part.name == name;
        });
        if (action == map.parts.end() || ++count > kMostPictures) continue;
        keep_only_to(map, static_cast<uint32_t>(action - map.parts.begin()));
        picture(svg_of(std::span(&map, 1), [](Span) { return std::string(); }),
                Words("what leads to ") + code(name) + Words(" of ") + code(agent.name.text));
      }
    }
  }
  void picture(std::string svg, Words words) {
    Block& block = add(Block::Kind::picture);
    block.words = std::move(words);
    block.svg = std::move(svg);
  }

  void write_faults() {
    heading("Not compared");
    paragraph("These files have errors, in one version or the other:");
    Block& list = add(Block::Kind::list);
    for (const DifferencePage::Fault& fault : page_.faults)
      list.rows.push_back({code(fault.place) + Words(" ") + said(fault.message)});
  }

  const DifferencePage& page_;
  std::vector<Block> blocks_;
};

}  // namespace

DifferencePage difference_page(const std::vector<FileDifference>& files) {
  DifferencePage page;
  for (const FileDifference& difference : files) {
    DifferencePage::File& file = page.files.emplace_back();
    file.difference = &difference;
    if (difference.older_file == nullptr || difference.newer_file == nullptr) continue;
    compare_tests(file);
    find_thresholds(file);
  }
  return page;
}

std::string markdown_of(const DifferencePage& page) { return markdown_of(Writer(page).blocks()); }
std::string html_of(const DifferencePage& page) { return html_of(Writer(page).blocks()); }

}  // namespace ishi::compiler::cli
