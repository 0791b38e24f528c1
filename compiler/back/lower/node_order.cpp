#include "lower/node_order.h"

#include <cstddef>

namespace ishi::compiler {

std::vector<const LoweredNode*> nodes_in_order(const LoweredAgent& agent) {
  std::vector<const LoweredNode*> order;
  const auto add_if_there = [&](const LoweredNode& root) {
    if (!root.children.empty()) order.push_back(&root);
  };
  for (const LoweredOption& option : agent.options) {
    order.push_back(&option.body);
    add_if_there(option.finally);
  }
  for (const LoweredHandler& handler : agent.handlers) add_if_there(handler.body);
  for (const LoweredState& state : agent.states) {
    add_if_there(state.enter);
    add_if_there(state.finally);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    for (const LoweredNode& child : order[i]->children) order.push_back(&child);
  }
  return order;
}

}  // namespace ishi::compiler
