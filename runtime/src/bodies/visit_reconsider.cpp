#include <algorithm>

#include "asset/check.h"
#include "bodies/visit.h"

// Methods that take over from others while these run.

namespace ishi {

// Aborts the method that runs if another one takes over. What is over ends as it says first.
void Visit::reconsider(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const blob::Range& children = node.children();
  NodeState& state = body_.state_of(index);
  readmit_methods(index);
  if (state.child >= children.count() || !body_.is_at_work(children.first() + state.child)) return;
  const uint32_t running = children.first() + state.child;
  const bool is_first = node.kind() == blob::NodeKind::first;
  const uint64_t out = state.due;
  state.due |= uint64_t{1} << state.child;  // it does not compete with itself
  const uint32_t other = best_method(index, is_first ? state.child : children.count());
  bool takes_over = other != children.count();
  if (takes_over && !is_first) {
    const float margin = node.value() == kNotFound ? 0 : std::max(0.0f, formulas_.number(node.value()));
    takes_over = formulas_.number(modifier(body_.t.nodes[children.first() + other], Modifier::score)) >
                 formulas_.number(modifier(body_.t.nodes[running], Modifier::score)) + margin;
  }
  state.due = out;
  if (!takes_over || fates_.is_decided(running) || formulas_.holds_out(running)) return;
  abort_node(running, NodeCause::outdone);
  state.child = children.count();
}

// Methods that have failed take part again once their `when` is false.
void Visit::readmit_methods(uint32_t index) {
  const blob::Range& children = body_.t.nodes[index].children();
  NodeState& state = body_.state_of(index);
  body_.row.step_started = state.started;
  for (uint32_t i = 0; i < children.count(); ++i) {
    if ((state.due >> i & 1) == 0) continue;
    const blob::Node& method = body_.t.nodes[children.first() + i];
    const bool is_asked = method.kind() != blob::NodeKind::goal;
    if (is_asked && watched_truth(modifier(method, Modifier::when)) == Truth::no)
      state.due &= ~(uint64_t{1} << i);
  }
}

// The agent is visited again when a method may take over, or take part again.
void Visit::wait_for_others(uint32_t index) {
  const blob::Node& node = body_.t.nodes[index];
  const NodeState& state = body_.state_of(index);
  if (node.kind() == blob::NodeKind::best) {
    notes_.watches = true;  // scores are no conditions
    notes_.watch(node.value());
    for (const blob::Node& method : part(body_.t.nodes, node.children())) {
      notes_.watch(modifier(method, Modifier::when));
      notes_.watch(modifier(method, Modifier::score));
    }
    return;
  }
  bool holds_one_back = false;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    const blob::Node& method = body_.t.nodes[node.children().first() + i];
    const bool has_failed = (state.due >> i & 1) != 0;
    if (i >= state.child && !has_failed) continue;
    const uint32_t when = modifier(method, Modifier::when);
    notes_.watch(when);
    notes_.wake_if(when, !has_failed);
    holds_one_back |= when == kNotFound && !has_failed && !body_.was_done_once(node.children().first() + i);
  }
  // One without a condition waits until what runs may be interrupted.
  notes_.watches |= holds_one_back;
}

}  // namespace ishi
