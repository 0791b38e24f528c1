#include "syntax/duplicate_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace ishi::compiler {

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
        .help("delete one of the two, or give it another name");
  }
  entries = std::move(unique);
}

}  // namespace ishi::compiler
