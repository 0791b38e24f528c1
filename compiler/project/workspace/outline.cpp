#include "workspace/file_answers.h"

#include <algorithm>
#include <string>

#include "language/node_words.h"
#include "language/tables.h"
#include "source/read_file.h"
#include "workspace/text_positions.h"

namespace ishi::compiler {
namespace {

// The entries of a file that have no members of their own in the outline show what they are in one line.
constexpr size_t kMostDetail = 60;

SymbolKind kind_of_section(std::string_view section) {
  struct Row {
    Section section;
    SymbolKind kind;
  };
  constexpr Row kRows[] = {
      {Section::enums, SymbolKind::enumeration},
      {Section::things, SymbolKind::thing},
      {Section::blackboard, SymbolKind::key},
      {Section::tasks, SymbolKind::task},
      {Section::events, SymbolKind::event},
      {Section::curves, SymbolKind::curve},
      {Section::values, SymbolKind::value},
      {Section::needs, SymbolKind::need},
      {Section::drives, SymbolKind::drive},
      {Section::importance, SymbolKind::profile},
      {Section::memory, SymbolKind::memory},
      {Section::candidates, SymbolKind::candidates},
      {Section::tokens, SymbolKind::token},
      {Section::sounds, SymbolKind::sound},
      {Section::senses, SymbolKind::sense},
      {Section::choices, SymbolKind::choice},
      {Section::actions, SymbolKind::action},
      {Section::goals, SymbolKind::goal},
      {Section::planners, SymbolKind::planner},
      {Section::steering, SymbolKind::steering},
      {Section::navigation, SymbolKind::navigation},
      {Section::agents, SymbolKind::agent},
      {Section::teams, SymbolKind::team},
      {Section::scenes, SymbolKind::scene},
      {Section::tests, SymbolKind::test},
  };
  for (const Row& row : kRows) {
    if (section_name(row.section) == section) return row.kind;
  }
  return SymbolKind::key;
}

std::string detail_of(const Node& node, std::string_view text) {
  if (node.span.end <= node.span.begin || node.span.end > text.size()) return {};
  std::string_view written = text.substr(node.span.begin, node.span.end - node.span.begin);
  if (node.kind == NodeKind::scalar && !node.on_one_line.empty()) written = node.text;
  written = written.substr(0, written.find('\n'));
  const bool is_block = node.kind == NodeKind::mapping && !node.flow;
  if (is_block || written.size() > kMostDetail) return {};
  return std::string(written);
}

OutlineEntry entry_of(const Entry& entry, SymbolKind kind, std::string_view text) {
  OutlineEntry result;
  result.name = entry.key;
  result.kind = kind;
  result.detail = detail_of(*entry.value, text);
  result.begin = result.name_begin = entry.key_span.begin;
  result.name_end = entry.key_span.end;
  result.end = std::max(entry.value->span.end, entry.key_span.end);
  return result;
}

// The declarations inside of an entry that are worth a line: fields, parameters, states, plans, agents of
// scenes.
void add_members(const Node& node, std::string_view text, OutlineEntry& entry) {
  struct Row {
    std::string_view field;
    SymbolKind kind;
  };
  constexpr Row kRows[] = {{"fields", SymbolKind::field},   {"params", SymbolKind::parameter},
                           {"states", SymbolKind::state},   {"plans", SymbolKind::plan},
                           {"offers", SymbolKind::offer},   {"agents", SymbolKind::actor},
                           {"rewards", SymbolKind::reward}, {"world", SymbolKind::entity}};
  for (const Row& row : kRows) {
    const Node* const members = node.find(row.field);
    if (members == nullptr || members->kind != NodeKind::mapping) continue;
    const bool is_amount = row.kind == SymbolKind::reward && entry.kind != SymbolKind::planner;
    if (is_amount) continue;
    for (const Entry& member : members->entries) entry.inside.push_back(entry_of(member, row.kind, text));
  }
}

void add_folds(const Node& node, uint32_t begin, const TextPositions& lines,
               std::vector<FoldingRange>& folds) {
  const bool has_parts = !node.entries.empty() || !node.items.empty();
  if (has_parts && lines.line_of(begin) < lines.line_of(node.span.end == 0 ? 0 : node.span.end - 1))
    folds.push_back({begin, node.span.end});
  for (const Entry& entry : node.entries) add_folds(*entry.value, entry.key_span.begin, lines, folds);
  for (const Node* item : node.items) add_folds(*item, item->span.begin, lines, folds);
}

void add_comments(const TextPositions& lines, std::vector<FoldingRange>& folds) {
  const auto is_comment = [&](uint32_t line) {
    const std::string_view text = lines.line(line);
    const size_t first = text.find_first_not_of(" \t");
    return first != std::string_view::npos && text[first] == '#';
  };
  for (uint32_t line = 0; line < lines.line_count(); ++line) {
    if (!is_comment(line)) continue;
    uint32_t last = line;
    while (last + 1 < lines.line_count() && is_comment(last + 1)) ++last;
    if (last > line)
      folds.push_back({lines.start_of(line),
                       lines.start_of(last) + static_cast<uint32_t>(lines.line(last).size()), true});
    line = last;
  }
}

void add_around(const Node& node, const Span& whole, uint32_t offset, std::vector<Span>& spans) {
  const auto holds = [&](const Span& span) { return span.begin <= offset && offset <= span.end; };
  if (!holds(whole)) return;
  spans.push_back(whole);
  if (!(whole == node.span) && holds(node.span)) spans.push_back(node.span);
  for (const Entry& entry : node.entries) {
    if (holds(entry.key_span)) {
      spans.push_back(
          {whole.file, entry.key_span.begin, std::max(entry.value->span.end, entry.key_span.end)});
      spans.push_back(entry.key_span);
      return;
    }
    const Span both{whole.file, entry.key_span.begin, entry.value->span.end};
    if (entry.value->span.end > entry.key_span.end && holds(both))
      return add_around(*entry.value, both, offset, spans);
  }
  for (const Node* item : node.items) {
    if (holds(item->span)) return add_around(*item, item->span, offset, spans);
  }
}

}  // namespace

std::vector<OutlineEntry> outline_of(const CheckedFile& checked) {
  std::vector<OutlineEntry> result;
  const Tree& tree = checked.tree();
  if (tree.root == nullptr) return result;
  for (const Entry& section : tree.root->entries) {
    OutlineEntry entry = entry_of(section, kind_of_section(section.key), checked.text());
    entry.is_section = true;
    if (find_field(kFileMapping, section.key) != nullptr && section.value->kind == NodeKind::mapping) {
      for (const Entry& one : section.value->entries) {
        OutlineEntry inside = entry_of(one, entry.kind, checked.text());
        add_members(*one.value, checked.text(), inside);
        entry.inside.push_back(std::move(inside));
      }
    }
    result.push_back(std::move(entry));
  }
  return result;
}

std::vector<FoldingRange> folding_of(const CheckedFile& checked) {
  std::vector<FoldingRange> folds;
  const TextPositions lines(checked.text());
  if (checked.tree().root != nullptr) {
    for (const Entry& section : checked.tree().root->entries)
      add_folds(*section.value, section.key_span.begin, lines, folds);
  }
  add_comments(lines, folds);
  std::ranges::sort(folds, {}, &FoldingRange::begin);
  return folds;
}

std::vector<FilePlace> selection_around(const CheckedFile& checked, uint32_t offset) {
  const auto size = static_cast<uint32_t>(checked.text().size());
  std::vector<Span> spans;
  if (checked.tree().root != nullptr) add_around(*checked.tree().root, {0, 0, size}, offset, spans);
  if (spans.empty()) spans.push_back({0, 0, size});
  std::vector<FilePlace> places;
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
    const bool is_wider =
        places.empty() || (span->begin <= places.back().begin && span->end >= places.back().end &&
                           span->end - span->begin > places.back().end - places.back().begin);
    if (is_wider) places.push_back({checked.path, span->begin, span->end});
  }
  return places;
}

std::vector<FileLink> links_of(const CheckedFile& checked) {
  std::vector<FileLink> links;
  if (checked.tree().root == nullptr) return links;
  const auto add = [&](const Node& node) {
    if (node.kind != NodeKind::scalar) return;
    const Span span = inner_span(node);
    if (auto path = join_paths(checked.path, node.text))
      links.push_back({span.begin, span.end, std::move(*path)});
  };
  if (const Node* const includes = checked.tree().root->find("include")) {
    for (const Node* item : includes->items) add(*item);
  }
  if (const Node* const imports = checked.tree().root->find("import")) {
    for (const Entry& entry : imports->entries) add(*entry.value);
  }
  return links;
}

std::vector<TestPlace> tests_of(const CheckedFile& checked) {
  std::vector<TestPlace> places;
  if (checked.tree().root == nullptr) return places;
  for (const std::string_view section : {"tests", "scenes"}) {
    const Node* const entries = checked.tree().root->find(section);
    if (entries == nullptr) continue;
    for (const Entry& entry : entries->entries) {
      const bool is_scene = section == "scenes";
      places.push_back({std::string(entry.key), entry.key_span.begin, entry.key_span.end, is_scene});
    }
  }
  return places;
}

}  // namespace ishi::compiler
