#include "syntax/read_tree.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "syntax/allowances.h"
#include "syntax/characters.h"
#include "syntax/duplicate_keys.h"
#include "syntax/entry_reader.h"
#include "syntax/retype.h"
#include "syntax/scan.h"
#include "syntax/skeleton.h"

namespace ishi::compiler {

namespace {

Tree read_plain_tree(std::string_view text, ScannedText scanned, uint32_t file, Diagnostics& diagnostics) {
  Tree tree;
  Node& root = tree.add(NodeKind::poisoned, {file, 0, 0});
  tree.root = &root;
  const Skeleton skeleton = read_skeleton(text, std::move(scanned), file, diagnostics);
  if (skeleton.entries.empty()) return tree;
  root.kind = NodeKind::mapping;
  for (const TopLevelEntry& entry : skeleton.entries) {
    if (const auto built = read_entry(text, file, skeleton, entry, tree, diagnostics)) {
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

// True for a name or a number: a message is about all of it.
bool is_one_word(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_word(c) || c == '.' || c == '-' || c == '/'; });
}

// Reads the plain text; all places are those of the written one then. A scalar that was typed otherwise has
// been reported, and nobody is to speak of it again: places within it are no longer those of its text.
Tree read_retyped_tree(std::string_view text, const RetypedText& retyped, ScannedText scanned, uint32_t file,
                       Diagnostics& diagnostics) {
  auto plain_text = std::make_unique<std::string>(retyped.applied_to(text));
  scanned.text = retyped.text;
  for (uint32_t& place : scanned.refused) place = retyped.plain_place(place);
  Diagnostics found;
  Tree tree = read_plain_tree(*plain_text, std::move(scanned), file, found);
  const auto written = [&](Span span) {
    const uint32_t begin = retyped.written_begin(span.begin);
    return Span{span.file, begin, std::max(begin, retyped.written_end(span.end))};
  };
  tree.move_places(written, [&](const Node& node) {
    return node.kind == NodeKind::scalar && !is_one_word(node.text) &&
           retyped.is_touched(node.span.begin, node.span.end);
  });
  tree.keep(std::move(plain_text));
  for (Diagnostic diagnostic : found.all()) {
    // A line whose indentation is not plain may have been meant at any depth.
    if (diagnostic.code == Code::wrong_indentation && retyped.is_retyped_before(diagnostic.span.begin))
      continue;
    diagnostic.span = written(diagnostic.span);
    for (Label& label : diagnostic.labels) label.span = written(label.span);
    for (Edit& edit : diagnostic.edits) edit.span = written(edit.span);
    diagnostics.report(diagnostic, file);
  }
  return tree;
}

}  // namespace

Tree read_tree(std::string_view text, uint32_t file, Diagnostics& diagnostics) {
  std::optional<ScannedText> scanned = scan_text(text, file, diagnostics);
  if (!scanned) {
    Tree tree;
    tree.root = &tree.add(NodeKind::poisoned, {file, 0, 0});
    return tree;
  }
  if (const auto retyped = retype(scanned->text, scanned->begin, file, diagnostics)) {
    return read_retyped_tree(text, *retyped, std::move(*scanned), file, diagnostics);
  }
  return read_plain_tree(text, std::move(*scanned), file, diagnostics);
}

}  // namespace ishi::compiler
