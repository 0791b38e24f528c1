#include <algorithm>

#include "asset/check.h"
#include "bodies/visit.h"

// Methods that take over from others while these run.

namespace ishi {

// Aborts the method that runs if another one takes over. What is over ends as it says first.
void Visit::reconsider(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const blob::Range& children = node.children();
  NodeState& state = state_of(index);
  readmit_methods(index);
  if (state.child >= children.count() || !is_at_work(children.first() + state.child)) return;
  const uint32_t running = children.first() + state.child;
  const bool is_first = node.kind() == blob::NodeKind::first;
  const uint64_t out = state.due;
  state.due |= uint64_t{1} << state.child;  // it does not compete with itself
  const uint32_t other = best_method(index, is_first ? state.child : children.count());
  bool takes_over = other != children.count();
  if (takes_over && !is_first) {
    const float margin = node.value() == kNotFound ? 0 : std::max(0.0f, number(node.value()));
    takes_over = number(modifier(t_.nodes[children.first() + other], Modifier::score)) >
                 number(modifier(t_.nodes[running], Modifier::score)) + margin;
  }
  state.due = out;
  if (!takes_over || is_decided(running) || holds_out(running)) return;
  abort_node(running, NodeCause::outdone);
  state.child = children.count();
}

// Methods that have failed take part again once their `when` is false.
void Visit::readmit_methods(uint32_t index) {
  const blob::Range& children = t_.nodes[index].children();
  NodeState& state = state_of(index);
  row_.step_started = state.started;
  for (uint32_t i = 0; i < children.count(); ++i) {
    if ((state.due >> i & 1) == 0) continue;
    const blob::Node& method = t_.nodes[children.first() + i];
    const bool is_asked = method.kind() != blob::NodeKind::goal;
    if (is_asked && watched_truth(modifier(method, Modifier::when)) == Truth::no)
      state.due &= ~(uint64_t{1} << i);
  }
}

// True if a method, or anything in it, may not be interrupted now.
bool Visit::holds_out(uint32_t method) {
  bool holds = false;
  const auto visit = [&](uint32_t node) {
    row_.step_started = state_of(node).started;
    holds = truth(modifier(t_.nodes[node], Modifier::interruptible)) == Truth::no;
    return !holds;
  };
  walk(method, visit);
  return holds;
}

// The agent is visited again when a method may take over, or take part again.
void Visit::wait_for_others(uint32_t index) {
  const blob::Node& node = t_.nodes[index];
  const NodeState& state = state_of(index);
  if (node.kind() == blob::NodeKind::best) {
    watches_ = true;  // scores are no conditions
    watch(node.value());
    for (const blob::Node& method : part(t_.nodes, node.children())) {
      watch(modifier(method, Modifier::when));
      watch(modifier(method, Modifier::score));
    }
    return;
  }
  bool holds_one_back = false;
  for (uint32_t i = 0; i < node.children().count(); ++i) {
    const blob::Node& method = t_.nodes[node.children().first() + i];
    const bool has_failed = (state.due >> i & 1) != 0;
    if (i >= state.child && !has_failed) continue;
    const uint32_t when = modifier(method, Modifier::when);
    watch(when);
    wake_if(when, !has_failed);
    holds_one_back |= when == kNotFound && !has_failed && !was_done_once(node.children().first() + i);
  }
  // One without a condition waits until what runs may be interrupted.
  watches_ |= holds_one_back;
}

}  // namespace ishi
