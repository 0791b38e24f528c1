#include "syntax/read_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/diagnostics.h"
#include "syntax/allowances.h"
#include "syntax/characters.h"
#include "syntax/duplicate_keys.h"
#include "syntax/retype.h"
#include "syntax/scan.h"
#include "syntax/skeleton.h"
#include "syntax/tree.h"
#include "syntax/tree_builder.h"

namespace ishi::compiler {
namespace {

// The value of a scalar whose text does not show it by itself: one with escapes, of several lines, or a
// block scalar. `column`: of the name or dash to which it belongs; `in_brackets`: it stands in { } or [ ],
// and `column` means nothing. Nothing if it cannot be read. This is all that yaml-cpp does.
std::optional<std::string> decode_scalar(std::string_view text, size_t column, bool in_brackets) {
  try {
    if (in_brackets) return YAML::Load(fmt::format("[{}]", text))[0].Scalar();
    // The lines below are indented deeper than what the scalar belongs to.
    return YAML::Load(fmt::format("{:{}}x: {}", "", column, text))["x"].Scalar();
  } catch (const YAML::Exception&) {
    return std::nullopt;
  }
}

// A word that means nothing to YAML.
bool is_null(std::string_view text) {
  return text == "~" || text == "null" || text == "Null" || text == "NULL";
}

// Goes over the mended text of an entry, in which all is well-formed, and says to the builder what it finds.
// Each function leaves the cursor behind what it has read; false means that it cannot be read all the same.
class EntryReader {
 public:
  EntryReader(std::string_view original, const Skeleton& skeleton, const TopLevelEntry& entry, Tree& tree,
              TreeBuilder& builder)
      : original_(original),
        text_(std::string_view(skeleton.text).substr(0, entry.end)),
        skeleton_(skeleton),
        tree_(tree),
        builder_(builder),
        pos_(entry.begin),
        line_begin_(entry.begin) {}

  bool read() { return read_mapping(0) && is_at_end(); }
  [[nodiscard]] size_t position() const { return std::min(pos_, text_.size()); }
  // The message about the position.
  [[nodiscard]] std::string_view fault() const { return fault_; }

 private:
  [[nodiscard]] char at(size_t index) const { return character_at(text_, index); }
  [[nodiscard]] bool is_at_end() const { return pos_ >= text_.size(); }
  [[nodiscard]] size_t column() const { return pos_ - line_begin_; }
  [[nodiscard]] bool is_dash() const { return at(pos_) == '-' && is_blank_or_end(at(pos_ + 1)); }
  [[nodiscard]] bool ends_line() const { return is_line_end(at(pos_)) || is_comment(text_, pos_); }
  void skip_blanks() { pos_ = compiler::skip_blanks(text_, pos_); }

  // To the next line with content, or to the end.
  void next_content() {
    do {
      pos_ = next_line(text_, pos_);
      line_begin_ = pos_;
      skip_blanks();
    } while (!is_at_end() && (is_line_end(at(pos_)) || at(pos_) == '#'));
  }

  // From the end of a value on.
  bool finish_line() {
    skip_blanks();
    if (!ends_line()) return false;
    next_content();
    return true;
  }

  // --- Blocks
  bool read_mapping(size_t indentation) {  // NOLINT(misc-no-recursion): as deep as the skeleton lets it be
    builder_.start(NodeKind::mapping, pos_, false);
    do {
      const std::optional<NameInText> name = find_name(text_, pos_);
      if (!name || !add_scalar(name->begin, name->end, indentation)) return false;
      pos_ = name->colon + 1;
      if (!read_value(indentation)) return false;
    } while (!is_at_end() && column() == indentation && indentation > 0);
    if (!is_at_end() && column() >= indentation) return false;
    builder_.end(0);
    return true;
  }

  // The value behind a colon or below it.
  bool read_value(size_t indentation) {  // NOLINT(misc-no-recursion)
    skip_blanks();
    if (!ends_line()) return read_inline(indentation);
    next_content();
    if (!is_at_end() && is_dash() && column() >= indentation) return read_sequence(column(), indentation);
    if (!is_at_end() && column() > indentation) return read_below(indentation);
    builder_.add_nothing(position(), "");
    return true;
  }

  // A block that begins a line and is indented deeper than `outer`.
  bool read_below(size_t outer) {  // NOLINT(misc-no-recursion)
    if (is_dash()) return read_sequence(column(), outer);
    return find_name(text_, pos_) ? read_mapping(column()) : read_inline(outer);
  }

  // A value that is no block, of a name or dash in the column `outer`.
  bool read_inline(size_t outer) {  // NOLINT(misc-no-recursion)
    const char c = at(pos_);
    if (is_opening(c)) return read_brackets() && finish_line();
    if (c == '|' || c == '>') return read_block_scalar(outer);
    const size_t begin = pos_;
    if (!is_quote(c)) {
      const size_t end = text_end(outer);
      return add_scalar(begin, end, outer);
    }
    const size_t end = quote_end(text_, begin);
    if (end == std::string_view::npos || !add_scalar(begin, end, outer)) return false;
    pos_ = end;
    return finish_line();
  }

