#include "format/layout.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "format/lines.h"
#include "format/scalar_layout.h"
#include "format/written_text.h"
#include "language/tables.h"
#include "source/sources.h"
#include "syntax/characters.h"

namespace ishi::compiler {
namespace {

constexpr size_t kIndent = 2;

class LayoutWriter {
 public:
  LayoutWriter(std::string_view text, const Tree& tree, const FormatOptions& options)
      : text_(text), tree_(tree), options_(options), written_(text, tree) {}

  std::string write() {
    static constexpr Field kFile = record(kFileMapping);
    if (text_.starts_with(kByteOrderMark)) cursor_ = kByteOrderMark.size();
    write_mapping(*tree_.root, &kFile, 0);
    write_gap(text_.size(), 0, true);
    return lines_.text();
  }

 private:
  // The columns in which an open block begins: that of the source, and that of the result.
  struct Level {
    size_t column = 0;
    size_t indent = 0;
  };

  // The form of an entry of a mapping.
  struct Plan {
    std::string key;
    bool is_line = false;  // name and value on one line
    std::string value;     // of a line
    size_t group = 0;      // lines of one group have their values in one column
    size_t column = 0;     // of the value, from the name's
  };

  [[nodiscard]] static bool is_empty(const Node& node) { return node.entries.empty() && node.items.empty(); }

  // --- On one line

  [[nodiscard]] std::string flow(const Node& node, const Field* field) const {
    if (node.kind == NodeKind::scalar) return scalar_layout(written_.at(node.span), node, field, true);
    std::string inner;
    for (const Entry& entry : node.entries) {
      inner += inner.empty() ? "" : ", ";
      inner += key_layout(written_.at(entry.key_span), entry.key, true) + ": " +
               flow(*entry.value, field_of_entry(field, entry.key));
    }
    for (const Node* item : node.items) {
      inner += inner.empty() ? "" : ", ";
      inner += flow(*item, field_of_items(field));
    }
    if (node.kind == NodeKind::sequence) return "[" + inner + "]";
    if (inner.empty()) return "{}";
    // A lone `name: value` among the items of a list.
    return text_[node.span.begin] == '{' ? "{ " + inner + " }" : inner;
  }

  // A value on the line of its name or dash; nothing if it has lines of its own.
  [[nodiscard]] std::optional<std::string> on_line(const Node& node, const Field* field) const {
    if (node.kind == NodeKind::scalar) {
      if (written_.is_block_scalar(node) || written_.has_lines(node)) return std::nullopt;
      return scalar_layout(written_.at(node.span), node, field, false);
    }
    if (is_empty(node)) return node.kind == NodeKind::sequence ? "[]" : "{}";
    if (!node.flow || written_.next_comment(node.span.begin) < node.span.end) return std::nullopt;
    return flow(node, field);
  }

  [[nodiscard]] bool may_become_block(const Node& node) const {
    return node.kind != NodeKind::scalar && !is_empty(node) && !written_.is_silenced_as_line(node.span);
  }

  // --- What stands before a name, an item or the end

  // Writes the comments and empty lines from the cursor to `end`, where something begins that gets `indent`.
  void write_gap(size_t end, size_t indent, bool is_end) {
    const size_t column = is_end ? 0 : written_.column_of_line(end);
    const bool is_in_brackets = !is_end && skip_blanks(text_, written_.line_begin(end)) < cursor_;
    bool is_first = true;
    while (cursor_ < end) {
      const size_t stop = std::min(written_.line_stop(cursor_), end);
      const size_t sign = std::min(written_.next_comment(cursor_), stop);
      const std::string_view before = text_.substr(cursor_, sign - cursor_);
      const bool is_alone = before.find_first_not_of(" \t") == std::string_view::npos;
      if (sign < stop) {
        const std::string_view comment = written_.comment_at(sign);
        const size_t at = width_of(text_.substr(written_.line_begin(sign), sign - written_.line_begin(sign)));
        if (taken_comment_ == sign)
          ;
        else if (is_first && has_code_)
          lines_.add_comment_behind(comment, at);
        else
          write_comment(comment, is_alone ? at : std::string_view::npos, column, indent, is_in_brackets);
      } else if (before.starts_with("---")) {
        lines_.add("---");
      } else if (!is_first && is_alone && stop < end) {
        lines_.add_blank();
      }
      if (stop >= end) break;
      cursor_ = next_line(text_, cursor_);
      is_first = false;
    }
    cursor_ = end;
  }

