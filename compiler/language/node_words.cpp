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

std::string words_of_list(const Node& list) {
  std::string words;
  for (const Node* item : list.items) words += fmt::format("{}{}", words.empty() ? "" : ", ", item->text);
  return fmt::format("[{}]", words);
}

}  // namespace ishi::compiler
