#include "workspace/ask/inner_renames.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/words.h"
#include "workspace/ask/same_but_for_names.h"
#include "workspace/collect_symbols.h"

namespace ishi::compiler {
namespace {

const Entry* entry_of(const Node& node, std::string_view key) {
  const auto found = std::ranges::find(node.entries, key, &Entry::key);
  return found == node.entries.end() ? nullptr : &*found;
}

// The entry of the older mapping that this one of the newer stands for.
const Entry* twin_of(const NewNames& renames, const Node& before, const Node& after, std::string_view key) {
  if (const Entry* const same = entry_of(before, key); same != nullptr) return same;
  for (const Entry& entry : before.entries) {
    if (entry_of(after, entry.key) == nullptr && is_renamed(renames, entry.key, key, false, {}))
      return &entry;
  }
  return nullptr;
}

}  // namespace

InnerRenames::InnerRenames(const Program& older, const Sources& older_sources, const Program& newer,
                           const Sources& newer_sources)
    : older_(older),
      newer_(newer),
      older_declarations_(declarations_of(older, older_sources)),
      newer_declarations_(declarations_of(newer, newer_sources)) {}

InnerRenames::Places InnerRenames::declarations_of(const Program& program, const Sources& sources) {
  Places places;
  for (const Symbol& symbol : collect_symbols(program, sources))
    places.emplace(symbol.span.file, symbol.span.begin);
  return places;
}

bool InnerRenames::declares(const Places& places, Span span) {
  return places.contains({span.file, span.begin}) ||
         places.contains({span.file, span.begin + 1});  // in quotes
}

void InnerRenames::find(NewNames& renames) {
  for (const Entry& section : newer_.root->entries) {
    const Node* const older = older_.root->find(section.key);
    if (older == nullptr || is_for_tests(section.key)) continue;
    for (const Entry& entry : section.value->entries) {
      const Entry* const twin = twin_of(renames, *older, *section.value, entry.key);
      if (twin != nullptr)
        compare(fmt::format("{}.{}", section.key, entry.key), *twin->value, *entry.value, renames);
    }
  }
}

// NOLINTNEXTLINE(misc-no-recursion): 64 levels at most
void InnerRenames::compare(const std::string& path, const Node& before, const Node& after,
                           NewNames& renames) {
  if (before.kind == NodeKind::mapping && after.kind == NodeKind::mapping)
    compare_mappings(path, before, after, renames);
  if (before.kind == NodeKind::sequence && after.kind == NodeKind::sequence)
    compare_lists(path, before, after, renames);
}

void InnerRenames::compare_mappings(const std::string& path, const Node& before,  // NOLINT(misc-no-recursion)
                                    const Node& after, NewNames& renames) {
  std::vector<size_t> gone, come;
  for (size_t i = 0; i < before.entries.size(); ++i) {
    const Entry& entry = before.entries[i];
    const bool is_there = std::ranges::any_of(after.entries, [&](const Entry& other) {
      return other.key == entry.key || is_renamed(renames, entry.key, other.key, false, {});
    });
    if (!is_there && declares(older_declarations_, entry.key_span)) gone.push_back(i);
  }
  for (size_t i = 0; i < after.entries.size(); ++i) {
    const Entry& entry = after.entries[i];
    if (twin_of(renames, before, after, entry.key) == nullptr &&
        declares(newer_declarations_, entry.key_span))
      come.push_back(i);
  }
  constexpr size_t kTelling = 8;  // characters by which one can be known
  for (const size_t i : come) {
    const Entry& entry = after.entries[i];
    const std::string text = one_line(*entry.value);
    for (const size_t k : gone) {
      const Entry& old = before.entries[k];
      const bool is_known = (gone.size() == 1 && come.size() == 1) || text.size() >= kTelling || i == k;
      const bool has_come_back = std::ranges::any_of(
          renames, [&](const NewName& one) { return one.section == path && one.before == old.key; });
      if (!is_known || has_come_back || !is_same_but_for_names(renames, one_line(*old.value), text)) continue;
      add(path, old.key, entry.key, entry.key_span, renames);
      break;
    }
  }
  for (const Entry& entry : after.entries) {
    const Entry* const twin = twin_of(renames, before, after, entry.key);
    if (twin != nullptr) compare(fmt::format("{}.{}", path, entry.key), *twin->value, *entry.value, renames);
  }
}

void InnerRenames::compare_lists(const std::string& path, const Node& before,  // NOLINT(misc-no-recursion)
                                 const Node& after, NewNames& renames) {
  if (before.items.size() != after.items.size()) return;
  const auto is_among = [](const Node& list, std::string_view text) {
    return std::ranges::any_of(list.items, [&](const Node* item) { return item->text == text; });
  };
  for (size_t i = 0; i < after.items.size(); ++i) {
    const Node& old = *before.items[i];
    const Node& now = *after.items[i];
    compare(fmt::format("{}[{}]", path, i + 1), old, now, renames);
    const bool is_renamed_here = old.kind == NodeKind::scalar && now.kind == NodeKind::scalar &&
                                 old.text != now.text && !is_among(after, old.text) &&
                                 !is_among(before, now.text) && declares(older_declarations_, old.span) &&
                                 declares(newer_declarations_, now.span);
    if (is_renamed_here) add(path, old.text, now.text, now.span, renames);
  }
}

void InnerRenames::add(const std::string& path, std::string_view before, std::string_view after, Span place,
                       NewNames& renames) {
  const NewName name{path, std::string(before), std::string(after)};
  const auto is_it = [&](const NewName& one) {
    return one.section == name.section && one.before == name.before && one.after == name.after;
  };
  if (std::ranges::any_of(renames, is_it)) return;
  renames.push_back(name);
  found_.emplace_back(name, place);
}

}  // namespace ishi::compiler