  // A comment on a line of its own belongs to what follows; one that is indented deeper to what is open
  // there.
  void write_comment(std::string_view comment, size_t at, size_t column, size_t indent, bool is_in_brackets) {
    size_t own_indent = indent;
    if (!is_in_brackets && at != std::string_view::npos && at > column) {
      const auto open = std::find_if(levels_.rbegin(), levels_.rend(),
                                     [&](const Level& level) { return level.column <= at; });
      const bool is_deeper = open != levels_.rend() && open->column > column;
      own_indent = is_deeper ? open->indent : indent + kIndent;
      if (indent == 0 && column == 0 && levels_.empty()) own_indent = 0;
    }
    lines_.add(std::string(own_indent, ' ') + std::string(comment));
    has_code_ = false;
  }

  // The text at `place` begins with `indent`; deeper blocks end.
  void begin_line(size_t place, size_t indent) {
    write_gap(place, indent, false);
    const size_t column = written_.column_of_line(place);
    while (!levels_.empty() && (levels_.back().column >= column || levels_.back().indent >= indent))
      levels_.pop_back();
    levels_.push_back({column, indent});
  }

  void write_line(const std::string& code, size_t indent) {
    // The dashes before it take a part of its indentation.
    const size_t dashes = prefix_.size();
    lines_.add(std::string(indent - dashes, ' ') + prefix_ + code);
    prefix_.clear();
    has_code_ = true;
  }

  // The comment behind a { } that becomes a block, for the line of its name.
  void take_comment_behind(const Node& node) {
    if (!node.flow || written_.line_stop(node.span.begin) < node.span.end) return;
    const size_t sign = written_.next_comment(node.span.end);
    if (!written_.has_comment_behind(node.span.end) || taken_comment_ == sign) return;
    taken_comment_ = sign;
    lines_.add_comment_behind(written_.comment_at(sign), 0);
  }

  void write_comments(const std::vector<std::string_view>& comments, size_t indent) {
    for (const std::string_view comment : comments)
      lines_.add(std::string(indent, ' ') + std::string(comment));
  }

  // Comments between a name and its value, from the cursor to `end`.
  std::vector<std::string_view> take_inner_comments(size_t end) {
    auto inner = written_.comments_between(cursor_, end);
    cursor_ = std::max(cursor_, end);
    return inner;
  }

  // --- Mappings

  [[nodiscard]] bool has_blank_before(const Node& mapping, size_t i) const {
    if (i == 0) return false;
    const size_t begin = mapping.entries[i - 1].value->span.end;
    const size_t end = mapping.entries[i].key_span.begin;
    if (written_.line_stop(begin) >= end) return false;
    for (size_t line = next_line(text_, begin); line < end; line = next_line(text_, line)) {
      if (skip_blanks(text_, line) >= line_end(text_, line) && line_end(text_, line) < end) return true;
    }
    return false;
  }

  [[nodiscard]] std::vector<Plan> plan_of(const Node& mapping, const Field* field, size_t indent) const {
    std::vector<Plan> plans;
    for (const Entry& entry : mapping.entries) {
      Plan plan;
      plan.key = key_layout(written_.at(entry.key_span), entry.key, false);
      auto value = on_line(*entry.value, field_of_entry(field, entry.key));
      plan.is_line = value.has_value();
      if (value) plan.value = std::move(*value);
      plans.push_back(std::move(plan));
    }
    const bool is_aligned = holds_own_names(field);
    // An entry that does not fit becomes a block, and the others of its group move together, until all fit.
    for (bool is_settled = false; !is_settled;) {
      is_settled = true;
      find_columns(mapping, plans, is_aligned);
      for (size_t i = 0; i < plans.size(); ++i) {
        Plan& plan = plans[i];
        const bool fits = indent + plan.column + width_of(plan.value) <= options_.width;
        if (!plan.is_line || fits || !may_become_block(*mapping.entries[i].value)) continue;
        plan.is_line = false;
        is_settled = false;
      }
    }
    return plans;
  }

  // Groups end at empty lines and at blocks.
  void find_columns(const Node& mapping, std::vector<Plan>& plans, bool is_aligned) const {
    size_t group = 0;
    for (size_t i = 0; i < plans.size(); ++i) {
      if (!is_aligned || !plans[i].is_line || has_blank_before(mapping, i)) ++group;
      plans[i].group = group;
      if (!plans[i].is_line) ++group;
    }
    for (size_t begin = 0; begin < plans.size();) {
      size_t end = begin;
      size_t widest = 0;
      for (; end < plans.size() && plans[end].group == plans[begin].group; ++end) {
        if (plans[end].is_line) widest = std::max(widest, width_of(plans[end].key));
      }
      for (; begin < end; ++begin) plans[begin].column = widest + 2;
    }
  }