  // The end of plain text, which goes on over all lines that are indented deeper than `outer`. The cursor is
  // at the next content.
  size_t text_end(size_t outer) {
    while (true) {
      const size_t line = plain_end(text_, pos_);
      const size_t end = trim_end(text_, pos_, line);
      pos_ = line;
      const bool has_comment = at(line) == '#';
      const size_t next = skip_empty_lines(line);
      if (has_comment || next >= text_.size() || at(next) == '#' || next - line_begin(next) <= outer) {
        next_content();
        return end;
      }
      pos_ = next;
    }
  }

  // The first sign behind the line of `place`, over lines in which there is none.
  [[nodiscard]] size_t skip_empty_lines(size_t place) const {
    do place = compiler::skip_blanks(text_, next_line(text_, place));
    while (place < text_.size() && is_line_end(at(place)));
    return place;
  }
  [[nodiscard]] size_t line_begin(size_t place) const { return text_.rfind('\n', place) + 1; }

  bool read_block_scalar(size_t outer) {
    const size_t begin = pos_;
    const auto scalar = std::lower_bound(skeleton_.block_scalars.begin(), skeleton_.block_scalars.end(),
                                         begin, [](const BlockScalar& a, size_t b) { return a.begin < b; });
    if (scalar == skeleton_.block_scalars.end() || scalar->begin != begin) return false;
    pos_ = scalar->end;
    const size_t next = skip_empty_lines(pos_);
    const size_t all = next < text_.size() ? line_begin(next) : text_.size();
    if (!add_decoded(begin, scalar->end, text_.substr(begin, all - begin), outer, false)) return false;
    next_content();
    return true;
  }

  // A list may stand in the very column of its name, `outer`.
  bool read_sequence(size_t indentation, size_t outer) {  // NOLINT(misc-no-recursion)
    builder_.start(NodeKind::sequence, pos_, false);
    do {
      const size_t dash = pos_++;
      skip_blanks();
      if (!ends_line()) {
        if (!read_below(indentation)) return false;
        continue;
      }
      next_content();
      if (is_at_end() || column() <= indentation) {
        builder_.add_nothing(dash, "");
      } else if (!read_below(indentation)) {
        return false;
      }
    } while (!is_at_end() && column() == indentation && is_dash());
    if (!is_at_end() && (column() > indentation || (column() == indentation && indentation != outer)))
      return false;
    builder_.end(0);
    return true;
  }

  // --- Brackets
  // Over blanks, comments and line ends.
  bool skip_space() {
    skip_blanks();
    if (ends_line()) next_content();
    return !is_at_end();
  }

  bool read_brackets() {  // NOLINT(misc-no-recursion)
    const bool is_mapping = at(pos_) == '{';
    const char closing = is_mapping ? '}' : ']';
    builder_.start(is_mapping ? NodeKind::mapping : NodeKind::sequence, pos_, true);
    ++pos_;
    if (!skip_space()) return false;
    while (at(pos_) != closing) {
      if (!(is_mapping ? read_pair() : read_item()) || !skip_space()) return false;
      if (at(pos_) == closing) break;
      if (at(pos_) != ',') {
        fault_ = is_mapping ? "a comma or a `}` is missing before this"
                            : "a comma or a `]` is missing before this";
        return false;
      }
      ++pos_;
      if (!skip_space()) return false;
    }
    builder_.end(++pos_);
    return true;
  }

  [[nodiscard]] bool ends_node() const { return at(pos_) == ',' || is_closing(at(pos_)); }
  [[nodiscard]] bool is_colon() const {
    const char next = at(pos_ + 1);
    const char before = at(pos_ - 1);
    return at(pos_) == ':' && (is_blank_or_end(next) || next == ',' || is_closing(next) || is_quote(before) ||
                               is_closing(before));
  }

  // `name: value`
  bool read_pair() {  // NOLINT(misc-no-recursion)
    if (!read_node() || !skip_space()) return false;
    if (!is_colon()) {
      builder_.add_nothing(pos_, "");
      return true;
    }
    ++pos_;
    if (!skip_space()) return false;
    if (!ends_node()) return read_node();
    builder_.add_nothing(pos_, "");
    return true;
  }

  // An item, or `name: value`, which is a mapping by itself.
  bool read_item() {  // NOLINT(misc-no-recursion)
    if (!begins_pair()) return read_node();
    builder_.start(NodeKind::mapping, pos_, true);
    if (!read_pair()) return false;
    builder_.end(0);
    return true;
  }

  [[nodiscard]] bool begins_pair() {
    if (is_opening(at(pos_))) return false;
    const size_t begin = pos_;
    pos_ = scalar_end();
    skip_blanks();
    const bool has_colon = is_colon();
    pos_ = begin;
    return has_colon;
  }

  bool read_node() {  // NOLINT(misc-no-recursion)
    if (is_opening(at(pos_))) return read_brackets();
    const size_t begin = pos_;
    const size_t end = scalar_end();
    if (end == begin) return false;
    pos_ = end;
    return add_scalar(begin, end, 0, true);
  }

