#include "syntax/read_tree.h"

#include <optional>
#include <utility>

#include "syntax/allowances.h"
#include "syntax/duplicate_keys.h"
#include "syntax/scan.h"
#include "syntax/skeleton.h"
#include "syntax/tree_builder.h"

namespace ishi::compiler {

Tree read_tree(std::string_view text, uint32_t file, Diagnostics& diagnostics, EntryReader reader) {
  Tree tree;
  Node& root = tree.add(NodeKind::poisoned, {file, 0, 0});
  tree.root = &root;
  std::optional<ScannedText> scanned = scan_text(text, file, diagnostics);
  if (!scanned) return tree;
  const Skeleton skeleton = read_skeleton(text, std::move(*scanned), file, diagnostics);
  if (skeleton.entries.empty()) return tree;
  root.kind = NodeKind::mapping;
  for (const TopLevelEntry& entry : skeleton.entries) {
    if (const auto built = build_entry(text, file, skeleton, entry, tree, diagnostics, reader)) {
      root.entries.push_back(*built);
    }
  }
  remove_duplicate_keys(root, diagnostics);
  root.span = {
      file, skeleton.entries.front().begin,
      root.entries.empty() ? skeleton.entries.front().name_end : root.entries.back().value->span.end};
  tree.allowances = read_allowances(text, tree, file, diagnostics);
  return tree;
}

}  // namespace ishi::compiler