  void write_mapping(const Node& mapping, const Field* field, size_t indent) {
    const std::vector<Plan> plans = plan_of(mapping, field, indent);
    for (size_t i = 0; i < plans.size(); ++i) {
      const Entry& entry = mapping.entries[i];
      if (prefix_.empty()) begin_line(entry.key_span.begin, indent);
      write_entry(entry, field_of_entry(field, entry.key), plans[i], indent);
    }
  }

  void write_entry(const Entry& entry, const Field* field, const Plan& plan, size_t indent) {
    const Node& value = *entry.value;
    cursor_ = text_.find(':', entry.key_span.end) + 1;
    if (plan.is_line) {
      auto inner = take_inner_comments(value.span.begin);
      std::string_view behind;
      const bool is_scalar = value.kind == NodeKind::scalar;
      if (!inner.empty() && is_scalar && !written_.has_comment_behind(value.span.end)) {
        behind = inner.back();
        inner.pop_back();
      }
      write_comments(inner, indent - prefix_.size());
      write_line(plan.key + ":" + std::string(plan.column - width_of(plan.key) - 1, ' ') + plan.value,
                 indent);
      if (!behind.empty()) lines_.add_comment_behind(behind, 0);
      end_value(value);
    } else {
      write_line_and_below(value, field, plan.key + ":", indent);
    }
  }

  // A name or a dash whose value has lines of its own.
  void write_line_and_below(const Node& value, const Field* field, const std::string& head, size_t indent) {
    if (value.kind == NodeKind::scalar) return write_text(value, head, indent);
    write_line(head, indent);
    take_comment_behind(value);
    write_block(value, field, indent + kIndent);
  }

  void write_block(const Node& node, const Field* field, size_t indent) {
    if (node.kind == NodeKind::mapping)
      write_mapping(node, field, indent);
    else
      write_sequence(node, field, indent);
  }

  // Behind a value on one line. Comments within empty brackets come behind it.
  void end_value(const Node& value) {
    const auto inner =
        value.kind == NodeKind::scalar ? std::vector<std::string_view>() : comments_within_brackets(value);
    for (const std::string_view comment : inner) lines_.add_comment_behind(comment, 0);
    cursor_ = std::max<size_t>(cursor_, value.span.end);
  }

  std::vector<std::string_view> comments_within_brackets(const Node& value) {
    cursor_ = value.span.begin;
    return take_inner_comments(value.span.end);
  }

  // --- Lists

  void write_sequence(const Node& sequence, const Field* field, size_t indent) {
    const Field* item_field = field_of_items(field);
    for (const Node* item : sequence.items) {
      if (prefix_.empty()) begin_line(item_begin(*item, sequence.flow), indent);
      cursor_ = std::max<size_t>(cursor_, dash_end(*item, sequence.flow));
      write_item(*item, item_field, indent);
    }
  }

  // Of an item in a block the first of the dashes on its line that is not behind the cursor.
  [[nodiscard]] size_t item_begin(const Node& item, bool is_flow) const {
    if (is_flow) return item.span.begin;
    const size_t dash = text_.find('-', written_.first_code(cursor_));
    return std::min<size_t>(dash, item.span.begin);
  }

  [[nodiscard]] size_t dash_end(const Node& item, bool is_flow) const {
    return is_flow ? cursor_
                   : std::min<size_t>(text_.find('-', written_.first_code(cursor_)) + 1, item.span.begin);
  }

  void write_item(const Node& item, const Field* field, size_t indent) {
    const auto value = on_line(item, field);
    const bool is_pair = item.kind == NodeKind::mapping && !is_empty(item) && text_[item.span.begin] != '{';
    const bool fits = value && indent + 2 + width_of(*value) <= options_.width;
    if (value && !is_pair && (fits || !may_become_block(item))) {
      write_comments(take_inner_comments(item.span.begin), indent);
      write_line("- " + *value, indent);
      return end_value(item);
    }
    if (item.kind == NodeKind::scalar) return write_text(item, "-", indent);
    write_comments(take_inner_comments(first_leaf(item)), indent - prefix_.size());
    levels_.push_back({column_of(first_leaf(item)), indent + kIndent});
    prefix_ += "- ";
    write_block(item, field, indent + kIndent);
  }

