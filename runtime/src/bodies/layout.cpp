#include "bodies/layout.h"

#include <algorithm>

#include "asset/asset_state.h"
#include "asset/check.h"
#include "blackboard/variable.h"

namespace ishi {
namespace {

// What a node and those below it need together, and what they give out if each of them runs once.
struct Need {
  uint32_t bytes = 0;
  uint32_t lanes = 0;
  uint32_t shared_writes = 0;
  uint32_t emits = 0;
};

// What children need that are not at work at the same time.
void add_in_turn(Need& need, const Need& child) {
  need.bytes = std::max(need.bytes, child.bytes);
  need.lanes = std::max(need.lanes, child.lanes);
}

void add_beside(Need& need, const Need& child) {
  need.bytes += child.bytes;
  need.lanes += child.lanes;
}

class Layouter {
 public:
  Layouter(const Tables& tables, const blob::Agent& agent, BodyLayout& layout)
      : t_(tables), agent_(agent), out_(layout), first_(agent.nodes().first()) {}

  bool run() {
    const uint32_t count = agent_.nodes().count();
    if (!out_.planned_keys.allocate(t_.keys.size())) return false;
    std::fill(out_.planned_keys.begin(), out_.planned_keys.end(), kNotFound);
    if (!needs_.allocate(count) || !out_.places.allocate(count)) return false;
    if (!find_foreseen()) return false;
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
      out_.emits = std::max(out_.emits, need.emits);
      if (option.finally() == kNotFound) continue;
      add_instant(option.finally());
    }
    for (const blob::Handler& handler : part(t_.handlers, agent_.handlers())) {
      if (handler.body() != kNotFound) add_instant(handler.body());
    }
    for (const blob::State& state : part(t_.states, agent_.states())) {
      if (state.enter() != kNotFound) add_instant(state.enter());
      if (state.finally() != kNotFound) add_instant(state.finally());
    }
    if (!number_once()) return false;
    if (has_member_plans_) {
      out_.planned_members = out_.planned_values;
      out_.planned_values += BodyLayout::kMemberWords;
    }
    out_.given_bytes = record_size(part(t_.givens, agent_.givens()));
    out_.block_bytes = sizeof(BodyHeader) + bytes + out_.given_bytes +
                       out_.once_words * static_cast<uint32_t>(sizeof(uint64_t));
    uint32_t operations = 1;
    for (const blob::Formula& formula : t_.formulas) {
      operations = std::max(operations, formula.program().count());
    }
    for (const blob::Task& task : t_.tasks) assignments_ = std::max(assignments_, task.effects().count());
    out_.values = operations + 3 * assignments_;
    return true;
  }

 private:
  bool number_once() {
    const auto nodes = part(t_.nodes, agent_.nodes());
    const auto count = static_cast<uint32_t>(std::count_if(nodes.begin(), nodes.end(), is_once));
    if (count == 0) return true;
    if (!out_.once_numbers.allocate(nodes.size())) return false;
    uint32_t number = 0;
    for (size_t i = 0; i < nodes.size(); ++i) out_.once_numbers[i] = is_once(nodes[i]) ? number++ : 0;
    out_.once_words = (count + 63) / 64;
    return true;
  }

  // Which goals foresee what, and which keys that changes.
  bool find_foreseen() {
    const auto nodes = part(t_.nodes, agent_.nodes());
    if (std::none_of(nodes.begin(), nodes.end(), foresees)) return true;
    Array<uint32_t> within;  // by node, the innermost goal around it that foresees
    if (!within.allocate(nodes.size()) || !out_.foreseen.allocate(nodes.size()) ||
        !out_.foreseen_keys.allocate(t_.keys.size()))
      return false;
    std::fill(within.begin(), within.end(), kNotFound);
    std::fill(out_.foreseen_keys.begin(), out_.foreseen_keys.end(), kNotFound);
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      const blob::Node& node = nodes[i];
      const uint32_t goal = foresees(node) ? i : within[i];
      for (uint32_t k = 0; k < node.children().count(); ++k)
        within[node.children().first() - first_ + k] = goal;
      if (within[i] != kNotFound || foresees(node)) add_foreseen(node);
      const bool chooses = node.kind() == blob::NodeKind::first || node.kind() == blob::NodeKind::best;
      const bool is_chosen = chooses && !reconsiders(node) && node.count() == 0;
      if (within[i] == kNotFound || (!is_chosen && node.continues() == 0)) continue;
      BodyLayout::Foreseen& by = out_.foreseen[within[i]];
      if (by.count == BodyLayout::kMostForeseen) continue;
      out_.foreseen[i].goal = within[i];
      out_.foreseen[i].number = by.count++;
    }
    return true;
  }

