#include "language/node_words.h"

#include <fmt/format.h>

namespace ishi::compiler {

std::string_view describe(const Node& node) {
  switch (node.kind) {
    case NodeKind::scalar: return "a single value";
    case NodeKind::mapping: return "a block of `name: value` entries";
    case NodeKind::sequence: return "a list";
    case NodeKind::poisoned: break;
  }
  return "something unreadable";
}

std::string what(const Field& field) {
  return field.name.empty() ? std::string(field.doc) : fmt::format("`{}`", field.name);
}

Span inner_span(const Node& node) {
  const size_t length = node.span.end - node.span.begin;
  if (node.quoted && length == node.text.size() + 2)
    return {node.span.file, node.span.begin + 1, node.span.end - 1};
  return node.span;
}

Formula written_formula(const Node& node) {
  const Span span = inner_span(node);
  const size_t length = span.end - span.begin;
  if (length == node.text.size() && node.text.find('\n') == std::string_view::npos) return {node.text, span};
  const std::string_view lines = node.on_one_line;
  const size_t first = lines.find_first_not_of(' ');
  if (lines.size() != length || first == std::string_view::npos) return {{}, span};
  const size_t end = lines.find_last_not_of(' ') + 1;
  return {lines.substr(first, end - first),
          {span.file, span.begin + static_cast<uint32_t>(first), span.begin + static_cast<uint32_t>(end)}};
}

std::string words_of_list(const Node& list) {
  std::string words;
  for (const Node* item : list.items) words += fmt::format("{}{}", words.empty() ? "" : ", ", item->text);
  return fmt::format("[{}]", words);
}

}  // namespace ishi::compiler
