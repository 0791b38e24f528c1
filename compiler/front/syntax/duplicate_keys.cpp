#include "syntax/duplicate_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "syntax/characters.h"

namespace ishi::compiler {

namespace {

// A time of which two things are said, and lists of steps, are put together; of two declarations one goes.
std::string help_to_both(const Entry& first, const Entry& second) {
  const auto are = [&](NodeKind kind) { return first.value->kind == kind && second.value->kind == kind; };
  if (!first.key.empty() && is_digit(first.key[0]) && are(NodeKind::mapping)) {
    std::string both;
    for (const Node* one : {first.value, second.value}) {
      for (const Entry& entry : one->entries)
        both += fmt::format("{}{}: …", both.empty() ? "" : ", ", entry.key);
    }
    return fmt::format("write what happens then once, as `{}: {{ {} }}`", first.key, both);
  }
  if (are(NodeKind::sequence)) return "put what stands in both into one list, or delete one of the two";
  return "delete one of the two, or give it another name";
}

}  // namespace

void remove_duplicate_keys(Node& mapping, Diagnostics& diagnostics) {
  std::vector<Entry>& entries = mapping.entries;
  std::vector<uint32_t> order(entries.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return entries[a].key < entries[b].key; });
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> first_of(entries.size(), kNone);  // of each repetition, the first with its key
  bool has_duplicates = false;
  for (size_t i = 1, first = 0; i < order.size(); ++i) {
    if (entries[order[i]].key != entries[order[first]].key) {
      first = i;
    } else {
      first_of[order[i]] = order[first];
      has_duplicates = true;
    }
  }
  if (!has_duplicates) return;
  std::vector<Entry> unique;
  for (uint32_t i = 0; i < entries.size(); ++i) {
    if (first_of[i] == kNone) {
      unique.push_back(entries[i]);
      continue;
    }
    diagnostics
        .report(Code::duplicate_key, entries[i].key_span,
                fmt::format("`{}` is defined twice here", entries[i].key))
        .caption("again")
        .label(entries[first_of[i]].key_span, "first defined here")
        .help(help_to_both(entries[first_of[i]], entries[i]));
  }
  entries = std::move(unique);
}

}  // namespace ishi::compiler