  void add_foreseen(const blob::Node& node) {
    const auto add = [&](std::span<const blob::Assignment> changes) {
      for (const blob::Assignment& change : changes) {
        if (change.target() == blob::Target::key)
          give_place(out_.foreseen_keys, out_.foreseen_values, change.subject());
      }
      assignments_ = std::max(assignments_, static_cast<uint32_t>(changes.size()));
    };
    add(part(t_.assignments, node.assignments()));
    if (node.kind() == blob::NodeKind::task) add(part(t_.effects, t_.tasks[node.subject()].effects()));
    if (node.kind() == blob::NodeKind::goal) add(part(t_.effects, t_.goals[node.subject()].effects()));
  }

  void give_place(Array<uint32_t>& places, uint32_t& values, uint32_t key) const {
    if (places[key] != kNotFound) return;
    places[key] = values;
    values += storage_of(static_cast<ValueType>(t_.keys[key].variable().type())) == Storage::vector ? 3 : 1;
  }

  void add_instant(uint32_t body) {
    const Need& need = needs_[body - first_];
    out_.instant_shared_writes = std::max(out_.instant_shared_writes, need.shared_writes);
    out_.instant_emits = std::max(out_.instant_emits, need.emits);
  }

  static bool at_once(const blob::Node& node) {
    return node.kind() == blob::NodeKind::all || node.kind() == blob::NodeKind::any;
  }

  [[nodiscard]] uint32_t record_bytes(const blob::Node& node) const {
    switch (node.kind()) {
      case blob::NodeKind::task:
        return record_size(part(t_.parameters, t_.tasks[node.subject()].parameters()));
      case blob::NodeKind::goal:
        return record_size(part(t_.parameters, t_.goals[node.subject()].parameters())) +
               foreseen_bytes(static_cast<uint32_t>(&node - t_.nodes.data()) - first_);
      case blob::NodeKind::plan: {
        const PlannedCount planned = count_all_planned(t_, agent_, node);
        const uint32_t members = planned.goes_over_members ? std::max(planned.steps, node.count()) : 0;
        return plan_bytes(node.count()) + members * static_cast<uint32_t>(sizeof(EntityId));
      }
      case blob::NodeKind::repeat: {
        const uint32_t set = set_of_steps(t_, agent_, node);
        if (set == kNotFound) return 0;
        return static_cast<uint32_t>(sizeof(MemberList) + t_.sets[set].capacity() * sizeof(EntityId));
      }
      default: return 0;
    }
  }

  // The methods that a goal foresees stand behind its parameters, a byte each.
  [[nodiscard]] uint32_t foreseen_bytes(uint32_t goal) const {
    return out_.foreseen.size() == 0 ? 0 : (out_.foreseen[goal].count + 7u) / 8 * 8;
  }

  void add_planned(const blob::Range& effects) {
    for (const blob::Assignment& effect : changed_keys(part(t_.effects, effects)))
      give_place(out_.planned_keys, out_.planned_values, effect.subject());
    assignments_ = std::max(assignments_, effects.count());
  }

  void add_plan(const blob::Node& plan) {
    out_.plan_depth = std::max(out_.plan_depth, plan.count());
    out_.plan_situations = std::max(out_.plan_situations, plan.subject());
    out_.any_plan_of_usual_size |= plan.subject() == 0;
    for (uint32_t i = 0; i < plan.children().count(); ++i) {
      const blob::Node& step = t_.nodes[plan.children().first() + i];
      has_member_plans_ |= step.kind() == blob::NodeKind::sequence && step.given() != kNotFound;
      out_.goes_over_members |= has_member_plans_;
      const blob::Node& what =
          step.kind() == blob::NodeKind::sequence ? t_.nodes[step.children().first()] : step;
      add_planned(what.kind() == blob::NodeKind::task ? t_.tasks[what.subject()].effects()
                                                      : t_.goals[what.subject()].effects());
    }
  }

