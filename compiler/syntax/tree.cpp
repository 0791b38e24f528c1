#include "syntax/tree.h"

#include <algorithm>
#include <utility>

namespace ishi::compiler {

const Node* Node::find(std::string_view key) const {
  const auto entry =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return entry == entries.end() ? nullptr : entry->value;
}

Node& Tree::add(NodeKind kind, Span span) {
  Node& node = nodes_.emplace_back();
  node.kind = kind;
  node.span = span;
  return node;
}

std::string_view Tree::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

}  // namespace ishi::compiler
