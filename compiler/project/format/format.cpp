#include "format/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "emit/emit.h"
#include "format/comments.h"
#include "format/formula_text.h"
#include "format/layout.h"
#include "format/scalar_layout.h"
#include "ishi/compiler/compile.h"
#include "language/tables.h"
#include "source/sources.h"
#include "syntax/read_tree.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

struct ReadText {
  std::string_view text;
  const Tree& tree;
};

bool is_same(const Node& a, const Node& b, const Field* field) {
  if (a.kind != b.kind || a.entries.size() != b.entries.size() || a.items.size() != b.items.size())
    return false;
  if (a.kind == NodeKind::scalar)
    return is_formula(field) ? is_same_formula(a.text, b.text) : a.text == b.text;
  for (size_t i = 0; i < a.entries.size(); ++i) {
    const Field* within = field_of_entry(field, a.entries[i].key);
    if (a.entries[i].key != b.entries[i].key || !is_same(*a.entries[i].value, *b.entries[i].value, within))
      return false;
  }
  for (size_t i = 0; i < a.items.size(); ++i) {
    if (!is_same(*a.items[i], *b.items[i], field_of_items(field))) return false;
  }
  return true;
}

// The names and values that a comment silences: from which to which.
struct Covered {
  size_t begin = 0;
  size_t end = 0;
};

Covered covered_by(const Allowance& allowance, const std::vector<Span>& leaves) {
  const auto index = [&](uint32_t place) {
    return static_cast<size_t>(std::ranges::lower_bound(leaves, place, {}, &Span::begin) - leaves.begin());
  };
  return {index(allowance.covers.begin), index(allowance.covers.end)};
}

bool silence_the_same(const Tree& before, const Tree& after) {
  const std::vector<Span> old_leaves = leaves_of(before);
  const std::vector<Span> new_leaves = leaves_of(after);
  return std::ranges::equal(before.allowances, after.allowances, [&](const Allowance& a, const Allowance& b) {
    const Covered old_part = covered_by(a, old_leaves);
    const Covered new_part = covered_by(b, new_leaves);
    return a.code == b.code && a.reach == b.reach && old_part.begin == new_part.begin &&
           old_part.end == new_part.end;
  });
}

// The difference of a text that is laid out anew from the other, "a comment would move"; empty if they say
// the same: names, values (expressions but for their blanks) and order, the comments, in their order and
// beside the same names and values, and what comments silence. Both were read without errors. Linear.
std::string lost_by_layout(const ReadText& before, const ReadText& after) {
  static constexpr Field kFile = record(kFileMapping);
  if (!is_same(*before.tree.root, *after.tree.root, &kFile)) return "a name or a value would change";
  const std::vector<Comment> old_comments = comments_of(before.text, before.tree);
  const std::vector<Comment> new_comments = comments_of(after.text, after.tree);
  if (!std::ranges::equal(old_comments, new_comments, {}, &Comment::text, &Comment::text))
    return "a comment would be lost";
  for (size_t i = 0; i < old_comments.size(); ++i) {
    // One behind a { } that becomes a block stands behind its name then; one between a name and its value
    // stands before or behind both.
    const Comment& was = old_comments[i];
    const bool stands_alone = was.leaves == was.line_leaves;
    const size_t least = was.line_leaves - (was.is_inner && stands_alone ? 1 : 0);
    const size_t most = was.leaves + (was.is_inner || !stands_alone ? 1 : 0);
    if (new_comments[i].leaves < least || new_comments[i].leaves > most) return "a comment would move";
  }
  if (!silence_the_same(before.tree, after.tree)) return "a comment would silence something else";
  return {};
}

bool ends_lines_with_return(std::string_view text) {
  const size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
}

std::string with_returns(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') result += '\r';
    result += c;
  }
  return result;
}

}  // namespace

FormattedText format_text(std::string_view text, uint32_t file, const FormatOptions& options,
                          Diagnostics& diagnostics) {
  using Outcome = FormattedText::Outcome;
  const size_t errors = diagnostics.error_count();
  const Tree before = read_tree(text, file, diagnostics);
  if (diagnostics.error_count() > errors) return {Outcome::unreadable, std::string(text), {}};
  if (before.root->kind == NodeKind::poisoned) return {Outcome::unchanged, std::string(text), {}};
  std::string result = layout_of(text, before, options);
  if (ends_lines_with_return(text)) result = with_returns(result);
  if (result == text) return {Outcome::unchanged, std::move(result), {}};
  Diagnostics faults;
  const Tree after = read_tree(result, file, faults);
  std::string doubt =
      faults.has_errors() ? "it could not be read" : lost_by_layout({text, before}, {result, after});
  if (!doubt.empty()) return {Outcome::unproved, std::string(text), std::move(doubt)};
  return {Outcome::changed, std::move(result), {}};
}

bool compiles_to_same_blob(const std::string& path, std::string_view before, std::string_view after,
                           const FileReader& reader) {
  CompileOptions options;
  options.strip = true;
  Sources sources;
  Compilation was = compile(path, std::string(before), reader, options, sources);
  if (was.has_errors) return true;
  Compilation is = compile(path, std::string(after), reader, options, sources);
  forget_sources(was.blob);
  forget_sources(is.blob);
  return !is.has_errors && is.blob == was.blob;
}

}  // namespace ishi::compiler