  Need need_of(const blob::Node& node) {
    Need children;
    Need interjections;  // keep what the body of their goal remembers, and use its lanes
    for (uint32_t i = 0; i < node.children().count(); ++i) {
      const uint32_t index = node.children().first() + i;
      const Need& child = needs_[index - first_];
      if (t_.nodes[index].kind() == blob::NodeKind::interjection) {
        add_in_turn(interjections, child);
      } else if (t_.nodes[index].kind() != blob::NodeKind::cleanup) {
        at_once(node) ? add_beside(children, child) : add_in_turn(children, child);
      }
      children.shared_writes += child.shared_writes;
      children.emits += child.emits;
    }
    Need need = children;
    need.bytes += static_cast<uint32_t>(sizeof(NodeState)) + record_bytes(node) + interjections.bytes;
    need.lanes = std::max(need.lanes, interjections.lanes);
    if (node.kind() == blob::NodeKind::task) {
      need.lanes = 1;
      if (gives_back(t_, t_.tasks[node.subject()])) {
        out_.lane_record_bytes =
            std::max(out_.lane_record_bytes, static_cast<uint32_t>(sizeof(uint64_t)) + record_bytes(node));
      }
    }
    if (node.kind() == blob::NodeKind::plan) add_plan(node);
    if (node.kind() == blob::NodeKind::repeat && node.given() != kNotFound) out_.goes_over_members = true;
    if (node.kind() == blob::NodeKind::sound) ++need.emits;
    if (node.kind() == blob::NodeKind::emit) {
      const auto fields = part(t_.event_fields, t_.events[node.subject()].fields());
      out_.event_bytes = std::max(out_.event_bytes, record_size(fields));
      ++need.emits;
    }
    assignments_ = std::max(assignments_, node.assignments().count());
    for (const blob::Assignment& assignment : part(t_.assignments, node.assignments())) {
      const bool is_key = assignment.target() == blob::Target::key;
      if (is_key && t_.keys[assignment.subject()].variable().scope() != blob::Scope::agent)
        ++need.shared_writes;
    }
    return need;
  }

  // Children stand behind the record of their parent: in one place those that work in turn, one after the
  // other those that work at once; interjections behind the body. Roots begin after the header.
  void place_children(uint32_t index) {
    const blob::Node& node = t_.nodes[first_ + index];
    NodePlace& own = out_.places[index];
    if (own.offset == 0) own.offset = sizeof(BodyHeader);
    NodePlace next{own.offset + static_cast<uint32_t>(sizeof(NodeState)) + record_bytes(node), own.lane};
    for (uint32_t i = 0; i < node.children().count(); ++i) {
      const uint32_t child = node.children().first() - first_ + i;
      out_.places[child] = next;
      const bool is_body = node.kind() == blob::NodeKind::goal && i == 0;
      if (at_once(node) || is_body) next.offset += needs_[child].bytes;
      if (at_once(node)) next.lane += needs_[child].lanes;
    }
  }

  const Tables& t_;
  const blob::Agent& agent_;
  BodyLayout& out_;
  uint32_t first_;
  uint32_t assignments_ = 0;
  bool has_member_plans_ = false;
  Array<Need> needs_;
};

}  // namespace

std::span<const blob::Assignment> changed_keys(std::span<const blob::Assignment> effects) {
  const auto first = std::find_if(effects.begin(), effects.end(), [](const blob::Assignment& effect) {
    return effect.target() != blob::Target::key;
  });
  return effects.first(static_cast<size_t>(first - effects.begin()));
}

uint32_t set_of_steps(const Tables& t, const blob::Agent& agent, const blob::Node& node) {
  const bool goes_over = node.kind() == blob::NodeKind::repeat || node.kind() == blob::NodeKind::sequence;
  if (!goes_over || node.given() == kNotFound) return kNotFound;
  return t.givens[agent.givens().first() + node.given()].variable().member_of() - 1;
}

uint32_t count_planned(const Tables& t, const blob::Agent& agent, const blob::Node& child) {
  const uint32_t set = set_of_steps(t, agent, child);
  return set == kNotFound ? 1 : t.sets[set].capacity();
}

PlannedCount count_all_planned(const Tables& t, const blob::Agent& agent, const blob::Node& plan) {
  PlannedCount all;
  for (const blob::Node& child : part(t.nodes, plan.children())) {
    all.steps += count_planned(t, agent, child);
    all.goes_over_members |= set_of_steps(t, agent, child) != kNotFound;
  }
  return all;
}

bool gives_back(const Tables& tables, const blob::Task& task) {
  const auto parameters = part(tables.parameters, task.parameters());
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const blob::Parameter& parameter) { return parameter.given() != 0; });
}

bool make_layout(const Tables& tables, const blob::Agent& agent, BodyLayout& layout) {
  return Layouter(tables, agent, layout).run();
}

}  // namespace ishi