  // The beginning of the first name or item below a node.
  [[nodiscard]] static size_t first_leaf(const Node& node) {
    if (!node.entries.empty()) return node.entries.front().key_span.begin;
    if (!node.items.empty()) return node.items.front()->span.begin;
    return node.span.begin;
  }

  [[nodiscard]] size_t column_of(size_t place) const { return place - written_.line_begin(place); }

  // --- Texts of several lines

  // Each line keeps its text; in a `|` or `>` it keeps how much deeper it stands than the others.
  void write_text(const Node& scalar, const std::string& head, size_t indent) {
    write_comments(take_inner_comments(scalar.span.begin), indent - prefix_.size());
    const bool is_block = written_.is_block_scalar(scalar);
    const size_t stop = is_block ? end_of_block(scalar) : scalar.span.end;
    const std::string_view whole = text_.substr(scalar.span.begin, stop - scalar.span.begin);
    std::vector<std::string_view> lines = lines_of(whole);
    std::string first(is_block ? lines[0].substr(0, trim_end(lines[0], 0, lines[0].size())) : lines[0]);
    size_t deep = std::string_view::npos;
    for (size_t i = 1; i < lines.size(); ++i) {
      const size_t begin = lines[i].find_first_not_of(' ');
      if (begin != std::string_view::npos) deep = std::min(deep, begin);
    }
    if (is_block) deep = with_usual_indicator(first, deep, scalar.span.begin);
    if (is_block && stop == text_.size()) strip_end(first);
    write_line(head + " " + first, indent);
    for (size_t i = 1; i < lines.size(); ++i) {
      const size_t begin = is_block ? deep : skip_blanks(lines[i], 0);
      const std::string_view code = lines[i].substr(std::min(begin, lines[i].size()));
      lines_.add_text(code.empty() ? "" : std::string(indent + kIndent, ' ') + std::string(code));
    }
    cursor_ = std::max<size_t>(cursor_, stop);
    has_code_ = !is_block;
  }

  // Without their ends.
  static std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    for (size_t begin = 0;;) {
      const size_t stop = text.find('\n', begin);
      const size_t end = std::min(stop, text.size());
      const bool has_return = end > begin && text[end - 1] == '\r';
      lines.push_back(text.substr(begin, end - begin - (has_return ? 1 : 0)));
      if (stop == std::string_view::npos) return lines;
      begin = stop + 1;
    }
  }

  // The end of a block scalar's text: blanks at the end of its last line belong to it, and where it says
  // so (`|+`) the empty lines behind that.
  [[nodiscard]] size_t end_of_block(const Node& scalar) const {
    size_t stop = written_.line_stop(scalar.span.end - 1);
    const size_t header = written_.line_stop(scalar.span.begin);
    if (text_.substr(scalar.span.begin, header - scalar.span.begin).find('+') == std::string_view::npos)
      return stop;
    for (size_t line = next_line(text_, stop); line < text_.size(); line = next_line(text_, line)) {
      const size_t end = written_.line_stop(line);
      if (skip_blanks(text_, line) < end) break;
      stop = end;
    }
    return stop;
  }

  // The last line of the file has no end, but gets one: which is no part of the text then.
  static void strip_end(std::string& header) {
    const size_t stop = std::min(header.find_first_of(" \t"), header.size());
    for (size_t i = 1; i < stop; ++i) {
      if (header[i] == '-') return;
      if (header[i] == '+') return void(header[i] = '-');
    }
    header.insert(1, "-");
  }

  // A block scalar may say by how much it is indented: always two here. The columns to take off of its lines.
  [[nodiscard]] size_t with_usual_indicator(std::string& header, size_t deep, size_t place) const {
    const size_t stop = std::min(header.find_first_of(" \t"), header.size());
    for (size_t i = 1; i < stop; ++i) {
      if (!is_digit(header[i])) continue;
      const size_t said = written_.column_of_line(place) + static_cast<size_t>(header[i] - '0');
      header[i] = '2';
      return said;
    }
    return deep;
  }

  std::string_view text_;
  const Tree& tree_;
  const FormatOptions& options_;
  WrittenText written_;
  Lines lines_;
  size_t cursor_ = 0;  // what stands before it is written
  std::vector<Level> levels_;
  std::string prefix_;     // the dashes before what is written next
  bool has_code_ = false;  // the latest line is one that a comment may stand behind
  size_t taken_comment_ = std::string_view::npos;
};

}  // namespace

std::string layout_of(std::string_view text, const Tree& tree, const FormatOptions& options) {
  return LayoutWriter(text, tree, options).write();
}

}  // namespace ishi::compiler
