#include "cli/test/coverage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "source/markup.h"
#include "cli/output/terminal.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

struct KindWords {
  std::string_view title, key, never;
};
constexpr std::array<KindWords, kCoverageKinds> kWords = {{
    {"actions", "actions", "never chosen"},
    {"goal methods", "methods", "never ran"},
    {"curve segments", "segments", "never visited"},
    {"profiles", "profiles", "never tried"},
    {"states", "states", "never entered"},
    {"transitions", "transitions", "never taken"},
    {"events emitted", "emitted", "never emitted"},
    {"events handled", "received", "never arrived"},
    {"profile × action", "of_profiles", "never chosen with the profile"},
}};

size_t count_tried(const std::vector<const CoverageItem*>& items) {
  return static_cast<size_t>(
      std::ranges::count_if(items, [](const CoverageItem* item) { return item->count > 0; }));
}

double share_tried(size_t tried, size_t all) {
  return all == 0 ? 1 : static_cast<double>(tried) / static_cast<double>(all);
}

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>What the tests have tried</title><style>
:root {{ color-scheme: light dark; --text: #1c2126; --dim: #69737d; --paper: #fff; --line: #dde2e7; --good: #2c8a4b; --bad: #c0392b; --fill: #eef1f4; }}
@media (prefers-color-scheme: dark) {{ :root {{ --text: #e4e8ec; --dim: #98a2ac; --paper: #14181c; --line: #2c343b; --good: #5fc382; --bad: #ff7f6e; --fill: #1f262c; }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
h1 {{ font-size: 1.4rem; }} h2 {{ font-size: 1.1rem; margin: 2rem 0 .4rem; }}
table {{ border-collapse: collapse; width: 100%; }} th, td {{ text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); }}
th {{ color: var(--dim); font-weight: normal; }} td.n {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
td.place {{ color: var(--dim); font-family: ui-monospace, monospace; font-size: .85rem; }} tr.never td:first-child {{ color: var(--bad); font-weight: 600; }}
.bar {{ background: var(--fill); border-radius: 3px; height: .6rem; width: 12rem; overflow: hidden; }} .bar div {{ background: var(--good); height: 100%; }}
</style></head><body><h1>What the tests have tried</h1>
<table><tr><th></th><th></th><th></th><th></th></tr>
{}</table>
{}</body></html>
)";

}  // namespace

void CoverageReport::add(const std::vector<CoverageItem>& items) {
  for (const CoverageItem& item : items) {
    const auto known = std::ranges::find_if(items_, [&](const CoverageItem& one) {
      return one.kind == item.kind && one.line == item.line && one.name == item.name && one.file == item.file;
    });
    if (known == items_.end())
      items_.push_back(item);
    else
      known->count += item.count;
  }
}

std::vector<const CoverageItem*> CoverageReport::of_kind(CoverageKind kind) const {
  std::vector<const CoverageItem*> items;
  for (const CoverageItem& item : items_)
    if (item.kind == kind) items.push_back(&item);
  return items;
}

void CoverageReport::print(bool color) const {
  fmt::print("\n{}\n", paint("coverage", Color::bold, color));
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    const auto items = of_kind(static_cast<CoverageKind>(kind));
    if (items.empty()) continue;
    const size_t tried = count_tried(items);
    const double share = share_tried(tried, items.size());
    fmt::print("  {:<16} {:>4} of {:<4} {:>4.0f}%  {}\n", kWords[kind].title, tried, items.size(),
               100 * share,
               paint(bar(share, 24), tried == items.size() ? Color::green : Color::yellow, color));
  }
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    size_t width = 0;
    const auto items = of_kind(static_cast<CoverageKind>(kind));
    for (const CoverageItem* item : items)
      if (item->count == 0) width = std::max(width, item->name.size());
    if (width == 0) continue;
    fmt::print("\n  {}\n", kWords[kind].never);
    for (const CoverageItem* item : items)
      if (item->count == 0)
        fmt::print("    {:<{}}  {}\n", item->name, width,
                   paint(fmt::format("{}:{}", shown(item->file), item->line), Color::dim, color));
  }
}

nlohmann::ordered_json CoverageReport::json() const {
  nlohmann::ordered_json json;
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    const auto items = of_kind(static_cast<CoverageKind>(kind));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CoverageItem* item : items)
      list.push_back(
          {{"name", item->name}, {"file", item->file}, {"line", item->line}, {"count", item->count}});
    json[kWords[kind].key] = {{"tried", count_tried(items)}, {"all", items.size()}, {"items", list}};
  }
  return json;
}

std::string CoverageReport::html() const {
  std::string summary, lists;
  for (size_t kind = 0; kind < kWords.size(); ++kind) {
    auto items = of_kind(static_cast<CoverageKind>(kind));
    if (items.empty()) continue;
    const size_t tried = count_tried(items);
    const double share = 100 * share_tried(tried, items.size());
    summary += fmt::format(
        "<tr><td>{0}</td><td class=\"n\">{1} of {2}</td><td class=\"n\">{3:.0f}%</td>"
        "<td><div class=\"bar\"><div style=\"width:{3:.1f}%\"></div></div></td></tr>\n",
        kWords[kind].title, tried, items.size(), share);
    std::ranges::stable_sort(items, {}, [](const CoverageItem* item) { return item->count > 0; });
    lists += fmt::format("<h2>{}</h2>\n<table><tr><th>name</th><th>where</th><th></th></tr>\n",
                         kWords[kind].title);
    for (const CoverageItem* item : items)
      lists += fmt::format(
          "<tr{}><td>{}</td><td class=\"place\">{}:{}</td><td class=\"n\">{}</td></tr>\n",
          item->count == 0 ? " class=\"never\"" : "", markup_text(item->name), markup_text(item->file),
          item->line, item->count == 0 ? std::string(kWords[kind].never) : fmt::format("{} ×", item->count));
    lists += "</table>\n";
  }
  return fmt::format(kPage, summary, lists);
}

}  // namespace ishi::compiler::cli
