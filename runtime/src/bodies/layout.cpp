#include "bodies/layout.h"

#include <algorithm>

#include "asset/asset_state.h"
#include "asset/check.h"

namespace ishi {
namespace {

// What a node and those below it need together.
struct Need {
  uint32_t bytes = 0;
  uint32_t lanes = 0;
  uint32_t shared_writes = 0;
};

class Layouter {
 public:
  Layouter(const Tables& tables, const blob::Agent& agent, BodyLayout& layout)
      : t_(tables), agent_(agent), out_(layout), first_(agent.nodes().first()) {}

  bool run() {
    const uint32_t count = agent_.nodes().count();
    if (!needs_.allocate(count) || !out_.places.allocate(count)) return false;
    // Children come after their parents.
    for (uint32_t i = count; i-- > 0;) needs_[i] = need_of(t_.nodes[first_ + i]);
    for (uint32_t i = 0; i < count; ++i) place_children(i);
    uint32_t bytes = 0;
    for (const blob::Option& option : part(t_.options, agent_.options())) {
      const Need& need = needs_[option.body() - first_];
      out_.places[option.body() - first_].offset = sizeof(BodyHeader);
      bytes = std::max(bytes, need.bytes);
      out_.lanes = std::max(out_.lanes, need.lanes);
      out_.shared_writes = std::max(out_.shared_writes, need.shared_writes);
      if (option.finally() == kNotFound) continue;
      add_instant(option.finally());
    }
    for (const blob::Handler& handler : part(t_.handlers, agent_.handlers())) {
      if (handler.body() != kNotFound) add_instant(handler.body());
    }
    out_.block_bytes = sizeof(BodyHeader) + bytes;
    uint32_t operations = 1;
    for (const blob::Formula& formula : t_.formulas) {
      operations = std::max(operations, formula.program().count());
    }
    for (const blob::Task& task : t_.tasks) assignments_ = std::max(assignments_, task.effects().count());
    out_.values = operations + 3 * assignments_;
    return true;
  }

 private:
  void add_instant(uint32_t body) {
    out_.instant_shared_writes = std::max(out_.instant_shared_writes, needs_[body - first_].shared_writes);
  }

  Need need_of(const blob::Node& node) {
    Need need{.bytes = sizeof(NodeState)};
    Need children;
    for (uint32_t i = 0; i < node.children().count(); ++i) {
      const Need& child = needs_[node.children().first() - first_ + i];
      children.bytes = std::max(children.bytes, child.bytes);
      children.lanes = std::max(children.lanes, child.lanes);
      children.shared_writes += child.shared_writes;
    }
    need.bytes += children.bytes;
    need.lanes = children.lanes;
    need.shared_writes = children.shared_writes;
    if (node.kind() == blob::NodeKind::task) {
      need.bytes += record_size(part(t_.parameters, t_.tasks[node.task()].parameters()));
      need.lanes = 1;
    }
    assignments_ = std::max(assignments_, node.assignments().count());
    for (const blob::Assignment& assignment : part(t_.assignments, node.assignments())) {
      if (t_.keys[assignment.key()].variable().scope() != blob::Scope::agent) ++need.shared_writes;
    }
    return need;
  }

  // The children of a sequence share one place after its own. Roots begin after the header.
  void place_children(uint32_t index) {
    NodePlace& own = out_.places[index];
    if (own.offset == 0) own.offset = sizeof(BodyHeader);
    const blob::Range& children = t_.nodes[first_ + index].children();
    for (uint32_t i = 0; i < children.count(); ++i) {
      out_.places[children.first() - first_ + i] = {own.offset + static_cast<uint32_t>(sizeof(NodeState)),
                                                    own.lane};
    }
  }

  const Tables& t_;
  const blob::Agent& agent_;
  BodyLayout& out_;
  uint32_t first_;
  uint32_t assignments_ = 0;
  Array<Need> needs_;
};

}  // namespace

bool make_layout(const Tables& tables, const blob::Agent& agent, BodyLayout& layout) {
  return Layouter(tables, agent, layout).run();
}

}  // namespace ishi