  // Of the scalar at the cursor, which in { } may go on over several lines; the cursor's place if there is
  // none.
  [[nodiscard]] size_t scalar_end() const {
    if (is_quote(at(pos_))) return std::min(quote_end(text_, pos_), text_.size());
    size_t end = pos_;
    for (size_t i = pos_; i < text_.size();) {
      size_t line = i;
      while (!is_line_end(at(line)) && at(line) != ',' && !is_opening(at(line)) && !is_closing(at(line)) &&
             !is_flow_colon(line) && !(line > i && is_comment(text_, line)))
        ++line;
      end = std::max(end, trim_end(text_, pos_, line));
      if (!is_line_end(at(line))) break;
      i = skip_empty_lines(line);
      if (!starts_plain(text_, i)) break;
    }
    return end;
  }
  [[nodiscard]] bool is_flow_colon(size_t place) const {
    const char next = at(place + 1);
    return at(place) == ':' && (is_blank_or_end(next) || next == ',' || is_closing(next));
  }

  // --- Scalars
  // Of one that shows what it stands for, a slice of the text; of others what yaml-cpp says.
  bool add_scalar(size_t begin, size_t end, size_t column, bool in_brackets = false) {
    const std::string_view whole = text_.substr(begin, end - begin);
    const bool is_quoted = is_quote(whole.front());
    if (!is_quoted && is_null(whole)) {
      builder_.add_nothing(begin, whole);
      return true;
    }
    const bool has_more = is_quoted ? whole.substr(1, whole.size() - 2).find(whole[0] == '"' ? '\\' : '\'') !=
                                          std::string_view::npos
                                    : has_line_end(whole, 0, whole.size());
    if (has_more) return add_decoded(begin, end, whole, column, in_brackets);
    const size_t quotes = is_quoted ? 1 : 0;
    builder_.add_scalar(begin, end, original_.substr(begin + quotes, whole.size() - 2 * quotes), is_quoted);
    return true;
  }

  bool add_decoded(size_t begin, size_t end, std::string_view whole, size_t column, bool in_brackets) {
    const std::optional<std::string> value = decode_scalar(whole, column, in_brackets);
    if (!value) return false;
    const char first = whole.front();
    builder_.add_scalar(begin, end, tree_.keep(*value), is_quote(first) || first == '|' || first == '>',
                        on_one_line(original_.substr(begin, end - begin)));
    return true;
  }

  // Empty for a scalar on one line.
  std::string_view on_one_line(std::string_view written) {
    if (!has_line_end(written, 0, written.size())) return {};
    std::string text(written);
    if (text.front() == '|' || text.front() == '>')
      std::fill(text.begin(), text.begin() + static_cast<ptrdiff_t>(line_end(written, 0)), ' ');
    std::ranges::replace_if(text, is_line_end, ' ');
    return tree_.keep(std::move(text));
  }

  std::string_view original_;
  std::string_view text_;
  const Skeleton& skeleton_;
  Tree& tree_;
  TreeBuilder& builder_;
  size_t pos_;
  size_t line_begin_;
  std::string_view fault_ = "something here cannot be read";
};

// The entry with a poisoned value. Of a name in quotes, what stands between them.
Entry poisoned_entry(std::string_view original, uint32_t file, const TopLevelEntry& entry, Tree& tree) {
  const Span key = {file, entry.begin, entry.name_end};
  std::string_view text = original.substr(key.begin, key.end - key.begin);
  if (text.size() >= 2 && is_quote(text[0])) text = text.substr(1, text.size() - 2);
  return {text, key, &tree.add(NodeKind::poisoned, key)};
}

bool has_faults(const Skeleton& skeleton, const TopLevelEntry& entry) {
  const auto fault = std::lower_bound(skeleton.faults.begin(), skeleton.faults.end(), entry.begin);
  return fault != skeleton.faults.end() && *fault < entry.end;
}

// Reads one top-level entry of a file and adds its nodes to the tree. What the skeleton has
// mended becomes poisoned; nothing comes back if the name is not to be read. `original` must outlive the
// tree. Linear in the size of the entry, but for the look for duplicate keys (O(n log n)).
std::optional<Entry> read_entry(std::string_view original, uint32_t file, const Skeleton& skeleton,
                                const TopLevelEntry& entry, Tree& tree, Diagnostics& diagnostics) {
  // With so much reported already nobody will use the tree.
  if (entry.broken || diagnostics.is_full()) return poisoned_entry(original, file, entry, tree);
  TreeBuilder builder(original, file, skeleton, tree, diagnostics);
  EntryReader reader(original, skeleton, entry, tree, builder);
  if (!reader.read()) {
    const auto place = static_cast<uint32_t>(reader.position());
    if (!has_faults(skeleton, entry)) {
      diagnostics.report(Code::yaml_error, {file, place, place}, std::string(reader.fault()))
          .help(
              "compare the line and the one above it with `ishi explain IS025`; quotes round a value often "
              "help");
    }
    return poisoned_entry(original, file, entry, tree);
  }
  const Node* document = builder.document();
  if (document == nullptr || document->entries.size() != 1) return std::nullopt;
  return document->entries.front();
}

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
