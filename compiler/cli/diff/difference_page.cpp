#include "cli/diff/difference_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "cli/sweep/print_swept.h"
#include "diagnostics/json.h"
#include "drawing/behaviour_map.h"
#include "drawing/drawing.h"
#include "source/markup.h"
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

// --- The page: blocks, which each format writes in its own way

struct Words {
  enum class Look : uint8_t { plain, strong, code };
  struct Part {
    std::string text;
    Look look = Look::plain;
  };
  std::vector<Part> parts;

  Words() = default;
  Words(const char* text) : parts{{text}} {}
  Words(std::string text) : parts{{std::move(text)}} {}
  Words& operator+=(const Words& more) {
    parts.insert(parts.end(), more.parts.begin(), more.parts.end());
    return *this;
  }
  friend Words operator+(Words words, const Words& more) { return words += more; }
};
Words code(std::string_view text) {
  Words words;
  if (!text.empty()) words.parts.push_back({std::string(text), Words::Look::code});
  return words;
}
Words strong(std::string text) {
  Words words;
  words.parts.push_back({std::move(text), Words::Look::strong});
  return words;
}
// A sentence of the tool, with code between backticks.
Words said(std::string_view sentence) {
  Words words;
  bool is_code = false;
  for (size_t begin = 0; begin <= sentence.size();) {
    const size_t end = std::min(sentence.find('`', begin), sentence.size());
    if (end > begin)
      words.parts.push_back({std::string(sentence.substr(begin, end - begin)),
                             is_code ? Words::Look::code : Words::Look::plain});
    is_code = !is_code;
    begin = end + 1;
  }
  return words;
}

struct Block {
  enum class Kind : uint8_t { title, heading, paragraph, list, table, picture };
  Kind kind{};
  Words words{};                           // of a title, heading, paragraph; below a picture
  std::vector<std::vector<Words>> rows{};  // of a table, its head first; of a list one cell each
  std::string svg{};
};

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

// --- Markdown

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
  return line;
}

std::string markdown_code(std::string_view text, bool is_in_table) {
  std::string line = on_one_line(text);
  size_t longest = 0, run = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (is_in_table) {  // where a bar ends the cell even in code
    std::string escaped;
    for (const char c : line) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    line = std::move(escaped);
  }
  const std::string fence(longest + 1, '`');
  const bool needs_room = line.starts_with('`') || line.ends_with('`') || line.starts_with(' ');
  return needs_room ? fmt::format("{0} {1} {0}", fence, line) : fmt::format("{0}{1}{0}", fence, line);
}

// Without meaning as markup; nobody is mentioned and nothing linked.
std::string markdown_text(std::string_view text) {
  constexpr std::string_view kNothing = "\u200b";
  std::string escaped;
  for (const char c : on_one_line(text)) {
    if (std::string_view("\\`*_[]<>|~").find(c) != std::string_view::npos) escaped += '\\';
    if (c == '&') {
      escaped += "&amp;";
      continue;
    }
    escaped += c;
    if (c == '@' || c == '#') escaped += kNothing;
    if (c == ':') escaped += text.find("://") == std::string_view::npos ? std::string_view() : kNothing;
  }
  return escaped;
}

std::string markdown_words(const Words& words, bool is_in_table) {
  std::string text;
  for (const Words::Part& part : words.parts) {
    switch (part.look) {
      case Words::Look::code: text += markdown_code(part.text, is_in_table); break;
      case Words::Look::strong: text += fmt::format("**{}**", markdown_text(part.text)); break;
      case Words::Look::plain: text += markdown_text(part.text); break;
    }
  }
  return text;
}

std::string markdown_block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::title: return fmt::format("## {}\n", markdown_words(block.words, false));
    case Block::Kind::heading: return fmt::format("### {}\n", markdown_words(block.words, false));
    case Block::Kind::paragraph: return markdown_words(block.words, false) + "\n";
    case Block::Kind::picture: return {};  // a comment shows none
    case Block::Kind::list: {
      std::string text;
      for (const auto& row : block.rows) text += fmt::format("- {}\n", markdown_words(row[0], false));
      return text;
    }
    case Block::Kind::table: break;
  }
  std::string text;
  for (size_t i = 0; i < block.rows.size(); ++i) {
    for (const Words& cell : block.rows[i]) text += fmt::format("| {} ", markdown_words(cell, true));
    text += "|\n";
    if (i > 0) continue;
    for (size_t k = 0; k < block.rows[0].size(); ++k) text += "| --- ";
    text += "|\n";
  }
  return text;
}

// --- HTML

std::string html_words(const Words& words) {
  std::string text;
  for (const Words::Part& part : words.parts) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMarks = {
        {{"", ""}, {"<strong>", "</strong>"}, {"<code>", "</code>"}}};
    const auto& [begin, end] = kMarks[static_cast<size_t>(part.look)];
    text += fmt::format("{}{}{}", begin, markup_text(part.text), end);
  }
  return text;
}

std::string html_block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::title: return fmt::format("<h1>{}</h1>\n", html_words(block.words));
    case Block::Kind::heading: return fmt::format("<h2>{}</h2>\n", html_words(block.words));
    case Block::Kind::paragraph: return fmt::format("<p>{}</p>\n", html_words(block.words));
    case Block::Kind::picture:
      return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", block.svg,
                         html_words(block.words));
    case Block::Kind::list: {
      std::string text = "<ul>\n";
      for (const auto& row : block.rows) text += fmt::format("<li>{}</li>\n", html_words(row[0]));
      return text + "</ul>\n";
    }
    case Block::Kind::table: break;
  }
  std::string text = "<table>\n";
  for (size_t i = 0; i < block.rows.size(); ++i) {
    text += "<tr>";
    for (const Words& cell : block.rows[i])
      text += fmt::format("<{0}>{1}</{2}>", i == 0 ? "th scope=\"col\"" : "td", html_words(cell),
                          i == 0 ? "th" : "td");
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Changes of behaviour</title>
<style>
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; background: light-dark(#fbfaf7, #16181c); color: light-dark(#1d2127, #e6e6e3) }
table { border-collapse: collapse; margin: .6rem 0 } th { text-align: left } th, td { border: 1px solid light-dark(#d9d6cd, #343942); padding: .2rem .6rem; vertical-align: top; overflow-wrap: break-word }
table { max-width: 100% } td:last-child { overflow-wrap: anywhere }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .92em }
figure { margin: 1rem 0; overflow-x: auto } figcaption { color: light-dark(#5c6370, #a3a9b5) }
.small rect { fill: light-dark(#fff, #1e2127); stroke: light-dark(#d9d6cd, #343942) } .small polyline { fill: none; stroke-width: 2 }
.small .was { stroke: light-dark(#5c6370, #a3a9b5); stroke-dasharray: 5 3 } .small .is { stroke: light-dark(#1f5fae, #86b8f5) }
</style></head><body>
)";

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

std::string markdown_of(const DifferencePage& page) {
  constexpr size_t kMost = 60'000;  // bytes; a comment may have 65,536
  std::string text = "<!-- ishi diff -->\n";
  for (const Block& block : Writer(page).blocks()) {
    const std::string more = markdown_block(block);
    if (more.empty()) continue;
    if (text.size() + more.size() > kMost)
      return text + "\nThere is more than a comment may hold: `ishi diff OLD NEW` prints all of it.\n";
    text += "\n" + more;
  }
  return text;
}

std::string html_of(const DifferencePage& page) {
  std::string text(kHead);
  for (const Block& block : Writer(page).blocks()) text += html_block(block);
  return text + "</body></html>\n";
}

}  // namespace ishi::compiler::cli
