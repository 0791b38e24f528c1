#include "cli/diff/diff_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/output/terminal.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"
#include "diagnostics/terminal_text.h"

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

}  // namespace

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

}  // namespace ishi::compiler::cli
