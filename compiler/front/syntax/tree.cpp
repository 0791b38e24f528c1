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

Tree Tree::copy_for(uint32_t file) const {
  Tree result;
  if (root != nullptr) result.root = result.copy(*root, file);
  result.allowances = allowances;
  for (Allowance& allowance : result.allowances) allowance.word.file = allowance.covers.file = file;
  return result;
}

const Node* Tree::copy(const Node& node, uint32_t file) {
  Node& result = nodes_.emplace_back(node);
  result.span.file = file;
  for (Entry& entry : result.entries) {
    entry.key_span.file = file;
    entry.value = copy(*entry.value, file);
  }
  for (const Node*& item : result.items) item = copy(*item, file);
  return &result;
}

void Tree::move_places(const std::function<Span(Span)>& moved,
                       const std::function<bool(const Node&)>& is_lost) {
  for (Node& node : nodes_) {
    if (is_lost(node)) node.kind = NodeKind::poisoned;
    node.span = moved(node.span);
    for (Entry& entry : node.entries) entry.key_span = moved(entry.key_span);
  }
  for (Allowance& allowance : allowances) {
    allowance.word = moved(allowance.word);
    allowance.covers = moved(allowance.covers);
  }
}

std::string_view Tree::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

}  // namespace ishi::compiler
