#include "syntax/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "syntax/duplicate_keys.h"
#include "syntax/scan.h"

namespace ishi::compiler {

Span TreeBuilder::span(size_t begin, size_t end) const {
  return {file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(std::min(end, original_.size()))};
}

bool TreeBuilder::has_fault(size_t begin, size_t end) const {
  const auto fault = std::lower_bound(skeleton_.faults.begin(), skeleton_.faults.end(), begin);
  return fault != skeleton_.faults.end() && *fault < end;
}

void TreeBuilder::start(NodeKind kind, size_t begin, bool flow) {
  Node& node = tree_.add(kind, span(begin, begin));
  node.flow = flow;
  frames_.push_back({.node = &node, .wants_value = false, .is_incomplete = false, .entry = {}, .end = begin});
}

void TreeBuilder::end(size_t end) {
  Frame frame = frames_.back();
  frames_.pop_back();
  Node& node = *frame.node;
  const size_t begin = node.span.begin;
  node.span = span(begin, end != 0 ? end : frame.end);
  if (node.kind == NodeKind::mapping) remove_duplicate_keys(node, diagnostics_);
  const auto& incomplete = skeleton_.incomplete;
  if (frame.is_incomplete || (end == 0 && std::binary_search(incomplete.begin(), incomplete.end(), begin))) {
    node.kind = NodeKind::poisoned;
    node.entries.clear();
    node.items.clear();
  }
  add_value(node);
}

void TreeBuilder::add_scalar(size_t begin, size_t end, std::string_view text, bool is_quoted,
                             std::string_view on_one_line) {
  if (frames_.back().node->kind == NodeKind::mapping && !frames_.back().wants_value)
    return add_key(span(begin, end), text, is_quoted);
  const bool is_faulty = has_fault(begin, end);
  Node& node = tree_.add(is_faulty ? NodeKind::poisoned : NodeKind::scalar, span(begin, end));
  node.quoted = is_quoted;
  if (!is_faulty) {
    node.text = text;
    node.on_one_line = on_one_line;
  }
  add_value(node);
}

void TreeBuilder::add_nothing(size_t begin, std::string_view word) {
  const Frame& frame = frames_.back();
  if (frame.node->kind == NodeKind::sequence) {
    const Span where = span(begin, begin + std::max<size_t>(word.size(), 1));
    if (!has_fault(begin, begin + 1)) report_empty(where, word, "this list item has no value");
    add_value(tree_.add(NodeKind::poisoned, where));
  } else if (!frame.wants_value) {
    if (!word.empty() && !has_fault(begin, begin + 1)) {
      diagnostics_
          .report(Code::empty_value, span(begin, begin + word.size()),
                  fmt::format("`{}` cannot be a name: in YAML it means nothing at all", word))
          .help("choose another name");
    }
    lose_key();
  } else {
    const Span key = frame.entry.key_span;
    const Span where = word.empty() ? key : span(begin, begin + word.size());
    const bool is_call = frame.entry.key.ends_with(')');  // `- go_to(post):`, which steps report
    if (!is_call && !has_fault(key.begin, std::max<size_t>(begin, key.end + 1)))
      report_empty(where, word, fmt::format("`{}` has no value", frame.entry.key));
    add_value(tree_.add(NodeKind::poisoned, where));
  }
}

// True if the current key is a case of a `switch`, or what an `if` does.
bool TreeBuilder::is_in_branch() const {
  const std::string_view key = frames_.back().entry.key;
  return key == "then" || key == "else" ||
         (frames_.size() > 1 && frames_[frames_.size() - 2].entry.key == "cases");
}

void TreeBuilder::report_empty(Span where, std::string_view word, std::string message) {
  if (!word.empty()) message = fmt::format("`{}` is no value here", word);
  auto report = diagnostics_.report(Code::empty_value, where, std::move(message));
  if (frames_.back().node->kind == NodeKind::mapping && is_in_branch()) {
    report.help(fmt::format("write its steps, or `{}: [succeed]` where nothing is to be done",
                            frames_.back().entry.key));
    if (word.empty())
      report.edit(where, fmt::format("{}: [succeed]", frames_.back().entry.key));
    else
      report.edit(where, "[succeed]");
    report.guess();
    return;
  }
  report.help(word.empty()
                  ? "write its value behind it, or below it and indented; `{}` says that nothing is in it"
                  : "write a value: where an entity is wanted, `nothing` is nobody; else leave it out");
}

void TreeBuilder::add_key(Span where, std::string_view text, bool is_quoted) {
  Frame& frame = frames_.back();
  frame.end = where.end;
  if (text == "<<" && !is_quoted) {
    diagnostics_.report(Code::merge_key, where, "`<<` is no way to take another block in")
        .help("use `extends: NAME`");
    return lose_key();
  }
  if (has_fault(where.begin, where.end)) return lose_key();
  if (!is_one_line(text)) {
    diagnostics_.report(Code::control_character, where, "a name stands on one line and holds no tabs")
        .help("take the line end or tab out of it; a blank can stand there");
    return lose_key();
  }
  frame.entry = {text, where, nullptr};
  frame.wants_value = true;
}

// The current key cannot be read; its value is left out.
void TreeBuilder::lose_key() {
  Frame& frame = frames_.back();
  frame.is_incomplete = true;
  frame.entry = {};
  frame.wants_value = true;
}

void TreeBuilder::add_value(Node& node) {
  if (frames_.empty()) {
    document_ = &node;
    return;
  }
  Frame& frame = frames_.back();
  frame.end = std::max<size_t>(frame.end, node.span.end);
  if (frame.node->kind == NodeKind::sequence) {
    frame.node->items.push_back(&node);
  } else if (!frame.wants_value) {
    lose_key();  // a list or a block as a name; the skeleton has reported it
  } else {
    frame.wants_value = false;
    frame.entry.value = &node;
    const bool is_lost = frame.entry.key.data() == nullptr;
    if (!is_lost) frame.node->entries.push_back(frame.entry);
  }
}

}  // namespace ishi::compiler
